"""Layouts with spinners as small whole numbers: the companion of `bits.Line` for the games that branch.

Knows the same tables as the line has, but grown as layouts are met, since nobody can list them all beforehand. Two
layouts are one number when the same ends are open; which arm an end is on makes no difference to the game. Refuses to
know drawing from the boneyard. `layout` is the readable account, and the tests hold the two equal.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.play.parameters import Spinner
from scoring.play.tiles import Tile, domino_set

#: An end is its pip and its kind. A plain double may be alone or have one side covered; a spinner has 0 to 3 of its
#: four places covered; a sniff in line is alone, and then as good as a single. What an end becomes when a tile is
#: joined to it, None when nothing is left of it:
_SINGLE, _LONE, _DOUBLE, _IN_LINE, _SPINNER = 0, 1, 2, 3, 4
_COVERED: Mapping[int, int | None] = {
    _SINGLE: None, _LONE: _DOUBLE, _DOUBLE: None, _IN_LINE: _SINGLE, 4: 5, 5: 6, 6: 7, 7: None,
}  # fmt: skip
#: What a double is as the lead, and joined to a line: a plain one, the first of those that lie in line, a spinner.
_PLAIN, _FIRST_IN_LINE, _SPINS = (_LONE, _DOUBLE), (_IN_LINE, _SINGLE), (_SPINNER, _SPINNER + 1)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The open ends, sorted, as (pip, kind), and the kinds that a double would be, led or joined to a line."""

    ends: tuple[tuple[int, int], ...]
    double: tuple[int, int]


class Spread:
    """Tables of layouts under one spinner policy, in the form of `bits.Table`; pegs are by `pegs(total)`.

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
        first = _SPINS if policy.branches else _FIRST_IN_LINE if policy is Spinner.IN_LINE else _PLAIN
        self.empty = self.number(_Layout((), first))

    def number(self, layout: _Layout) -> int:
        """The number of a layout, a new one if it has not been met."""
        known = self._numbers.get(layout)
        if known is not None:
            return known
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
        made = {_Layout(ends, double) for ends in _after(layout, tile)}
        return tuple((self.number(after), self._pegs(self.total(after))) for after in sorted(made, key=repr))

    def total(self, layout: _Layout) -> int:
        """The sum of the open ends."""
        return sum(pip * self._weight(kind) for pip, kind in layout.ends)

    def _weight(self, kind: int) -> int:
        if kind == _SINGLE:
            return 1
        if kind < _SPINNER + 2:
            return 2
        return _SPINNER + 4 - kind if self._policy is Spinner.SNIFF else 0


class _Grown(dict[int, tuple[tuple[int, int], ...]]):
    """The steps from one layout, each worked out when it is first asked for."""

    def __init__(self, spread: Spread, layout: _Layout) -> None:
        super().__init__()
        self._spread = spread
        self._layout = layout

    def __missing__(self, bit: int) -> tuple[tuple[int, int], ...]:
        self[bit] = found = self._spread.grow(self._layout, self._spread.tiles[bit.bit_length() - 1])
        return found


def _after(layout: _Layout, tile: Tile) -> set[tuple[tuple[int, int], ...]]:
    """The open ends that a tile can leave."""
    led, joined = layout.double
    if not layout.ends:
        lead = ((tile.high, led),) if tile.is_double else ((tile.low, _SINGLE), (tile.high, _SINGLE))
        return {lead}
    made = set()
    for end in {end for end in layout.ends if tile.has(end[0])}:
        pip, kind = end
        rest = list(layout.ends)
        rest.remove(end)
        rest.append((tile.other(pip), joined if tile.is_double else _SINGLE))
        becomes = _COVERED[kind]
        if becomes is not None:
            rest.append((pip, becomes))
        made.add(tuple(sorted(rest)))
    return made
