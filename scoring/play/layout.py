"""The line of play: the tiles on the table, which ends are open, and what they add up to.

An end has an identity, the tile it belongs to: the 5 of [5-5] and the 5 of [5-2] are two ends. A tile may be joined to

* a plain tile: at the half that is open (a tile led alone has two open halves, with different pips);
* a double: at its two sides, which are alike; and, if it is a spinner, at its two ends once both sides are covered.

So the tile at which another is joined, its *host*, always says enough. What an end adds to the total (`End.counts`):

* a plain tile: the open pip;
* a double with at most one side covered: its pip twice; then nothing, even while a spinner's ends can be played;
* the sniff (the spinner of American Sniff) with both sides covered: its pip once for each end not covered;
* a sniff that lies in line: its pip once for each of its two ends not covered.

A stub, a tile at a long side of a sniff in line, is no end: nothing is joined to it, and its outer pip counts for good.
"""

from dataclasses import dataclass
from typing import Self

from scoring.play.finding import IllegalEvent
from scoring.play.rules import Rules, Spinner
from scoring.play.tiles import PIPS, Tile
from scoring.words import join_list

SIDES = 2  # places along the line at a double
ARMS = 4  # places at a spinner: two sides, two ends


class LayoutError(IllegalEvent):
    """The tile does not go there; ``token`` is the tile or the end as written."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a tile can be joined: the pip ``pip`` of the tile ``host``.

    ``covered`` counts the tiles already joined to a double, from 0 (led alone) to 3 (a spinner with one arm to come).
    """

    host: Tile
    pip: int
    covered: int
    counts: int  # what it adds to the total now
    is_spinner: bool = False
    lies_in_line: bool = False

    @property
    def is_double(self) -> bool:
        return self.host.is_double

    @property
    def kind(self) -> tuple[int, bool, int]:
        """Equal for two ends when a tile joined to either leaves the same open ends, so that they are one choice."""
        # What is left of a double in line is as good as the half of a plain tile.
        single = self.lies_in_line and self.covered > 0 and not self.is_spinner
        return (self.pip, self.is_double and not single, self.covered if self.is_spinner else 0)

    @property
    def name(self) -> str:
        """``5`` for a single five, ``5d`` for the double."""
        return PIPS[self.pip] + ("d" if self.is_double else "")

    def __str__(self) -> str:
        return f"{self.name} of {self.host}"


@dataclass(frozen=True, slots=True)
class Joined:
    """One tile on the table and the tile it was joined to; the first has no host."""

    tile: Tile
    host: Tile | None


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """One way to play a tile: the tile, the end it is joined to (None for a lead) and the layout that makes."""

    tile: Tile
    end: End | None
    layout: "Layout"

    @property
    def total(self) -> int:
        return self.layout.total


