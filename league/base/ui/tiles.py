"""Tiles as drawn: where the pips of a domino are. Numbers in, coordinates out."""

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
