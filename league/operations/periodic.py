"""What is done every so often: a backup when it is time for one, figures of tables where the database keeps none by
itself, and every minute that the site is there.
"""

from datetime import datetime, timedelta

from django.db import connection

from league.base.audit.actions import forget_forms
from league.base.jobs.actions import enqueue
from league.base.jobs.runner import periodic_task
from league.operations.actions.outages import note_alive
from league.operations.backup_file import BACKUP, backup_is_due, last_backup


@periodic_task(timedelta(minutes=10))
def back_up_when_due(now: datetime) -> None:
    if backup_is_due(last_backup(), now):
        enqueue(key=BACKUP, kind=BACKUP, args={}, title="Backup of the site", by=None, at=now, league_id=None)


@periodic_task(timedelta(hours=6))
def count_tables(_now: datetime) -> None:
    """The figures by which SQLite plans queries; PostgreSQL counts itself. It takes a hundredth of a second."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA analysis_limit=1000")
            cursor.execute("ANALYZE")


@periodic_task(timedelta(seconds=10))
def write_log_back(_now: datetime) -> None:
    """Write SQLite's log into its file while nobody waits: every hundredth tap would, three times as long."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


@periodic_task(timedelta(hours=6))
def forget_sent_forms(now: datetime) -> None:
    forget_forms(at=now)


@periodic_task(timedelta(minutes=1))
def keep_alive(now: datetime) -> None:
    note_alive(at=now)
