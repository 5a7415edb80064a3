"""What cups need though nobody asks: the results of their matches taken in, and the next ones put up."""

from datetime import datetime, timedelta

from django_scopes import scope, scopes_disabled

from league.base.jobs.runner import periodic_task
from league.cups.actions.knockout import follow
from league.cups.queries.cup_state import cups_to_follow


@periodic_task(timedelta(minutes=1))
def follow_results(now: datetime) -> None:
    """A match that both captains agree about, or that nobody has questioned in time, sends its winner on."""
    with scopes_disabled():
        cups = cups_to_follow(now)
    for each in cups:
        with scope(league=each.season.league):
            follow(cup=each, at=now)
