"""The cups of the world that every address is walked in: one that is drawn, one open for entries, two days."""

from datetime import datetime, time, timedelta
from typing import Any

from league.cups.actions.cups import open_cup
from league.cups.actions.entries import enter
from league.cups.actions.honours import write_honour
from league.cups.actions.knockout import hold_draw, open_night, set_rounds
from league.cups.models import Cup, Entrant, FinalsNight, Tie
from league.cups.queries.catalogue import BY_KEY
from league.teams.models import Player, Team
from scoring.season.knockout.draw import Lots
from tests.factories import SIGNED, SmallLeague
from tests.league.cups.days_of_world import drawn_games, make_days


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
    honour = write_honour(
        league=small.league, year=1967, title=f"{words} Shield", winner=f"{words} Winner", by=small.secretary, at=SIGNED
    )
    kwargs = {
        "cup": drawn.competition.slug,
        "open": pairs.competition.slug,
        "tie": "main-1-1",
        "which": "main-1",
        "paper": "a4",
    }
    swiss = opened(small, "swiss", f"{words} Swiss")
    even = drawn_games(BY_KEY["groups"].rules)
    grouped = opened(small, "groups", f"{words} Groups", rules=even, groups=2, qualifiers=1)
    for cup in (swiss, grouped):
        entered(cup, small, 1)
    kwargs |= make_days(small, swiss, grouped)
    night, row = make_night(small, drawn, words)
    kwargs["finals"] = night.slug
    return kwargs, {"drawn/": players[0].pk, "listed/": listed[0].pk, "honours/": honour.pk, "finals/": row.pk}


def make_night(small: SmallLeague, cup: Cup, words: str) -> tuple[FinalsNight, Tie]:
    """A finals night with the first round of a cup that is drawn, and one of its ties."""
    night = open_night(
        season=small.season, name=f"{words} Finals".strip(), date=small.season.ends, start_time=time(19),
        venue=small.entries[0].team.venue, tables=2, minutes=40, by=small.secretary, at=SIGNED,
    )  # fmt: skip
    set_rounds(cup=cup, days={("main", 1): (None, night)}, by=small.secretary, at=SIGNED + timedelta(days=2))
    return night, Tie.objects.get(cup=cup, tie="main-1-1")
