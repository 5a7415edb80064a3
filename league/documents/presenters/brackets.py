"""A bracket on sheets of paper: what is written where, in millimetres.

Places that nobody has yet are lines to write on with a pen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from league.cups.presenters.bracket_tree import Box, BoxSide, BracketColumn, BracketPart
from league.cups.presenters.cup_page import BracketPage
from scoring.season.knockout.plan import Part

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


@dataclass(frozen=True, slots=True)
class PlacedText:
    """Words with their place: `x` is where they begin or, for figures, where they end."""

    x: float
    y: float
    text: str
    size: float
    kind: str = "plain"


@dataclass(slots=True)
class BracketSheet:
    """One sheet: its title, lines as an SVG path has them, and words."""

    title: str
    lines: list[str] = field(default_factory=list)
    texts: list[PlacedText] = field(default_factory=list)

    @property
    def path(self) -> str:
        return "".join(self.lines)

    def across(self, x: float, y: float, wide: float) -> None:
        self.lines.append(f"M{x:.1f} {y:.1f}h{wide:.1f}")

    def down(self, x: float, y: float, high: float) -> None:
        self.lines.append(f"M{x:.1f} {y:.1f}v{high:.1f}")


def trees_of(board: BracketPage, paper: PaperSize) -> list[BracketSheet]:
    """Every sheet of a cup, the main part first."""
    aside = [each for each in board.pictures if each.part is Part.THIRD]
    sheets: list[BracketSheet] = []
    for picture in board.pictures:
        if picture.part is Part.THIRD:
            continue
        pages = list(_sheets(picture, paper, aside if picture.part is Part.MAIN else []))
        sheets += pages
    return sheets


def _sheets(picture: BracketPart, paper: PaperSize, aside: list[BracketPart]) -> Iterator[BracketSheet]:
    """A picture on as many sheets as it needs: pieces of its first rounds, then the rounds that they lead to."""
    columns = picture.columns
    first = len(columns[0].boxes)
    last = max(i for i, each in enumerate(columns) if i == 0 or first / len(each.boxes) <= paper.ties)
    pieces = len(columns[last].boxes)
    together = max(1, paper.ties // (first // pieces))
    number = -(-pieces // together)
    whole = number == 1 and last == len(columns) - 1
    for piece in range(number):
        title = picture.title if whole else f"{picture.title or 'The draw'}, sheet {piece + 1}"
        part = [_cut(each, piece * together / pieces, (piece + 1) * together / pieces) for each in columns[: last + 1]]
        yield _draw_sheet(
            _Sheet(paper, picture.part, part, picture.winner if whole else None), title, aside if whole else []
        )
    if not whole and columns[last + 1 :]:
        title = f"{picture.title or 'The draw'}, last rounds"
        sheet = _Sheet(paper, picture.part, list(columns[last + 1 :]), picture.winner, from_sheets=number)
        yield _draw_sheet(sheet, title, aside)


def _cut(column: BracketColumn, start: float, end: float) -> BracketColumn:
    """The boxes of a column between two places, as fractions of its height."""
    number = len(column.boxes)
    return replace(column, boxes=column.boxes[round(start * number) : round(end * number)])


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What goes on one sheet. `winner` None: the last round here is not the last. `from_sheets` lead to it."""

    paper: PaperSize
    part: Part
    columns: Sequence[BracketColumn]
    winner: str | None
    from_sheets: int = 0

    @property
    def wide(self) -> float:
        """The width of a round; the winner has a line after the last."""
        return min(70.0, self.paper.wide / (len(self.columns) + (self.winner is not None)))

    @property
    def letters(self) -> float:
        """The height of the letters of names."""
        pitch = (self.paper.high - HEADINGS) / max(1, len(self.columns[0].boxes)) / 2
        return max(2.3, min(3.6, pitch * 0.72))


