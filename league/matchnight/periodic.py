"""What pegged matches need though nobody asks: once a night they are looked through for puzzles."""

from datetime import datetime, timedelta

from django.utils.timezone import localtime
from django_scopes import scopes_disabled

from league.base.jobs.actions import enqueue
from league.base.jobs.runner import periodic_task
from league.matchnight.queries.games import unsearched_matches
from league.matchnight.values import FIND_PUZZLES

HOUR = 4  # of the night, when nobody plays


@periodic_task(timedelta(hours=1))
def find_puzzles_at_night(now: datetime) -> None:
    if localtime(now).hour != HOUR:
        return
    with scopes_disabled():
        due = unsearched_matches(now).exists()
    if due:
        enqueue(
            key=FIND_PUZZLES, kind=FIND_PUZZLES, args={}, title="Looking for puzzles", by=None, at=now,
            league_id=None,
        )  # fmt: skip
