"""What is looked at every so often: whether it is time for a backup."""

from datetime import datetime, timedelta

from league.jobs.actions import enqueue
from league.jobs.periodic import periodic_task
from league.operations.values import BACKUP, backup_is_due, last_backup


@periodic_task(timedelta(minutes=10))
def back_up_when_due(now: datetime) -> None:
    """Have it made by a job, of which there is one at a time."""
    if backup_is_due(last_backup(), now):
        enqueue(key=BACKUP, kind=BACKUP, args={}, title="Backup of the site", by=None, at=now, league_id=None)