@dataclass(frozen=True, slots=True)
class Layout:
    """What is on the table. Start with ``Layout(spinner)`` and play tiles onto it; nothing is ever changed in place."""

    spinner: Spinner = Spinner.NONE
    joined: tuple[Joined, ...] = ()
    ends: tuple[End, ...] = ()
    stubs: tuple[int, ...] = ()  # the outer pips of the stubs at a sniff

    @property
    def total(self) -> int:
        """The sum of the open ends and of the stubs. A double led alone counts once: [6-6] is 12."""
        return sum(end.counts for end in self.ends) + sum(self.stubs)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(joined.tile for joined in self.joined)

    @property
    def open_pips(self) -> frozenset[int]:
        return frozenset(end.pip for end in self.ends)

    @property
    def in_line(self) -> Tile | None:
        """The double that lies along the line, where the rules lay the first one so."""
        lays = self.spinner in {Spinner.STUBS, Spinner.IN_LINE, Spinner.IN_LINE_WHOLE}
        return self._first_double() if lays else None

    def fits(self, tile: Tile) -> bool:
        for end in self.ends:
            if end.pip in (tile.high, tile.low):
                return True
        return not self.joined

    def ends_for(self, tile: Tile) -> tuple[End, ...]:
        """The ends where the tile fits, leaving out any that would come to the same thing as one before it."""
        ends_by_kind: dict[tuple[int, bool, int], End] = {}
        for end in self.ends:
            if end.pip in (tile.high, tile.low):
                ends_by_kind.setdefault(end.kind, end)
        return tuple(ends_by_kind.values())

    def legal(self, hand: tuple[Tile, ...]) -> tuple[LegalPlay, ...]:
        """Every play that makes a difference, in the order of the hand and then of the ends."""
        if not self.joined:
            return tuple(LegalPlay(tile, None, self.play(tile)) for tile in hand)
        left = [tile for tile in hand if tile not in self.tiles]  # a spoilt record may have one twice
        return tuple(LegalPlay(tile, end, self.play(tile, end)) for tile in left for end in self.ends_for(tile))

    def play(self, tile: Tile, at: End | Tile | None = None) -> Self:
        """The layout with one more tile, joined ``at`` an open end or at the host tile named.

        ``at`` may be left out for the lead, and whenever all the ends where the tile fits come to the same thing.
        Raises `LayoutError` with the code ``on_table``, ``no_fit``, ``not_open`` or ``which_end``.
        """
        if any(joined.tile == tile for joined in self.joined):
            raise LayoutError("on_table", f"{tile} is on the table already", token=str(tile))
        if not self.joined:
            if at is not None:
                raise LayoutError("not_open", "nothing is on the table yet", token=str(at))
            if tile.is_double:
                led: tuple[End, ...] = (self._double_end(tile, 0, spins=self._next_double_spins()),)
            else:
                led = (End(tile, tile.high, 0, tile.high), End(tile, tile.low, 0, tile.low))
            return type(self)(self.spinner, (Joined(tile, None),), led)
        end = self.end_for(tile, at)
        place = self.ends.index(end)
        ends = (*self.ends[:place], *self._still_open(end), *self.ends[place + 1 :])
        joined = (*self.joined, Joined(tile, end.host))
        if self.spinner is Spinner.STUBS and end.covered >= SIDES:
            return type(self)(self.spinner, joined, ends, (*self.stubs, tile.other(end.pip)))
        far = tile.other(end.pip)
        brings = (
            self._double_end(tile, 1, spins=self._next_double_spins()) if tile.is_double else End(tile, far, 0, far)
        )
        return type(self)(self.spinner, joined, (*ends, brings), self.stubs)

    def end_for(self, tile: Tile, at: End | Tile | None) -> End:
        """The open end meant by ``at`` for this tile; raises `LayoutError` as `play` does."""
        if isinstance(at, End):
            if at not in self.ends:
                raise LayoutError("not_open", f"{at} is not open", token=str(at))
            if not tile.has(at.pip):
                raise LayoutError("no_fit", f"{tile} does not fit the {at}", token=str(tile))
            return at
        fitting = self.ends_for(tile)
        if at is not None:
            hosts = [end for end in self.ends if end.host == at]
            if not hosts:
                raise LayoutError("not_open", f"{at} has no open end", token=str(at))
            fitting = tuple(end for end in hosts if tile.has(end.pip))
        if not fitting:
            where = "fits no open end" if at is None else f"does not fit {at}"
            raise LayoutError("no_fit", f"{tile} {where}", token=str(tile))
        if len(fitting) > 1:
            raise LayoutError("which_end", f"{tile} fits {' and '.join(map(str, fitting))}: say which", token=str(tile))
        return fitting[0]

    def explain(self, rules: Rules) -> str:
        """The ends, the total and the points in words, for whoever watches: ``5 and double 5: 15, 8 points``."""
        if not self.joined:
            return "Nothing on the table"
        shown = [_in_words(end) for end in self.ends if end.counts or not (end.is_spinner and end.covered >= SIDES)]
        shown += [f"{pip} on a stub" for pip in self.stubs]
        points = rules.points(self.total)
        worth = "no points" if points == 0 else "1 point" if points == 1 else f"{points} points"
        return f"{join_list(shown)}: {self.total}, {worth}" if shown else f"No end open: {self.total}, {worth}"

    def _still_open(self, end: End) -> tuple[End, ...]:
        """What is left of an end once a tile has been joined to it: nothing, except at a double with places to come."""
        covered = end.covered + 1
        if not end.is_double or covered >= (ARMS if end.is_spinner else SIDES):
            return ()
        return (self._double_end(end.host, covered, spins=end.is_spinner),)

    def _double_end(self, double: Tile, covered: int, *, spins: bool) -> End:
        """The end of a double with so many of its places covered, and what it counts."""
        pip = double.high
        in_line = self.spinner in {Spinner.STUBS, Spinner.IN_LINE} and self._first_double() in {None, double}
        if in_line:
            counts = pip * max(0, SIDES - covered)
        elif covered < SIDES:
            counts = double.pips
        else:
            counts = pip * (ARMS - covered) if self.spinner is Spinner.SNIFF else 0
        return End(double, pip, covered, counts, spins, in_line)

    def _next_double_spins(self) -> bool:
        return self.spinner.branches and (self.spinner is Spinner.ALL or self._first_double() is None)

    def _first_double(self) -> Tile | None:
        return next((joined.tile for joined in self.joined if joined.tile.is_double), None)


