"""Where things are drawn: the pips of a domino, the holes of a crib board. Numbers in, coordinates out."""

from collections.abc import Iterator
from dataclasses import dataclass

# Pips on a 3 x 3 grid, numbered as a telephone's keys are.
PIPS = {
    0: "",
    1: "5",
    2: "19",
    3: "159",
    4: "1379",
    5: "13579",
    6: "134679",
    7: "1345679",
    8: "12346789",
    9: "123456789",
}
HALF = 48


@dataclass(frozen=True, slots=True)
class Pip:
    x: int
    y: int


def pips(number: int, *, offset: int = 0, lying: bool = False) -> tuple[Pip, ...]:
    """The pips of one half, `offset` along the tile. A lying half is a standing one turned by a quarter."""
    cells = [(int(key) - 1) for key in PIPS.get(number, "")]
    spots = [(12 + 12 * (cell % 3), 12 + 12 * (cell // 3)) for cell in cells]
    return tuple(Pip(offset + y, x) if lying else Pip(x, offset + y) for x, y in spots)


# --- the crib board ---------------------------------------------------------------------------------------------
STREET = 30  # holes from one end of the board to the other
GAP, GROUP, LEFT, ROW = 10, 5, 26, 19
SPACE = 6  # more between two groups of five


@dataclass(frozen=True, slots=True)
class Place:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Board:
    """One board: every side's holes, the end hole they share, and how big the drawing is."""

    target: int
    streets: int

    @classmethod
    def to(cls, target: int) -> "Board":
        return cls(target, -(-(target - 1) // STREET))

    @property
    def height(self) -> int:
        return 2 * self.streets * ROW + 20

    @property
    def width(self) -> int:
        return LEFT + STREET * GAP + (STREET // GROUP - 1) * SPACE + 22

    def place(self, hole: int, *, away: bool) -> Place:
        """Where a hole is: up the first street, back down the second. 0 is the start; the last is the game hole."""
        if hole >= self.target:
            return Place(self._end_x(), self.height // 2)
        street, along = divmod(max(hole, 1) - 1, STREET)
        step = along if street % 2 == 0 else STREET - 1 - along
        x = LEFT + step * GAP + step // GROUP * SPACE
        y = 14 + street * ROW
        if hole <= 0:
            x = LEFT - 11
        return Place(x, self.height - y if away else y)

    def holes(self, *, away: bool) -> Iterator[Place]:
        return (self.place(hole, away=away) for hole in range(self.target))

    def mark(self, *, away: bool) -> Place:
        """Where the side's letter stands: beside its streets."""
        y = 14 + (self.streets - 1) * ROW // 2
        return Place(self.width - 11, self.height - y if away else y)

    def _end_x(self) -> int:
        """The game hole is beyond the last one, on the side where the last street ends."""
        return LEFT - 11 if self.streets % 2 == 0 else self.width - 11
