"""What is done every so often: a backup when it is time for one, figures of tables where the database keeps none by
itself, and every minute that the site is there.
"""

from datetime import datetime, timedelta

from django.db import connection

from league.base.audit.actions import forget_forms
from league.base.jobs.actions import enqueue
from league.base.jobs.periodic import periodic_task
from league.operations.actions.outages import note_alive
from league.operations.backup_file import BACKUP, backup_is_due, last_backup


@periodic_task(timedelta(minutes=10))
def back_up_when_due(now: datetime) -> None:
    """Have it made by a job, of which there is one at a time."""
    if backup_is_due(last_backup(), now):
        enqueue(key=BACKUP, kind=BACKUP, args={}, title="Backup of the site", by=None, at=now, league_id=None)


@periodic_task(timedelta(hours=6))
def count_tables(_now: datetime) -> None:
    """How many rows tables have and how different they are, by which SQLite plans queries; PostgreSQL counts itself.

    Without, it begins with every match of a league where it wants those of one season. Some 1,000 rows of each index
    are looked at, which takes a hundredth of a second however large the table.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA analysis_limit=1000")
            cursor.execute("ANALYZE")


@periodic_task(timedelta(seconds=10))
def write_log_back(_now: datetime) -> None:
    """What SQLite's log has goes into the file of the database, while nobody waits for that.

    Otherwise whoever fills the log, which every hundredth tap does, waits for it and is answered three times as late.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


@periodic_task(timedelta(hours=6))
def forget_sent_forms(now: datetime) -> None:
    """Their keys are no longer wanted: nobody sends such a page again by accident."""
    forget_forms(at=now)


@periodic_task(timedelta(minutes=1))
def keep_alive(now: datetime) -> None:
    """From the last of these to the next the site was away, if that is more than a few minutes."""
    note_alive(at=now)
