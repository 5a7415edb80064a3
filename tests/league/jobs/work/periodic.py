"""A look that notes when it was called."""

from datetime import datetime, timedelta

from league.base.jobs.runner import periodic_task

looked: list[datetime] = []


@periodic_task(timedelta(minutes=1))
def look(now):
    looked.append(now)
