"""What the scorer's page carries with it, so that a match can be pegged where there is no signal.

Knows the lines of the card, both squads and the tables of each kind of line. Refuses to know who pegs and at which
addresses. Runs inside the scope of a league.
"""

from typing import Any

from league.fixtures.models import Fixture
from league.live.queries.stories import lines_of, match_of
from league.results.queries import match_for, rules_for
from league.results.queries.papers import title_of
from league.ui.crib_board import Pegged, pegged
from league.ui.words import night
from scoring.card.format import Settle
from scoring.card.match import Squad
from scoring.play.rules import Rules
from scoring.play.tables import tables
from scoring.play.tables.runs import UntabledError

Tables = dict[str, dict[str, Any]]


def match_on_phone(fixture: Fixture) -> dict[str, Any]:
    """The match as plain JSON values: `sides`, `squads`, `lines` of the card and, by name, their `tables`.

    A line without tables is not pegged on a phone. Four queries.
    """
    card = match_for(fixture, rules=rules_for(fixture))
    kinds: dict[tuple[Rules, int], str] = {}
    pegged_lines = lines_of(fixture, match_of(fixture))
    lines = []
    for number, line in enumerate(card.format.lines):
        pegged_line = pegged_lines.get(number)
        kind = (pegged_line.rules, 2 * line.players) if pegged_line else None
        lines.append(
            {
                "label": line.label,
                "title": title_of(line),
                "players": line.players,
                "games": line.games,
                "bestOf": line.settle is Settle.BEST_OF,
                "toWin": line.to_win,
                "tables": kinds.setdefault(kind, f"rules-{len(kinds)}") if kind and _tables(*kind) else None,
            }
        )
    return {
        "code": fixture.code,
        "words": f"{fixture.home.name} v {card.away.name}, {night(fixture.date or fixture.first_date)}",
        "sides": [card.home.name, card.away.name],
        "squads": [_places(card.home), _places(card.away)],
        "onTheNight": card.on_the_night,
        "lines": lines,
        "tables": {name: _tables(*kind) for kind, name in kinds.items()},
    }


def boards_of(page: dict[str, Any]) -> list[Pegged]:
    """A board at the start of a game for each number of holes that the lines are pegged to."""
    targets = sorted({each["target"] for each in page["tables"].values()})
    home, away = page["sides"]
    return [pegged(target, (home, away)) for target in targets]


def _tables(rules: Rules, players: int) -> dict[str, Any] | None:
    """None for rules that a phone cannot follow: such a line is pegged on wood."""
    try:
        return tables(rules, players)
    except UntabledError:
        return None


def _places(squad: Squad) -> list[dict[str, str]]:
    return [{"key": player.id, "name": player.name} for player in squad.players]
