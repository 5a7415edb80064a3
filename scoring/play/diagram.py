"""A layout as one line of text, as a chess position has its string.

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

Of all the strings that a layout might have the writer chooses one: it starts at the spinner (the highest, if there are
several), or, where there is none, at the end of the line that makes the string smaller; and it writes the arms at the
sides, and those at the ends, in the order of their strings.
"""

from dataclasses import dataclass, field

from scoring.play.layout import SIDES, Layout, LayoutError
from scoring.play.parameters import Spinner
from scoring.play.tiles import PIPS, Tile, tile

EMPTY = "-"


def write_layout(layout: Layout) -> str:
    """The string of a layout, the same for every order of play and for its mirror image."""
    if not layout.joined:
        return EMPTY
    neighbours = _neighbours(layout)
    spinners = _spinners(layout)
    if spinners:
        return _write(max(spinners), None, neighbours, spinners)
    tips = [here for here, others in neighbours.items() if len(others) < SIDES]
    return min(_write(tip, None, neighbours, spinners) for tip in tips)


def parse_layout(text: str, spinner: Spinner = Spinner.NONE) -> Layout:
    """The layout that a string shows, under this spinner policy. Takes any string that means it, canonical or not.

    Raises `LayoutError` with the code ``syntax``, ``no_fit``, ``on_table``, ``not_open`` (more arms than places) or
    ``spinner`` (a double that the policy would, or would not, make a spinner).
    """
    text = "".join(text.split())
    if text == EMPTY:
        return Layout(spinner)
    reader = _DiagramReader(text)
    reader.read()
    return _grow(reader, spinner)


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


@dataclass(slots=True)
class _DiagramReader:
    """Reads a string into the tiles at the sides and at the ends of each tile. Used once, and kept no longer."""

    text: str
    at: int = 0
    sides: dict[Tile, list[Tile]] = field(default_factory=dict)
    ends: dict[Tile, list[Tile]] = field(default_factory=dict)
    spinners: list[Tile] = field(default_factory=list)

    def read(self) -> None:
        self._line(None, None)
        if self.at < len(self.text):
            raise self._unexpected("the end of the layout")

    def _line(self, origin: Tile | None, pip: int | None) -> Tile:
        """Read tiles outwards from ``origin``, where ``pip`` is open; the first tile read is returned."""
        first: Tile | None = None
        while True:
            here, pip = self._tile(origin, pip)
            first = first or here
            if self._takes("="):
                self._spinner(here, origin)
                return first
            if not self._takes("-"):
                return first
            start = self.at
            self.sides[here].append(tile(*self._halves()))
            self.at = start
            origin = here

    def _tile(self, origin: Tile | None, pip: int | None) -> tuple[Tile, int]:
        start = self.at
        near, far = self._halves()
        here = tile(near, far)
        written = self.text[start : self.at]
        if here in self.sides:
            raise LayoutError("on_table", f"{here} is written twice", token=written)
        if pip is not None and near != pip:
            raise LayoutError("no_fit", f"{written} does not touch a {_half(pip)}", token=written)
        self.sides[here] = [origin] if origin else []
        self.ends[here] = []
        return here, far

    def _halves(self) -> tuple[int, int]:
        near = self._pip()
        if not self._takes("|"):
            raise self._unexpected("| between the halves of a tile")
        return near, self._pip()

    def _spinner(self, double: Tile, origin: Tile | None) -> None:
        if not double.is_double:
            raise LayoutError("spinner", f"{double} is no double, so no spinner", token=str(double))
        self.spinners.append(double)
        sides = self._arms(double)
        ends = self._arms(double) if self.text[self.at : self.at + 1] == "(" else []
        if origin and len(sides) == SIDES:  # read from one of its ends
            self.sides[double], self.ends[double] = sides, [origin, *ends]
        else:
            self.sides[double], self.ends[double] = [*self.sides[double], *sides], ends

    def _arms(self, double: Tile) -> list[Tile]:
        if not self._takes("("):
            raise self._unexpected("( before the arms of a spinner")
        arms: list[Tile] = []
        while not self._takes(")"):
            if arms and not self._takes(","):
                raise self._unexpected(", or ) after an arm")
            arms.append(self._line(double, double.high))
        return arms

    def _takes(self, mark: str) -> bool:
        is_next = self.text[self.at : self.at + 1] == mark
        self.at += is_next
        return is_next

    def _pip(self) -> int:
        mark = self.text[self.at : self.at + 1]
        pip = PIPS.find(mark) if mark else -1
        if pip < 0:
            raise self._unexpected("a pip")
        self.at += 1
        return pip

    def _unexpected(self, wanted: str) -> LayoutError:
        token = self.text[self.at : self.at + 1] or "the end"
        return LayoutError("syntax", f"column {self.at + 1}: {wanted} is expected, not {token}", token=token)


def _grow(reader: _DiagramReader, spinner: Spinner) -> Layout:
    """Play the tiles read in an order that could have made them lie so.

    The order matters only for spinners: the first double must be the one that is marked, and sides come before ends. So
    each tile is tried as the lead until one will do.
    """
    refused = LayoutError("spinner", f"the doubles marked as spinners are not those of {spinner}", token=reader.text)
    for lead in (*reader.spinners, *reader.sides):
        try:
            layout = _grow_from(lead, reader, spinner)
        except LayoutError as error:
            refused = error
            continue
        neighbours = _neighbours(layout)
        as_read = all(set(neighbours[double][:SIDES]) == set(reader.sides[double]) for double in reader.spinners)
        if as_read and set(_spinners(layout)) == set(reader.spinners):
            return layout
    raise refused


def _grow_from(lead: Tile, reader: _DiagramReader, spinner: Spinner) -> Layout:
    layout = Layout(spinner).play(lead)
    placed = [lead]
    for host in placed:
        for other in (*reader.sides[host], *reader.ends[host]):
            if other not in placed:
                layout = layout.play(other, host)
                placed.append(other)
    return layout
