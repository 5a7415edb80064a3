"""What is looked at every so often: spreadsheets that nobody brought in, archives that are a week old, and files of
leagues that no job waits for are thrown away with the names in them.
"""

from datetime import datetime, timedelta

from league.exchange.actions.bringing import forget_arrivals
from league.exchange.actions.drafts import drop_old_drafts
from league.exchange.actions.keeping import forget_archives
from league.jobs.rounds import every


@every(timedelta(hours=6))
def drop_drafts(now: datetime) -> None:
    """Those that have been left for a week."""
    drop_old_drafts(at=now)


@every(timedelta(minutes=1))
def drop_archives(now: datetime) -> None:
    """Those that have been kept for a week, or have somebody in them who was erased."""
    forget_archives(at=now)


@every(timedelta(minutes=10))
def drop_arrivals(now: datetime) -> None:
    """Those whose job was stopped before it began, or ended with its worker."""
    forget_arrivals(at=now)
