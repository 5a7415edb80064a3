"""Who of a side may be picked for a match, and what becomes of a card on which somebody stood who may not play."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from scoring.card.check import check
from scoring.card.format import Settle, ShortSide
from scoring.card.league_rules import LoanVerdict, judge
from scoring.card.match import Match, Player, Problem
from scoring.card.name_matching import CardContext, WrittenName, context_of
from scoring.card.outcome import filled_lines
from scoring.card.sheet import Card, GameScore, How, LineScore, Named, Side
from scoring.names import fold

ON_A_LINE = frozenset((
    *("name_unknown", "not_registered", "registered_late", "registered_after_match", "tied_elsewhere"),
    *("plays_for_opponents", "plays_up_not", "under_age", "suspended", "cup_tied", "cup_appearances"),
))  # fmt: skip
BARRED = ON_A_LINE | {"registered_too_soon"}
SAID_OF_A_PLAYER = BARRED | {"plays_up", "plays_up_ties"}
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
    context = context_of(card, match)
    lost = {(place.filled.path, side) for side, key in players for place in _of(side, key, context)}
    how = How.PLAYED if match.format.short is ShortSide.VOID else How.CLAIMED
    lines = []
    for i, (line, score) in enumerate(filled_lines(card, match.format)):
        sides = [side for side in Side if (f"lines.{i}", side) in lost]
        games = score.games
        if len(sides) == 1:
            count = line.to_win if line.settle is Settle.BEST_OF else line.games
            games = (GameScore(sides[0].other, how=how),) * count
        elif sides:  # somebody on both sides: the line is nobody's
            games = (GameScore(None, how=How.VOID),) * line.games
        lines.append(replace(score, games=games))
    return replace(card, lines=(*lines, *card.lines[len(lines) :]))


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


# --- before there is a card ---------------------------------------------------------------------------------------


def eligibility_of(
    players: Iterable[Player], side: Side, match: Match
) -> tuple[tuple[Player, bool, tuple[Problem, ...]], ...]:
    """Each player with whether they may play for a side, and what a card of this match would be told of them."""
    people = tuple(players)
    named = tuple(Named(each.id, each.name) for each in people)
    line = LineScore(home=named) if side is Side.HOME else LineScore(away=named)
    problems: list[list[Problem]] = [[] for _ in people]
    for problem in check(Card(lines=(line,)), match):
        place, _, number = problem.path.rpartition(".")
        if place == f"lines.0.{side}" and problem.code in SAID_OF_A_PLAYER:
            problems[int(number)].append(problem)
    return tuple(
        (player, all(problem.code not in BARRED for problem in own), tuple(own))
        for player, own in zip(people, problems, strict=True)
    )


def reserves(side: Side, match: Match) -> tuple[Player, ...]:
    """Players of other teams who may help this side out by the league's rule, in the order of their names.

    Nobody where the league has no such rule; nor of the opponents, who play that night.
    """
    rule = match.playing_up
    if rule is None:
        return ()
    may = {LoanVerdict.MAY, LoanVerdict.TIES}
    helping = [each for each in match.elsewhere if (loan := each.loan(side)) is not None and judge(rule, loan) in may]
    return tuple(sorted(helping, key=lambda each: (each.name, each.id)))
