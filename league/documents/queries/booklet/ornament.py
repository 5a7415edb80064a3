"""What decorates a booklet: a line of dominoes whose ends make fifteen, and the board on which that is the game.

Fifteen is three fives and five threes: eight, the most that one tile can make, and it takes the pegs from 53 to 61.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from league.ui.tiles import HALF, Pip, pips

GAP = 3
LINE = ((5, 5), (5, 6), (6, 3), (3, 3), (3, 5))
HOLES, FIVES = 60, 5
PEGS = ((53, 61), (46, 55))


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile with its upper left corner; a double stands upright."""

    x: int
    y: int
    wide: int
    high: int
    pips: tuple[Pip, ...]

    @property
    def split(self) -> str:
        """The line between its halves, as an SVG path."""
        if self.wide > self.high:
            return f"M{self.x + HALF} {self.y + 8}v{HALF - 16}"
        return f"M{self.x + 8} {self.y + HALF}h{HALF - 16}"


@dataclass(frozen=True, slots=True)
class DrawnHole:
    x: float
    y: float
    peg: bool


@dataclass(frozen=True, slots=True)
class Ornament:
    """Both drawings; each is as wide as `wide`."""

    wide: int
    tiles: tuple[DrawnTile, ...]
    holes: tuple[DrawnHole, ...]


def ornament() -> Ornament:
    """The line of tiles, 96 high, and the board, 40 high."""
    tiles = tuple(_tiles())
    wide = tiles[-1].x + tiles[-1].wide
    return Ornament(wide, tiles, tuple(_holes(wide)))


def single(first: int, second: int) -> DrawnTile:
    """One tile that lies, for a heading: 96 by 48."""
    return DrawnTile(0, 0, 2 * HALF, HALF, (*pips(first, lying=True), *pips(second, offset=HALF, lying=True)))


def _tiles() -> Iterator[DrawnTile]:
    x = 0
    for first, second in LINE:
        lying = first != second
        wide, high = (2 * HALF, HALF) if lying else (HALF, 2 * HALF)
        y = HALF - high // 2
        spots = (*pips(first, lying=lying), *pips(second, offset=HALF, lying=lying))
        yield DrawnTile(x, y, wide, high, tuple(Pip(x + spot.x, y + spot.y) for spot in spots))
        x += wide + GAP


def _holes(wide: int) -> Iterator[DrawnHole]:
    """Two tracks of sixty in fives, and the last hole between them."""
    pitch = (wide - 36) / (HOLES + HOLES / FIVES / 3)
    for track, pegs in enumerate(PEGS):
        for number in range(1, HOLES + 1):
            x = 14 + (number - 1 + (number - 1) // FIVES / 3) * pitch
            yield DrawnHole(round(x, 1), 13 + 14 * track, number in pegs)
    yield DrawnHole(wide - 13, 20, any(HOLES + 1 in pegs for pegs in PEGS))
