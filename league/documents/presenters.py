"""A bracket on sheets of paper, in millimetres; places that nobody has yet are lines to write on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import NamedTuple

from league.cups.presenters.bracket_tree import Box, BoxSide, BracketColumn, BracketPage, BracketPart
from scoring.season.knockout.cups import Part

WIDTHS = (("W@%\N{HORIZONTAL ELLIPSIS}", 1.04), ("mwM", 0.92), ("ijlI.,:;'’|! ", 0.33), ("frt1()-", 0.45))
HEADINGS = 10.0  # the height of the names of the rounds
# Places whose expected side no line on the paper leads to.
FROM_ELSEWHERE = (Part.LOSERS, Part.FINAL, Part.THIRD, Part.PLATE)


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A size of paper lying on its side: the room for the tree in millimetres, and the most ties below one another."""

    name: str
    wide: float
    high: float
    ties: int


PAPERS = {each.name: each for each in (PaperSize("a4", 271, 164, 16), PaperSize("a3", 394, 251, 32))}


def trees_of(board: BracketPage, paper: PaperSize) -> list["BracketSheet"]:
    aside = [each for each in board.pictures if each.part is Part.THIRD]
    return [
        sheet
        for picture in board.pictures
        if picture.part is not Part.THIRD
        for sheet in _sheets(picture, paper, aside if picture.part is Part.MAIN else [])
    ]


