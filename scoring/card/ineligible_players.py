"""What becomes of a card on which somebody stood who may not play."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from scoring.card.check import check
from scoring.card.context import CardContext, WrittenName, context_of
from scoring.card.format import Format, Line, Settle, ShortSide
from scoring.card.match import Match
from scoring.card.outcome import filled_lines
from scoring.card.sheet import Card, GameScore, How, LineScore, Side
from scoring.names import fold

ON_A_LINE = frozenset((
    *("name_unknown", "not_registered", "registered_late", "registered_after_match", "tied_elsewhere"),
    *("plays_for_opponents", "plays_up_not", "under_age", "suspended", "cup_tied", "cup_appearances"),
))  # fmt: skip
AT_A_SIGNING = frozenset(("signing_not_allowed", "signing_late", "signing_tied"))


@dataclass(frozen=True, slots=True)
class Ineligible:
    """Somebody who was not to play for a side: `key` as `Identity` has it, the lines they stood on, and why."""

    side: Side
    key: str
    name: str
    lines: tuple[str, ...]
    why: tuple[str, ...]


def ineligible(card: Card, match: Match) -> tuple[Ineligible, ...]:
    """Everybody on the card who may not play, home side first, each once with every reason."""
    context = context_of(card, match)
    why: dict[tuple[Side, str], list[str]] = {}
    for problem in check(card, match):
        for side, key in _players_meant(problem.path, problem.code, context):
            why.setdefault((side, key), []).append(problem.message)
    everybody = []
    for (side, key), reasons in sorted(why.items(), key=lambda item: item[0][0] is Side.AWAY):
        places = _of(side, key, context)
        titles = tuple(dict.fromkeys(place.filled.title for place in places))
        everybody.append(Ineligible(side, key, places[0].identity.name, titles, tuple(reasons)))
    return tuple(everybody)


def forfeit_games(card: Card, match: Match, players: Collection[tuple[Side, str]]) -> Card:
    """The card with every game of these players, by side and key, given to the other side.

    Given as claimed, so that nobody has a record of it; where the league lets nobody claim, as played without pegs.
    """
    context = context_of(card, match)
    lost = {(place.filled.path, side) for side, key in players for place in _of(side, key, context)}
    pairs = enumerate(filled_lines(card, match.format))
    lines = [_after_forfeits(line, score, f"lines.{i}", lost, match.format) for i, (line, score) in pairs]
    return replace(card, lines=(*lines, *card.lines[len(lines) :]))


def _after_forfeits(
    line: Line, score: LineScore, path: str, lost: Collection[tuple[str, Side]], form: Format
) -> LineScore:
    """A line after forfeits. With somebody on both sides it is nobody's."""
    sides = [side for side in Side if (path, side) in lost]
    if not sides:
        return score
    if len(sides) > 1:
        return replace(score, games=tuple(GameScore(None, how=How.VOID) for _ in range(line.games)))
    how = How.PLAYED if form.short is ShortSide.VOID else How.CLAIMED
    games = line.to_win if line.settle is Settle.BEST_OF else line.games
    return replace(score, games=(GameScore(sides[0].other, how=how),) * games)


def _players_meant(path: str, code: str, context: CardContext) -> Iterator[tuple[Side, str]]:
    """Whom a problem is about, if it is about somebody who may not play."""
    if code in ON_A_LINE:
        yield from ((side, place.identity.key) for side in Side for place in context.places[side] if place.path == path)
    elif code in AT_A_SIGNING:
        signing = context.card.signings[int(path.partition(".")[2])]
        places = (each for each in context.places[signing.side] if fold(each.identity.name) == fold(signing.name))
        yield from ((signing.side, key) for key in dict.fromkeys(place.identity.key for place in places))


def _of(side: Side, key: str, context: CardContext) -> list[WrittenName]:
    return [place for place in context.places[side] if place.identity.key == key]
