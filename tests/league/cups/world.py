"""The cups of the world that every address is walked in: one that is drawn, and one that is open for entries."""

from datetime import datetime, timedelta
from typing import Any

from league.cups.actions.cups import open_cup
from league.cups.actions.draws import hold_draw
from league.cups.actions.entries import enter
from league.cups.models import Cup, Entrant
from league.cups.queries.presets import BY_KEY
from league.teams.models import Player, Team
from scoring.season.knockout.draw import Lots
from tests.factories import SIGNED, SmallLeague


def opened(small: SmallLeague, key: str, name: str = "", at: datetime = SIGNED, **changed: Any) -> Cup:
    """A cup of one of the usual kinds, open for entries; what differs from the kind by name."""
    preset = BY_KEY[key]
    values = {"kind": preset.kind, "rules": preset.rules, "draw_rules": preset.draw_rules, **preset.settings}
    return open_cup(
        season=small.season, name=name or preset.name, by=small.secretary, at=at, **(values | {"matches": 0} | changed)
    )


def players_of(team: Team) -> list[Player]:
    return list(Player.objects.filter(registrations__team=team).select_related("league").order_by("pk"))


def entered(cup: Cup, small: SmallLeague, each: int = 2, at: datetime = SIGNED) -> list[Entrant]:
    """So many players of each team in it: singles, or pairs of neighbours."""
    size = 2 if cup.kind == "pairs" else 1
    found = []
    for entry in small.entries:
        players = players_of(entry.team)
        for number in range(each):
            chosen = players[number * size : (number + 1) * size]
            found.append(enter(cup=cup, team=entry.team, players=chosen, by=small.secretary, at=at))
    return found


def make_cups(small: SmallLeague, words: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The names and keys of their rows, by what an address calls them."""
    drawn = opened(small, "singles", f"{words} Singles")
    players = entered(drawn, small)
    lots = Lots(seed=f"{words} 4 11 23", purpose="main 1")
    hold_draw(cup=drawn, lots=lots, by=small.secretary, at=SIGNED + timedelta(days=1))
    pairs = opened(small, "pairs", f"{words} Pairs", fee=3)
    listed = entered(pairs, small, 1)
    kwargs = {"cup": drawn.competition.slug, "open": pairs.competition.slug, "tie": "main-1-1", "which": "main-1"}
    return kwargs, {"drawn/": players[0].pk, "listed/": listed[0].pk}
