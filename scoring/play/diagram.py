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

from scoring.play.layout import SIDES, Layout
from scoring.play.parameters import Spinner
from scoring.play.tiles import PIPS, Tile

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
