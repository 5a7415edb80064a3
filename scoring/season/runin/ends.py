"""The ways in which a match may end: what each is worth to either side, by the format and the points scheme.

Knows matches that are played to the end or given as a walkover. Refuses to know void games, awards and deductions:
those are decisions, and what a decision may be nobody can work out.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from scoring.card.format import Format, Line, Settle
from scoring.card.points import DecidedBy, Scheme, points
from scoring.card.sheet import Side
from scoring.card.tally import walkover

Count = tuple[int, int, int, int]  # games of home and away, half lines of home and away


@dataclass(frozen=True, slots=True, order=True)
class End:
    """One way that a match may end: (home, away) league points and games, and the winner as 1, 0 or -1 for home."""

    points: tuple[Fraction, Fraction]
    games: tuple[int, int]
    result: int


def ends(form: Format, scheme: Scheme) -> tuple[End, ...]:
    """Every way that a match may end, each once; walkovers to either side are among them."""
    found = {_end(count, scheme) for count in _likely(form, 0.5)}
    for side in Side:
        given = walkover(side, form, scheme)
        games = (given.home_games, given.away_games)
        found.add(End((given.home_points, given.away_points), games, 1 if side is Side.HOME else -1))
    return tuple(sorted(found))


def likely_ends(form: Format, scheme: Scheme, chance: float) -> Mapping[End, float]:
    """How likely each way to end a match is that is played, when the home side wins each game with this chance."""
    found: dict[End, float] = defaultdict(float)
    for count, likely in _likely(form, chance).items():
        found[_end(count, scheme)] += likely
    return found


def _end(count: Count, scheme: Scheme) -> End:
    games, lines = count[:2], (Fraction(count[2], 2), Fraction(count[3], 2))
    mine, theirs = lines if scheme.decided_by is DecidedBy.LINES else games
    return End(points(scheme, games=games, lines=lines), games, (mine > theirs) - (mine < theirs))


def _likely(form: Format, chance: float) -> Mapping[Count, float]:
    """Games and half lines that the lines of a card can add up to, and how likely."""
    reached: Mapping[Count, float] = {(0, 0, 0, 0): 1.0}
    for line in form.lines:
        further: dict[Count, float] = defaultdict(float)
        for (a, b, c, d), so_far in reached.items():
            for (e, f, g, h), likely in _line(line, chance):
                further[a + e, b + f, c + g, d + h] += so_far * likely
        reached = further
    return reached


def _line(line: Line, chance: float) -> Iterator[tuple[Count, float]]:
    if line.settle is Settle.BEST_OF:
        for lost in range(line.to_win):
            orders = comb(line.to_win - 1 + lost, lost)
            yield (line.to_win, lost, 2, 0), orders * chance**line.to_win * (1 - chance) ** lost
            yield (lost, line.to_win, 0, 2), orders * (1 - chance) ** line.to_win * chance**lost
        return
    for won in range(line.games + 1):
        lost = line.games - won
        likely = comb(line.games, won) * chance**won * (1 - chance) ** lost
        yield (won, lost, 1 + (won > lost) - (won < lost), 1 + (lost > won) - (lost < won)), likely
