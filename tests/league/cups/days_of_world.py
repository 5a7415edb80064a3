"""The open days of the world that every address is walked in: a Swiss event, and groups that are over and level."""

from dataclasses import replace
from typing import Any

from league.cups.actions.openday import TypedScore, deal, pair, write_scores
from league.cups.queries.cup_state import snapshot_of
from scoring.season.knockout.cups import TieForm
from scoring.season.knockout.draw import Lots
from tests.factories import SIGNED, SmallLeague

LOTS = Lots(seed="4 11 23", purpose="groups")


def make_days(small: SmallLeague, swiss: Any, grouped: Any) -> dict[str, Any]:
    """What their addresses are called: `swiss` has its first round paired, of `grouped` the winners are level."""
    by = {"by": small.secretary, "at": SIGNED}
    for cup in (swiss, grouped):
        deal(cup=cup, lots=LOTS, **by)
    pair(cup=swiss, absent=(), **by)
    matches = [match for table in snapshot_of(grouped, SIGNED).day.tables for match in table.matches if match.second]
    write_scores(cup=grouped, typed=[TypedScore(match.id, 1, 1) for match in matches], reason="", **by)
    slugs = {"swiss": swiss.competition.slug, "grouped": grouped.competition.slug}
    return slugs | {"round": 1, "group": 1, "place": 1}


def drawn_games(rules: Any) -> Any:
    """The same rules with two games a match, so that a match may be drawn."""
    return replace(rules, forms=(TieForm(games=2),))