def _in_words(end: End) -> str:
    if end.is_spinner and end.covered >= SIDES:
        return f"{end.pip} twice at the sniff" if end.covered == SIDES else f"{end.pip} at the sniff"
    if end.lies_in_line:
        return f"{end.pip} at the sniff" if end.covered else f"{end.pip} twice at the sniff"
    return f"double {end.pip}" if end.is_double else str(end.pip)


# --- a layout as one line of text -------------------------------------------------------------------------------------
EMPTY = "-"


def write_layout(layout: Layout) -> str:
    """The string of a layout, the same for every order of play and for its mirror image.

        layout   =  "-"  |  line
        line     =  tile { "-" tile } [ "-" spinner ]   |   spinner
        tile     =  pip "|" pip
        spinner  =  double "=" "(" [ line { "," line } ] ")" [ "(" line { "," line } ")" ]

    ``-`` alone is an empty table. Tiles are joined by ``-`` and read outwards, so the halves that touch show the same
    pip: ``5|2-2|4-4|4-4|0``. After a spinner stand the arms at its sides, in brackets, and then those at its ends, in
    brackets of their own if there are any. The arm from which a spinner is read is not written again::

        3|3=(3|4-4|5,3|6)            the double three with an arm of two tiles at one side and of one at the other
        3|3=(3|4-4|5,3|6)(3|0)       the same with a tile at one end
        6|6=(6|0,6|3-3|3=(3|1))      Five Up, where every double is a spinner: the double three has a side to each arm
        5|5=(5|2-2|2)                the sniff, marked so though it lies in line: no arm can be at its ends
        5|5=(5|1,5|2-2|2)(5|4)       the same with a stub at one of its long sides, where it takes them

    It starts at the spinner (the highest, if there are several), or, where there is none, at the end of the line that
    makes the string smaller; the arms at the sides, and those at the ends, stand in the order of their strings.
    """
    if not layout.joined:
        return EMPTY
    neighbours = _neighbours(layout)
    spinners = _spinners(layout)
    if spinners:
        return _write(max(spinners), None, neighbours, spinners)
    tips = [here for here, others in neighbours.items() if len(others) < SIDES]
    return min(_write(tip, None, neighbours, spinners) for tip in tips)


def _neighbours(layout: Layout) -> dict[Tile, list[Tile]]:
    """The tiles at each tile in the order they were joined: at a double, the first two are at its sides."""
    neighbours: dict[Tile, list[Tile]] = {}
    for joined in layout.joined:
        neighbours[joined.tile] = []
        if joined.host is not None:
            neighbours[joined.tile].append(joined.host)
            neighbours[joined.host].append(joined.tile)
    return neighbours


def _spinners(layout: Layout) -> tuple[Tile, ...]:
    """The doubles that are marked: the spinners, or the sniff in line."""
    doubles = tuple(tile for tile in layout.tiles if tile.is_double)
    if layout.spinner is Spinner.ALL:
        return doubles
    return doubles[:1] if layout.spinner.branches or layout.spinner is Spinner.IN_LINE else ()


def _write(here: Tile, origin: Tile | None, neighbours: dict[Tile, list[Tile]], spinners: tuple[Tile, ...]) -> str:
    """The string from ``here`` outwards, away from the tile it is read from."""
    others = neighbours[here]
    arms = {other: _write(other, here, neighbours, spinners) for other in others if other != origin}
    if here in spinners:
        sides = sorted(arms[other] for other in others[:SIDES] if other != origin)
        ends = sorted(arms[other] for other in others[SIDES:] if other != origin)
        groups = f"({','.join(sides)})" + (f"({','.join(ends)})" if ends else "")
        return f"{_half(here.high)}|{_half(here.low)}={groups}"
    free = here.other(_touching(here, others[0])) if others else here.high  # at the tip of a line
    near = _touching(here, origin) if origin else free
    return "-".join((f"{_half(near)}|{_half(here.other(near))}", *arms.values()))


def _touching(one: Tile, other: Tile) -> int:
    """The pip by which two joined tiles touch. Two tiles of one set share one pip at most."""
    return one.high if other.has(one.high) else one.low


def _half(pip: int) -> str:
    return PIPS[pip]
