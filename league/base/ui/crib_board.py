"""The crib board as drawn: where every hole is, and how two pegs a side stand on it. Numbers in, coordinates out.

Two tracks, home and away, run beside each other in streets to and fro, as on a board that is made of one groove, so
that who leads is seen without counting. Holes stand in fives; the last hole, the peg-out hole, is both sides' own.
A side starts with its front peg in hole 0 and its back peg in the hole behind it.

The drawing is `WIDTH` units wide, so a unit is a pixel on the narrowest phone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

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
    cells = [(int(key) - 1) for key in PIPS.get(number, "")]
    spots = [(12 + 12 * (cell % 3), 12 + 12 * (cell // 3)) for cell in cells]
    return tuple(Pip(offset + y, x) if lying else Pip(x, offset + y) for x, y in spots)


# --- the board --------------------------------------------------------------------------------------------------------
WIDTH = 320.0
LEFT, RIGHT = 41.0, 30.0  # from the edge to the holes at either end: room for the start and for the turns
TOP, BOTTOM = 25.0, 14.0
LANE = 17.0  # from one side's track to the other's
BETWEEN = 29.0  # from one street's lower track to the next one's upper
GROUP, GAP = 5, 6.5  # holes that stand together, and how much more there is between two groups
START = 14.0  # from the first hole to the start, and from there to the hole behind
TURN = 20.0  # how far the outer track swings out
END = 16.0  # from the last holes to the peg-out hole
BEHIND = -1  # the number of the start's second hole
SMALLEST, LARGEST = 11, 181  # winning holes that a board is made for


@dataclass(frozen=True, slots=True)
class Hole:
    """One hole, or where its number is written; `BEHIND` and 0 are the start."""

    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class CribBoard:
    """A board on which `target` wins: `street` holes from one end to the other, and as many streets as it takes."""

    target: int
    street: int

    @property
    def holes(self) -> int:
        return self.target - 1

    @property
    def streets(self) -> int:
        return -(-self.holes // self.street)

    @property
    def width(self) -> float:
        return WIDTH

    @property
    def height(self) -> float:
        return TOP + self.streets * LANE + (self.streets - 1) * BETWEEN + BOTTOM

    @property
    def pitch(self) -> float:
        """From one hole to the next of its five."""
        gaps = (self.street - 1) // GROUP * GAP
        return (WIDTH - LEFT - RIGHT - gaps) / (self.street - 1)

    def place(self, side: int, number: int) -> Hole:
        """A side's hole (0 home, 1 away). A number beyond the board is the peg-out hole, one before it the start."""
        if number >= self.target:
            return self.end
        if number <= 0:
            first = self.place(side, 1)
            return Hole(max(number, BEHIND), _round(first.x - START * (1 if number == 0 else 2)), first.y)
        street, along = divmod(number - 1, self.street)
        return Hole(number, self._x(street, along), self._y(street, side))

    @property
    def end(self) -> Hole:
        home, away = self.place(0, self.holes), self.place(1, self.holes)
        onwards = END if self._eastward(self.streets - 1) else -END
        return Hole(self.target, _round(home.x + onwards), _round((home.y + away.y) / 2))

    def track(self, side: int) -> tuple[Hole, ...]:
        return tuple(self.place(side, number) for number in range(BEHIND, self.target))

    @property
    def tracks(self) -> tuple[tuple[Hole, ...], ...]:
        return self.track(0), self.track(1)

    @property
    def marks(self) -> tuple[Hole, ...]:
        """The tens and the winning number, each above its hole; the last ten makes room for the winning number."""
        tens = [self.place(0, number) for number in range(10, self.holes, 10)]
        streets = [(hole.number - 1) // self.street for hole in tens] + [self.streets - 1]
        return tuple(
            Hole(hole.number, hole.x, _round(self._top(street) - 9.5))
            for hole, street in zip([*tens, self.end], streets, strict=True)
        )

    def groove(self, side: int) -> str:
        return " ".join(self._strokes(side))

    @property
    def grooves(self) -> tuple[str, str]:
        return self.groove(0), self.groove(1)

    def _strokes(self, side: int) -> Iterator[str]:
        start, last, end = self.place(side, BEHIND), self.place(side, self.holes), self.end
        yield f"M{start.x:g} {start.y:g}"
        for street in range(self.streets - 1):
            here, below = self._y(street, side), self._y(street + 1, side)
            down = _round((below - here) / 2)
            outer = down > (LANE + BETWEEN) / 2
            across = TURN if outer else _round(TURN * (BETWEEN / (2 * LANE + BETWEEN)))
            x = self._x(street, self.street - 1)
            yield f"H{x:g} A{across:g} {down:g} 0 0 {1 if self._eastward(street) else 0} {x:g} {below:g}"
        yield f"H{last.x:g} L{end.x:g} {end.y:g}"

    @property
    def grain(self) -> str:
        lines = (19.0 * number + 5 * (number % 3) for number in range(1, int(self.height / 19)))
        swells = ((5 * (number * 7 % 4) - 8, 4 * (number * 5 % 5) - 8) for number in range(1, 99))
        return " ".join(
            f"M2 {y:g}C{WIDTH / 3:.0f} {y + up:g} {2 * WIDTH / 3:.0f} {y + down:g} {WIDTH - 2:g} {y + up / 2:g}"
            for y, (up, down) in zip(lines, swells, strict=False)
        )

    @staticmethod
    def _eastward(street: int) -> bool:
        return street % 2 == 0

    @staticmethod
    def _top(street: int) -> float:
        return TOP + street * (LANE + BETWEEN)

    def _x(self, street: int, along: int) -> float:
        step = along if self._eastward(street) else self.street - 1 - along
        return _round(LEFT + step * self.pitch + step // GROUP * GAP)

    def _y(self, street: int, side: int) -> float:
        """The tracks never cross: what is the upper one going out is the lower one coming back."""
        upper = (side == 0) == self._eastward(street)
        return self._top(street) + (0 if upper else LANE)


@dataclass(frozen=True, slots=True)
class PegSide:
    """One side as it stands: its name, the score that the front peg shows, and the back peg."""

    name: str
    score: int
    back: int
    target: int

    @property
    def needs(self) -> int:
        return max(0, self.target - self.score)

    @property
    def words(self) -> str:
        """As in "Crown A 45, back peg 37; needs 16". The phone says the same (static/js/crib-board.js)."""
        rest = f"needs {self.needs}" if self.needs else "pegged out"
        return f"{self.name} {self.score}, back peg {self.back}; {rest}"


@dataclass(frozen=True, slots=True)
class PeggedBoard:
    """`board` is None where it is only counted."""

    target: int
    board: CribBoard | None
    sides: tuple[PegSide, PegSide]
    letters: str

    @property
    def words(self) -> str:
        return ". ".join(side.words for side in self.sides) + "."

    @property
    def fronts(self) -> tuple[Hole, ...]:
        return tuple(self.board.place(index, side.score) for index, side in enumerate(self.sides)) if self.board else ()

    @property
    def backs(self) -> tuple[Hole, ...]:
        if self.board is None:
            return ()
        return tuple(self.board.place(index, side.back or BEHIND) for index, side in enumerate(self.sides))


@cache
def board_of(target: int) -> CribBoard | None:
    """None for targets no board is made for; streets of 15 holes where only those come out even, else 20."""
    if not SMALLEST <= target <= LARGEST:
        return None
    holes = target - 1
    return CribBoard(target, 15 if holes % 20 and holes % 15 == 0 else 20)


def pegged(
    target: int,
    names: tuple[str, str],
    scores: tuple[int, int] = (0, 0),
    back: tuple[int, int] = (0, 0),
    letters: str = "HA",
) -> PeggedBoard:
    home, away = (PegSide(names[side], scores[side], back[side], target) for side in (0, 1))
    return PeggedBoard(target, board_of(target), (home, away), letters)


def _round(number: float) -> float:
    return round(number, 1)
