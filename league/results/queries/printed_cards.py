"""Who is printed on the card of a match, and so has a number there."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import TypeAlias

from league.schedule.models import Entry
from league.teams.models import Player, Registration, Team
from league.teams.queries import squad_of

Squads: TypeAlias = Callable[[Team, date], Iterable[Registration]]

ROOM_FOR = 18  # names of a side


def players_on_card(entry: Entry, day: date, squad: Squads = squad_of) -> list[Player]:
    """Those of a side who are registered on a day, or who are entered by name, in the order in which they are numbered.

    The first ROOM_FOR of them are printed. `squad` says who is registered, where the caller has read that already.
    """
    if entry.slug:  # who is entered by name plays
        return list(entry.players.select_related("league").order_by("name", "pk"))
    return [registration.player for registration in squad(entry.team, day)]
