"""Dominoes: one tile, a set of them, and how a tile is written.

A tile is written high pip first: ``65``. Pips of ten and more are letters, ``a`` for 10 up to ``i`` for 18, so a tile
is always two characters, in every set from double-six to double-eighteen.
"""

from dataclasses import dataclass
from functools import cache

from scoring.play.finding import IllegalEvent

PIPS = "0123456789abcdefghi"
BETWEEN = "[]|- "  # what may be written around and between the pips
SMALLEST_SET = 6
LARGEST_SET = len(PIPS) - 1


class TileError(IllegalEvent):
    """The text or the numbers given are no tile; ``token`` is what was given."""

    def __init__(self, message: str, token: str) -> None:
        super().__init__("no_tile", message, token=token)


@dataclass(frozen=True, order=True, slots=True)
class Tile:
    """One domino. ``high`` is never below ``low``; use `tile` when the order of two pips is not known."""

    high: int
    low: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= LARGEST_SET:
            raise TileError(f"a tile has two pips from 0 to {LARGEST_SET}, the higher first", f"{self.high}-{self.low}")

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """Read ``65``, ``56``, ``6-5``, ``6|5`` or ``[6|5]``; raises `TileError` for anything else."""
        pips = [PIPS.find(c) for c in text.lower() if c not in BETWEEN]
        if len(pips) != 2 or min(pips) < 0:
            raise TileError(f"{text!r} is no tile: write the two pips, as in 65", text)
        return tile(*pips)

    @property
    def is_double(self) -> bool:
        return self.high == self.low

    @property
    def pips(self) -> int:
        """The pips of both halves together: what the tile costs its holder when a hand is settled."""
        return self.high + self.low

    def has(self, pip: int) -> bool:
        return pip in (self.high, self.low)

    def other(self, pip: int) -> int:
        """The pip of the half away from ``pip``; the same for a double. Raises `TileError` if ``pip`` is not here."""
        if pip == self.high:
            return self.low
        if pip == self.low:
            return self.high
        raise TileError(f"{self} has no {PIPS[pip]}", str(self))

    def __str__(self) -> str:
        return PIPS[self.high] + PIPS[self.low]


@cache
def tile(one: int, two: int) -> Tile:
    """The tile with these two pips, in either order."""
    return Tile(max(one, two), min(one, two))


@cache
def domino_set(highest: int = SMALLEST_SET) -> tuple[Tile, ...]:
    """Every tile of the double-``highest`` set, lowest first: 28 for double-six, 190 for double-eighteen.

    Nobody sells sets below double-six, and `Rules.validate` refuses them; games on them can be worked out exactly.
    """
    if not 1 <= highest <= LARGEST_SET:
        raise ValueError(f"sets run from double-1 to double-{LARGEST_SET}, not double-{highest}")
    return tuple(Tile(high, low) for high in range(highest + 1) for low in range(high + 1))


@cache
def pips_in_set(highest: int = SMALLEST_SET) -> int:
    """The pips of all tiles of the set: 168 for double-six. Nobody holds more, and no ends add up to more."""
    return sum(tile.pips for tile in domino_set(highest))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles separated by spaces, in the order written: ``"30 32 53"``. Raises `TileError` at the first that is none."""
    return tuple(Tile.parse(word) for word in text.split())


def write_tiles(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles))
