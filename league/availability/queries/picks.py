"""What other apps hear of a team's availability: whom it picked, and how many a night suits. Nothing of who said what.

Only for whoever leads that team; the callers see to it.
"""

from collections.abc import Iterable
from datetime import date

from league.availability.models import AvailabilitySettings, PickedPlayer
from league.availability.presenters import suits
from league.availability.queries.nights import squad_players, team_nights
from league.schedule.models import Entry, Fixture
from scoring.card.sheet import Side


def picked_for(fixture: Fixture, side: Side) -> tuple[str, ...]:
    """The keys of the players whom a side's captain picked, in the captain's order; one query."""
    entry = fixture.home if side is Side.HOME else fixture.away
    if entry is None or entry.slug:
        return ()
    rows = PickedPlayer.objects.filter(fixture=fixture, team=entry.team_id, player__merged_into=None)
    return tuple(str(key) for key in rows.order_by("place", "pk").values_list("player", flat=True))


def advice_on(entry: Entry, nights: Iterable[date]) -> dict[date, str]:
    """How many of a team's players each night suits, where anything is known of it; four queries, one if it is off."""
    if entry.slug or not AvailabilitySettings.objects.filter(team=entry.team_id, enabled=True).exists():
        return {}
    days = sorted(set(nights))
    players = squad_players(entry.team, days[0]) if days else []
    words = team_nights(entry.team, players, days)
    found = {day: suits(words.counts(players, day)) for day in days}
    return {day: text for day, text in found.items() if text}
