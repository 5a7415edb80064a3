"""The plain line of play as small whole numbers, for counting and searching fast.

Knows tables, worked out once for a set of dominoes: a tile is one bit, a hand is the sum of its bits, and the two open
ends are one number. Refuses to know whose turn it is, and spinners: `layout` is the readable account of the same line,
and the tests hold the two equal.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeAlias

from scoring.play.possible import TOTAL_PEGS
from scoring.play.tiles import Tile, domino_set

End: TypeAlias = tuple[int, bool]
Pair: TypeAlias = tuple[End, End]
Steps: TypeAlias = Mapping[int, tuple[tuple[int, int], ...]]


class Table(Protocol):
    """What counting and searching ask of a game: `Line` is one; layouts with spinners are another."""

    @property
    def tiles(self) -> tuple[Tile, ...]: ...
    @property
    def fits(self) -> Sequence[int]: ...
    @property
    def steps(self) -> Sequence[Steps]: ...
    @property
    def twin(self) -> Sequence[bool]: ...
    @property
    def empty(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Line:
    """Tables for the line with one set of dominoes; `ends` below is a number from 0 to `empty`.

    fits[ends]: the bits of all tiles that can be played. steps[ends][bit]: the distinct (ends, pegs) that tile can
    make. twin[ends]: both ends are the same kind, so that each tile has two places which make one outcome. `empty`
    is the table before the drop. shown[ends]: the ends as (pip, is a double) twice.
    """

    tiles: tuple[Tile, ...]
    fits: tuple[int, ...]
    steps: tuple[Steps, ...]
    twin: tuple[bool, ...]
    shown: tuple[Pair, ...]
    empty: int

    def ends(self, first: End, second: End) -> int:
        """The number of a pair of ends in either order."""
        return self.shown.index((min(first, second), max(first, second)))


def mask(tiles: Iterable[Tile]) -> int:
    """The hand that holds these tiles; a tile's bit is its place in its set, the same in a larger set."""
    return sum({1 << tile.high * (tile.high + 1) // 2 + tile.low for tile in tiles})


def spread(hand: int, table: Table) -> tuple[Tile, ...]:
    """The tiles of a hand, lowest first."""
    return tuple(tile for index, tile in enumerate(table.tiles) if hand >> index & 1)


def single_bits(hand: int) -> Iterator[int]:
    """The bit of each tile of a hand, lowest first."""
    while hand:
        lowest = hand & -hand
        yield lowest
        hand ^= lowest


def fives_and_threes(total: int) -> int:
    """Pegs for a total of the double-six line."""
    return TOTAL_PEGS[total]


@cache
def line(set_max: int = 6, pegs: Callable[[int], int] = fives_and_threes) -> Line:
    """The tables for a set whose highest double is `set_max`, pegging each total by `pegs`."""
    tiles = domino_set(set_max)
    kinds = [(pip, double) for pip in range(set_max + 1) for double in (False, True)]
    shown = tuple((a, b) for index, a in enumerate(kinds) for b in kinds[index:])
    number = {pair: index for index, pair in enumerate(shown)}
    worth = [pegs(_total(*pair)) for pair in shown]
    steps: list[Steps] = []
    for pair in shown:
        made = ((1 << index, {number[after] for after in _after(pair, tile)}) for index, tile in enumerate(tiles))
        steps.append({bit: tuple((ends, worth[ends]) for ends in sorted(afters)) for bit, afters in made if afters})
    drops = [number[(tile.low, tile.is_double), (tile.high, tile.is_double)] for tile in tiles]
    steps.append({1 << index: ((ends, worth[ends]),) for index, ends in enumerate(drops)})
    return Line(
        tiles=tiles,
        fits=tuple(sum(each) for each in steps),
        steps=tuple(steps),
        twin=(*(a == b for a, b in shown), False),
        shown=shown,
        empty=len(shown),
    )


def _total(first: End, second: End) -> int:
    """A double counts twice, but two ends of one double are a lone drop, which counts once."""
    if first == second and first[1]:
        return 2 * first[0]
    return sum(pip * (1 + double) for pip, double in (first, second))


def _after(pair: Pair, tile: Tile) -> Iterator[Pair]:
    """Every pair of ends that a tile can make of this pair."""
    for (pip, _), stays in (pair, pair[::-1]):
        if tile.has(pip):
            shows = tile.other(pip), tile.is_double
            yield min(shows, stays), max(shows, stays)