def _draw_sheet(sheet: _Sheet, title: str, aside: list[BracketPart]) -> BracketSheet:
    tree = BracketSheet(title)
    for number, column in enumerate(sheet.columns):
        x = number * sheet.wide
        tree.texts.append(PlacedText(x + 1, 3.4, column.name, 3.2, "strong"))
        if column.words:
            tree.texts.append(PlacedText(x + 1, 7, _cut_short(column.words, sheet.wide, 2.4), 2.4))
        slot = (sheet.paper.high - HEADINGS) / len(column.boxes)
        for place, box in enumerate(column.boxes):
            if box is not None:
                expected = _from_sheet(sheet, place) if number == 0 and sheet.from_sheets else ("", "")
                if number and box.fed and not sheet.columns[number - 1].halves:
                    tree.down(x, HEADINGS + (place + 0.25) * slot, slot / 4)
                _tie(tree, sheet, box, (x, HEADINGS + (place + 0.5) * slot, slot / 4), expected)
    if sheet.winner is not None and len(sheet.columns[-1].boxes) == 1:
        x, y = len(sheet.columns) * sheet.wide, HEADINGS + (sheet.paper.high - HEADINGS) / 2
        tree.across(x, y, sheet.wide - 1)
        tree.texts.append(PlacedText(x + 1, y + 4, "Winner", 2.6))
        tree.texts.append(PlacedText(x + 1, y - 1, _cut_short(sheet.winner, sheet.wide, 4), 4, "strong"))
    for picture in aside:
        _beside(tree, sheet, picture)
    return tree


def _from_sheet(sheet: _Sheet, place: int) -> tuple[str, str]:
    """From which sheets the two sides of a tie come."""
    per_sheet = 2 * len(sheet.columns[0].boxes) / sheet.from_sheets
    first, second = (int((2 * place + side) / per_sheet) + 1 for side in (0, 1))
    return f"from sheet {first}", f"from sheet {second}"


def _beside(tree: BracketSheet, sheet: _Sheet, picture: BracketPart) -> None:
    """A tie for third place, in the corner below the final."""
    box = picture.columns[0].drawn[0]
    x = max(0, len(sheet.columns) - 1) * sheet.wide
    y = sheet.paper.high - 9
    tree.texts.append(PlacedText(x + 1, y - 11, picture.title, 3.2, "strong"))
    _tie(tree, sheet, box, (x, y, 4.5))


def _tie(
    tree: BracketSheet, sheet: _Sheet, box: Box, at: tuple[float, float, float], expected: tuple[str, str] = ("", "")
) -> None:
    """Two lines with names on them, joined at their ends where the next round begins; a bye is one line.

    `at` is where the tie begins, its middle, and how far above and below it the lines are.
    """
    x, y, half = at
    if len(box.sides) == 1:
        tree.across(x, y, sheet.wide)
        _name(tree, sheet, box.sides[0], (x, y), "bye")
        return
    for side, place, words in zip(box.sides, (y - half, y + half), expected, strict=True):
        tree.across(x, place, sheet.wide)
        elsewhere = sheet.part in FROM_ELSEWHERE and side.name.startswith(("Loser", "Winner of second"))
        _name(tree, sheet, side, (x, place), words or (side.name if elsewhere else ""))
    tree.down(x + sheet.wide, y - half, 2 * half)
    notes = box.words if 2 * half > 3.2 * sheet.letters else ()
    if box.disputed:
        notes = ("On hold", *notes)
    if notes:
        tree.texts.append(PlacedText(x + 1, y + 0.8, _cut_short(", ".join(notes), sheet.wide, 2.4), 2.4))


def _name(tree: BracketSheet, sheet: _Sheet, side: BoxSide, at: tuple[float, float], otherwise: str) -> None:
    """Who is on a line, and what they scored; in small letters, where nobody is there yet, who will be."""
    x, y = at
    size = sheet.letters
    if not side.known:
        if otherwise and otherwise != "bye":
            tree.texts.append(PlacedText(x + 1, y - 0.9, _cut_short(otherwise, sheet.wide, 2.4), 2.4))
        return
    kind = "strong" if side.won and otherwise != "bye" else "plain"
    tree.texts.append(PlacedText(x + 1, y - 0.9, _cut_short(side.name, sheet.wide - 7, size), size, kind))
    end = str(side.score) if side.score is not None else "bye" if otherwise == "bye" else ""
    if end:
        tree.texts.append(PlacedText(x + sheet.wide - 1, y - 0.9, end, size, f"{kind} end"))


def _cut_short(text: str, wide: float, size: float) -> str:
    """As much of a text as goes into a width."""
    room, ends = (wide - 2) / size, [*accumulate(map(_width, text))]
    if not ends or ends[-1] <= room:
        return text
    fits = sum(end <= room - _width("\N{HORIZONTAL ELLIPSIS}") for end in ends)
    return f"{text[:fits].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def _width(letter: str) -> float:
    """How wide a letter of the typeface is for its height, when it is bold."""
    for letters, wide in WIDTHS:
        if letter in letters:
            return wide
    return 0.75 if letter.isupper() else 0.63