def _sheets(picture: BracketPart, paper: PaperSize, aside: list[BracketPart]) -> Iterator["BracketSheet"]:
    """A picture on as many sheets as it needs: pieces of its first rounds, then the rounds that they lead to."""
    columns, draw = picture.columns, picture.title or "The draw"
    first = len(columns[0].boxes)
    last = max(i for i, each in enumerate(columns) if i == 0 or first / len(each.boxes) <= paper.ties)
    pieces = len(columns[last].boxes)
    together = max(1, paper.ties // (first // pieces))
    number = -(-pieces // together)
    if number == 1 and last == len(columns) - 1:
        yield BracketSheet(picture.title, paper, picture.part, columns, picture.winner).drawn(aside)
        return
    for piece in range(number):
        part = [_cut(each, piece * together / pieces, (piece + 1) * together / pieces) for each in columns[: last + 1]]
        yield BracketSheet(f"{draw}, sheet {piece + 1}", paper, picture.part, part).drawn()
    if columns[last + 1 :]:
        title = f"{draw}, last rounds"
        yield BracketSheet(title, paper, picture.part, columns[last + 1 :], picture.winner, number).drawn(aside)


def _cut(column: BracketColumn, start: float, end: float) -> BracketColumn:
    """The boxes of a column between two places, as fractions of its height."""
    number = len(column.boxes)
    return replace(column, boxes=column.boxes[round(start * number) : round(end * number)])


class PlacedText(NamedTuple):
    """Words with their place: `x` is where they begin or, for figures, where they end."""

    x: float
    y: float
    text: str
    size: float
    kind: str = "plain"


@dataclass(slots=True)
class BracketSheet:
    """One sheet; `path` is its lines as SVG. `winner` None: the last round is on another. `from_sheets` lead here."""

    title: str
    paper: PaperSize
    part: Part
    columns: Sequence[BracketColumn]
    winner: str | None = None
    from_sheets: int = 0
    path: str = ""
    texts: list[PlacedText] = field(default_factory=list)

    @property
    def wide(self) -> float:
        return min(70.0, self.paper.wide / (len(self.columns) + (self.winner is not None)))

    @property
    def letters(self) -> float:
        pitch = (self.paper.high - HEADINGS) / max(1, len(self.columns[0].boxes)) / 2
        return max(2.3, min(3.6, pitch * 0.72))

    def drawn(self, aside: Sequence[BracketPart] = ()) -> "BracketSheet":
        for number, column in enumerate(self.columns):
            x = number * self.wide
            self.write(x + 1, 3.4, column.name, 3.2, "strong")
            if column.words:
                self.note(x, 7, column.words)
            slot = (self.paper.high - HEADINGS) / len(column.boxes)
            for place, box in enumerate(column.boxes):
                if box is not None:
                    if number and box.fed and not self.columns[number - 1].halves:
                        self.down(x, HEADINGS + (place + 0.25) * slot, slot / 4)
                    expected = self.from_sheet(place) if number == 0 and self.from_sheets else ("", "")
                    self.tie(box, x, HEADINGS + (place + 0.5) * slot, slot / 4, expected)
        if self.winner is not None and len(self.columns[-1].boxes) == 1:
            x, y = len(self.columns) * self.wide, HEADINGS + (self.paper.high - HEADINGS) / 2
            self.across(x, y, self.wide - 1)
            self.write(x + 1, y + 4, "Winner", 2.6)
            self.write(x + 1, y - 1, _cut_short(self.winner, self.wide, 4), 4, "strong")
        for picture in aside:  # a tie for third place, in the corner below the final
            x, y = max(0, len(self.columns) - 1) * self.wide, self.paper.high - 9
            self.write(x + 1, y - 11, picture.title, 3.2, "strong")
            self.tie(picture.columns[0].drawn[0], x, y, 4.5)
        return self

    def across(self, x: float, y: float, wide: float) -> None:
        self.path += f"M{x:.1f} {y:.1f}h{wide:.1f}"

    def down(self, x: float, y: float, high: float) -> None:
        self.path += f"M{x:.1f} {y:.1f}v{high:.1f}"

    def write(self, x: float, y: float, text: str, size: float, kind: str = "plain") -> None:
        self.texts.append(PlacedText(x, y, text, size, kind))

    def note(self, x: float, y: float, text: str) -> None:
        """In letters nearly as large as those of names, or in small ones where only they have room."""
        large = max(2.4, self.letters * 0.85)
        size = large if _cut_short(text, self.wide, large) == text else 2.4
        self.write(x + 1, y, _cut_short(text, self.wide, size), size)

    def from_sheet(self, place: int) -> tuple[str, str]:
        """From which sheets the two sides of a tie come."""
        per_sheet = 2 * len(self.columns[0].boxes) / self.from_sheets
        first, second = (int((2 * place + side) / per_sheet) + 1 for side in (0, 1))
        return f"from sheet {first}", f"from sheet {second}"

    def tie(self, box: Box, x: float, y: float, half: float, expected: tuple[str, str] = ("", "")) -> None:
        """Two lines with names on them, joined at their ends where the next round begins; a bye is one line.

        It begins at `x` and has its middle at `y`; the lines are `half` above and below.
        """
        if len(box.sides) == 1:
            self.across(x, y, self.wide)
            self.name(box.sides[0], x, y, "bye")
            return
        for side, place, words in zip(box.sides, (y - half, y + half), expected, strict=True):
            self.across(x, place, self.wide)
            elsewhere = self.part in FROM_ELSEWHERE and side.name.startswith(("Loser", "Winner of second"))
            self.name(side, x, place, words or (side.name if elsewhere else ""))
        self.down(x + self.wide, y - half, 2 * half)
        notes = box.words if 2 * half > 3.2 * self.letters else ()
        if box.disputed:
            notes = ("On hold", *notes)
        if notes:
            self.note(x, y + 0.8, ", ".join(notes))

    def name(self, side: BoxSide, x: float, y: float, otherwise: str) -> None:
        """Who is on a line, and what they scored; in small letters, where nobody is there yet, who will be."""
        size, y = self.letters, y - 0.9
        if not side.known:
            if otherwise and otherwise != "bye":
                self.note(x, y, otherwise)
            return
        kind = "strong" if side.won and otherwise != "bye" else "plain"
        self.write(x + 1, y, _cut_short(side.name, self.wide - 7, size), size, kind)
        end = str(side.score) if side.score is not None else "bye" if otherwise == "bye" else ""
        if end:
            self.write(x + self.wide - 1, y, end, size, f"{kind} end")


def _cut_short(text: str, wide: float, size: float) -> str:
    room, ends = (wide - 2) / size, [*accumulate(map(_width, text))]
    if not ends or ends[-1] <= room:
        return text
    fits = sum(end <= room - _width("\N{HORIZONTAL ELLIPSIS}") for end in ends)
    return f"{text[:fits].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def _width(letter: str) -> float:
    for letters, wide in WIDTHS:
        if letter in letters:
            return wide
    return 0.75 if letter.isupper() else 0.63
