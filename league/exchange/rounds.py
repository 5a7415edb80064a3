"""What is looked at every so often: spreadsheets that nobody brought in, and archives that are a week old, are thrown
away with the names in them.
"""

from datetime import datetime, timedelta

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
