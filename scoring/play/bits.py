"""The line of play, and layouts that branch, as small whole numbers, for counting and searching fast.

Those of the plain `LineTable` are worked out once for a set of dominoes; those of a `Spread` with spinners grow as
layouts are met, since nobody can list them all beforehand, and two layouts are one number when the same ends are open.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias

from scoring.play.possible import TOTAL_PEGS
from scoring.play.rules import Spinner
from scoring.play.tiles import Tile, domino_set

End: TypeAlias = tuple[int, bool]
Pair: TypeAlias = tuple[End, End]
Steps: TypeAlias = Mapping[int, tuple[tuple[int, int], ...]]


class MoveTable(Protocol):
    """What counting and searching ask of a game: `LineTable` is one; layouts with spinners are another."""

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
class LineTable:
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


def spread(hand: int, table: MoveTable) -> tuple[Tile, ...]:
    """The tiles of a hand, lowest first."""
    return tuple(tile for index, tile in enumerate(table.tiles) if hand >> index & 1)


def single_bits(hand: int) -> Iterator[int]:
    """The bit of each tile of a hand, lowest first."""
    while hand:
        lowest = hand & -hand
        yield lowest
        hand ^= lowest


@cache
def line(set_max: int = 6, pegs: Callable[[int], int] = TOTAL_PEGS.__getitem__) -> LineTable:
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
    return LineTable(
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


# --- layouts with spinners --------------------------------------------------------------------------------------------
#: An end is its pip and its kind. A plain double may be alone or have one side covered; a spinner has 0 to 3 of its
#: four places covered; a sniff in line is alone, and then as good as a single. What an end becomes when a tile is
#: joined to it, None when nothing is left of it. Where a sniff takes stubs, who joins the last two leaves no end.
_SINGLE, _LONE, _DOUBLE, _IN_LINE, _SPINNER = 0, 1, 2, 3, 4
_COVERED: Mapping[int, int | None] = {
    _SINGLE: None, _LONE: _DOUBLE, _DOUBLE: None, _IN_LINE: _SINGLE, 4: 5, 5: 6, 6: 7, 7: None,
}  # fmt: skip
#: What a double is as the lead, and joined to a line: a plain one, the first of those that lie in line, a spinner.
_PLAIN, _FIRST_IN_LINE, _SPINS = (_LONE, _DOUBLE), (_IN_LINE, _SINGLE), (_SPINNER, _SPINNER + 1)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The open ends, sorted, as (pip, kind), and the kinds that a double would be, led or joined to a line.

    ``stubs`` is what the stubs at a sniff add to the total.
    """

    ends: tuple[tuple[int, int], ...]
    double: tuple[int, int]
    stubs: int = 0


class Spread:
    """Tables of layouts under one spinner policy, in the form of `MoveTable`; pegs are by `pegs(total)`.

    `shown[number]` is the open ends of a layout, as (pip, kind).
    """

    def __init__(self, policy: Spinner, pegs: Callable[[int], int], set_max: int = 6) -> None:
        self.tiles = domino_set(set_max)
        self.fits: list[int] = []
        self.steps: list[_Grown] = []
        self.twin: list[bool] = []
        self.shown: list[tuple[tuple[int, int], ...]] = []
        self._policy = policy
        self._pegs = pegs
        self._numbers: dict[_Layout, int] = {}
        self.empty = self.number(_Layout((), _first_double(policy)))

    def number(self, layout: _Layout) -> int:
        """The number of a layout, a new one if it has not been met."""
        known_number = self._numbers.get(layout)
        if known_number is not None:
            return known_number
        pips = {pip for pip, _ in layout.ends}
        fits = (1 << n for n, tile in enumerate(self.tiles) if not pips or tile.high in pips or tile.low in pips)
        self._numbers[layout] = number = len(self.fits)
        self.fits.append(sum(fits))
        self.steps.append(_Grown(self, layout))
        self.twin.append(False)
        self.shown.append(layout.ends)
        return number

    def grow(self, layout: _Layout, tile: Tile) -> tuple[tuple[int, int], ...]:
        """The distinct (layout number, pegs) that a tile can make."""
        double = _PLAIN if tile.is_double and self._policy is not Spinner.ALL else layout.double
        after = _after_joining(layout, tile, _first_stub(self._policy))
        made = {_Layout(ends, double, stubs) for ends, stubs in after}
        ordered = sorted(made, key=lambda each: (each.ends, each.stubs))
        return tuple((self.number(each), self._pegs(self.total(each))) for each in ordered)

    def total(self, layout: _Layout) -> int:
        return sum(pip * _weight(self._policy, kind) for pip, kind in layout.ends) + layout.stubs


class _Grown(dict[int, tuple[tuple[int, int], ...]]):
    """The steps from one layout, each worked out when it is first asked for."""

    def __init__(self, spread: Spread, layout: _Layout) -> None:
        super().__init__()
        self._spread = spread
        self._layout = layout

    def __missing__(self, bit: int) -> tuple[tuple[int, int], ...]:
        self[bit] = growth = self._spread.grow(self._layout, self._spread.tiles[bit.bit_length() - 1])
        return growth


def _first_double(policy: Spinner) -> tuple[int, int]:
    return _SPINS if policy.branches else _FIRST_IN_LINE if policy is Spinner.IN_LINE else _PLAIN


def _weight(policy: Spinner, kind: int) -> int:
    if kind == _SINGLE:
        return 1
    if policy is Spinner.STUBS and kind >= _SPINNER:
        return max(0, _SPINNER + 2 - kind)
    if kind < _SPINNER + 2:
        return 2
    return _SPINNER + 4 - kind if policy is Spinner.SNIFF else 0


def _first_stub(policy: Spinner) -> int:
    """The first kind of end at which a tile joined is a stub; beyond them all where there are none."""
    return _SPINNER + 2 if policy is Spinner.STUBS else len(_COVERED)


def end_kinds(policy: Spinner) -> dict[str, Any]:
    """The kinds of end as plain JSON values: by kind how often its pip counts, and what it becomes (-1: nothing).

    ``first`` and ``later``: what a double is, led and joined; ``later`` is null where every double is as the first.
    ``stub``: the first kind of end at which a tile joined is a stub.
    """
    return {
        "single": _SINGLE,
        "weight": [_weight(policy, kind) for kind in sorted(_COVERED)],
        "becomes": [-1 if after is None else after for _, after in sorted(_COVERED.items())],
        "first": list(_first_double(policy)),
        "stub": _first_stub(policy),
        "later": None if policy is Spinner.ALL else list(_PLAIN),
    }


def _after_joining(layout: _Layout, tile: Tile, stub: int) -> set[tuple[tuple[tuple[int, int], ...], int]]:
    """The open ends that a tile can leave, with what the stubs then count; from the kind ``stub`` on it is one."""
    led, joined = layout.double
    if not layout.ends:
        lead = ((tile.high, led),) if tile.is_double else ((tile.low, _SINGLE), (tile.high, _SINGLE))
        return {(lead, 0)}
    made = set()
    for end in {end for end in layout.ends if tile.has(end[0])}:
        pip, kind = end
        rest = list(layout.ends)
        rest.remove(end)
        stubs = layout.stubs
        if kind < stub:
            rest.append((tile.other(pip), joined if tile.is_double else _SINGLE))
        else:
            stubs += tile.other(pip)
        becomes = _COVERED[kind]
        if becomes is not None:
            rest.append((pip, becomes))
        made.add((tuple(sorted(rest)), stubs))
    return made
