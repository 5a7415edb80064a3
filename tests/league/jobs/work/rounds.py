"""A look that notes when it was called."""

from datetime import datetime, timedelta

from league.jobs.rounds import every

looked: list[datetime] = []


@every(timedelta(minutes=1))
def look(now):
    looked.append(now)
