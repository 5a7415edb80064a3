"""What is thrown away every so often: answers to programs, spreadsheets that nobody imported, old archives, files of
leagues that no job waits for, and whatever else is old enough to be forgotten.
"""

from datetime import datetime, timedelta

from league.base.jobs.runner import periodic_task
from league.exchange.actions.api import forget_replies
from league.exchange.actions.archives import delete_old_archives, delete_stale_uploads
from league.exchange.actions.bundles import delete_old_bundles
from league.exchange.actions.erasure import apply_retention
from league.exchange.actions.imports import delete_old_drafts


@periodic_task(timedelta(hours=1))
def forget_answers(now: datetime) -> None:
    forget_replies(at=now)


@periodic_task(timedelta(hours=6))
def drop_drafts(now: datetime) -> None:
    delete_old_drafts(at=now)
    delete_old_bundles(at=now)


@periodic_task(timedelta(minutes=1))
def drop_archives(now: datetime) -> None:
    delete_old_archives(at=now)


@periodic_task(timedelta(minutes=10))
def drop_arrivals(now: datetime) -> None:
    delete_stale_uploads(at=now)


@periodic_task(timedelta(hours=6))
def apply_retention_rules(now: datetime) -> None:
    apply_retention(at=now)
