"""Where everything that is filled in stands on the printed card of a match, in millimetres from the top left of its A4.

The paper draws its boxes and corner marks from this, and whoever reads a photograph looks for them here. The lines
depend on the format alone, so that they can be read off a card that was printed before a squad changed.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.card.format import Format, Line, Pegs
from scoring.card.sheet import Side

PAGE = (210.0, 297.0)
MARGIN_X, MARGIN_TOP = 13.0, 10.0  # as static/paper/sheet.css has them
# A ring with a dot at each corner, in the margin: top left, top right, bottom right, bottom left.
MARKS = ((8.0, 8.0), (202.0, 8.0), (202.0, 289.0), (8.0, 289.0))
MARK_RADIUS, MARK_STROKE, MARK_DOT = 2.6, 0.9, 1.1
QR_SIDE = 25.0

TOP = 52.0  # of the lines, under a head of this height whatever the names are
HEAD, PART, TOTAL, LEGEND = 6.4, 5.2, 7.4, 8.6
ROWS = 99.5  # for all rows together
ROW_HEIGHTS = {"roomy": 7.2, "plain": 6.2, "dense": 5.2, "tight": 4.6}  # static/paper/card.css has them too
DIGIT, GAP, TICK = 5.2, 0.7, 6.2  # widths
MIDDLE = 32.0
MIDDLE_BOX = 3.8
CLAIMED_X, VOID_X = 4.4, 10.6  # from the middle of the page
ONE_MORE = 1.0  # what is left free above and below a box together

SQUAD_HEAD, SQUAD_ROW, SQUAD_TICK = 5.6, 4.5, 3.3
SQUAD_COLUMNS = 2
SQUAD_X = {Side.HOME: 13.0, Side.AWAY: 109.0}
SQUAD_WIDTH = 88.0


@dataclass(frozen=True, slots=True)
class CardBox:
    """One box: `path` names it as the engine names problems ("lines.4.games.2.home_pegs"), then which digit it is."""

    path: str
    x: float
    y: float
    width: float
    height: float
    digit: bool = False


@dataclass(frozen=True, slots=True)
class LinePlace:
    number: int
    top: float
    games: int
    players: int
    rows: int
    row_height: float

    @property
    def height(self) -> float:
        return self.rows * self.row_height

    @property
    def game_rows(self) -> int:
        return self.rows // self.games

    @property
    def rows_of_game(self) -> range:
        return range(self.game_rows)

    def game_middle(self, game: int) -> float:
        return self.top + self.height * (game + 0.5) / self.games

    def player_middle(self, player: int) -> float:
        return self.top + self.height * (player + 0.5) / self.players


@dataclass(frozen=True, slots=True)
class PartPlace:
    """Lines alike that follow each other, under one heading; `digits` of the pegs, 0 where there are none."""

    top: float
    digits: int
    lines: tuple[LinePlace, ...]


@dataclass(frozen=True, slots=True)
class CardLayout:
    """`spacing` names how high its rows are."""

    spacing: str
    parts: tuple[PartPlace, ...]
    boxes: tuple[CardBox, ...]
    squad_boxes: tuple[CardBox, ...]

    @property
    def mark(self) -> str:
        """What a printed card says of its own boxes: three letters for those of the lines."""
        return _digest(f"{box.path} {box.x:.2f} {box.y:.2f} {box.width:.2f} {box.height:.2f}" for box in self.boxes)


def mark_of(layout: CardLayout, players: Iterable[Iterable[object]]) -> str:
    """What the QR code of a card says of it: its boxes, and the keys of the players on it, in their order by side."""
    return layout.mark + _digest(",".join(map(str, keys)) for keys in players)


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:3]


def card_layout(form: Format, squads: Sequence[int] = (0, 0)) -> CardLayout | None:
    """The card of a format with so many names of each side; None where so many lines leave no room for boxes."""
    rows = sum(_rows(line) for line in form.lines)
    spacing = next((name for name, height in ROW_HEIGHTS.items() if rows * height <= ROWS), None)
    if spacing is None:
        return None
    row, y = ROW_HEIGHTS[spacing], TOP + HEAD
    parts: list[PartPlace] = []
    boxes: list[CardBox] = []
    for _, alike in groupby(enumerate(form.lines), key=lambda pair: replace(pair[1], label="")):
        top, digits = y, 0
        lines: list[LinePlace] = []
        y += PART
        for number, line in alike:
            without_pegs = form.pegs is Pegs.NONE or not line.pegged
            digits = 0 if without_pegs else len(str(line.target)) if line.target else 3
            place = LinePlace(number, y, line.games, line.players, _rows(line), row)
            boxes += _line_boxes(place, digits)
            lines.append(place)
            y += place.height
        parts.append(PartPlace(top, digits, tuple(lines)))
    for side in Side:
        left = _mirrored(side, PAGE[0] / 2 - MIDDLE / 2 - 1.2 - digits_width(2), digits_width(2))
        boxes += _digits(f"quick.{side}", left, y + TOTAL / 2, TOTAL - ONE_MORE, 2)
    squads_top = y + 2 * TOTAL + LEGEND
    ticks = [box for side, number in zip(Side, squads, strict=True) for box in _squad(side, number, squads_top)]
    return CardLayout(spacing, tuple(parts), tuple(boxes), tuple(ticks))


def _rows(line: Line) -> int:
    return line.games * -(-line.players // line.games)


# From the outside to the middle a side has its names, the numbers of its players, the tick of the winner, the pegs.


def digits_width(digits: int) -> float:
    return digits * (DIGIT + GAP) - GAP if digits else 0.0


def columns(digits: int) -> tuple[float, float, float, float]:
    number, pegs = digits_width(2) + 2.4, digits_width(digits) + 2.4 if digits else 0.0
    won = TICK + 2.4
    return (PAGE[0] / 2 - MARGIN_X - MIDDLE / 2 - number - won - pegs, number, won, pegs)


def _mirrored(side: Side, x: float, width: float) -> float:
    """The left edge of what on the home side begins at `x`."""
    return x if side is Side.HOME else PAGE[0] - x - width


def _line_boxes(place: LinePlace, digits: int) -> Iterator[CardBox]:
    names, number, won, _ = columns(digits)
    high = place.row_height - ONE_MORE
    for side in Side:
        left = _mirrored(side, MARGIN_X + names + 1.2, digits_width(2))
        for player in range(place.players):
            yield from _digits(f"lines.{place.number}.{side}.{player}", left, place.player_middle(player), high, 2)
        for game in range(place.games):
            middle, path = place.game_middle(game), f"lines.{place.number}.games.{game}"
            x = _mirrored(side, MARGIN_X + names + number + 1.2, TICK)
            yield CardBox(f"{path}.winner.{side}", x, middle - high / 2, TICK, high)
            x = _mirrored(side, MARGIN_X + names + number + won + 1.2, digits_width(digits))
            yield from _digits(f"{path}.{side}_pegs", x, middle, high, digits)
    for game in range(place.games):
        y, path = place.game_middle(game) - MIDDLE_BOX / 2, f"lines.{place.number}.games.{game}"
        yield CardBox(f"{path}.claimed", PAGE[0] / 2 + CLAIMED_X, y, MIDDLE_BOX, MIDDLE_BOX)
        yield CardBox(f"{path}.void", PAGE[0] / 2 + VOID_X, y, MIDDLE_BOX, MIDDLE_BOX)


def _digits(path: str, left: float, middle: float, high: float, digits: int) -> Iterator[CardBox]:
    for digit in range(digits):
        yield CardBox(f"{path}.{digit}", left + digit * (DIGIT + GAP), middle - high / 2, DIGIT, high, digit=True)


def _squad(side: Side, number: int, top: float) -> Iterator[CardBox]:
    long = -(-number // SQUAD_COLUMNS)
    for place in range(number):
        column, row = divmod(place, long)
        x = SQUAD_X[side] + column * SQUAD_WIDTH / SQUAD_COLUMNS
        y = top + SQUAD_HEAD + (row + 0.5) * SQUAD_ROW - SQUAD_TICK / 2
        yield CardBox(f"squads.{side}.{place}", x, y, SQUAD_TICK, SQUAD_TICK)
