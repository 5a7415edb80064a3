"""What cups need though nobody asks: the results of their matches taken in, and the next ones put up."""

from datetime import datetime, timedelta

from django.db.models import Q
from django_scopes import scope, scopes_disabled

from league.cups.actions.ties import bring_up_to_date
from league.cups.choices import CupState
from league.cups.models import Cup
from league.cups.queries.cup_state import snapshot_of
from league.jobs.periodic import periodic_task


@periodic_task(timedelta(minutes=1))
def follow_results(now: datetime) -> None:
    """A match that both captains agree about, or that nobody has questioned in time, sends its winner on."""
    with scopes_disabled():
        by_card = Q(by_card=True) | Q(groups_by_card=True)
        played = Cup.objects.filter(by_card, state=CupState.DRAWN)
        cups = list(played.select_related("division__competition__season__league").order_by("pk"))
    for cup in cups:
        with scope(league=cup.season.league):
            if snapshot_of(cup, now).pending:
                bring_up_to_date(cup=cup, by=None, at=now)
