"""What a file or a pasted text is read into, and how large it may be: what is larger is refused before it is read."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One row of a sheet, or one line of a text, with its number in the file, from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceSheet:
    """One sheet of a workbook, one table of a web page or of a document, or a text.

    `name` is that of the sheet, or what stands above the table; empty for a file of one. `text` is the text as it was
    written, spaces included, where it came as text: `lines` have then a cell for each tab, comma or semicolon.
    """

    name: str
    lines: tuple[SheetLine, ...]
    text: str = ""


class Content(StrEnum):
    """What the rows of a reading are; the values are those of `ImportKind`."""

    VENUES = "venues"
    TEAMS = "teams"
    PEOPLE = "people"
    PLAYERS = "players"
    FIXTURES = "fixtures"
    RESULTS = "results"
    HONOURS = "honours"
    DEDUCTIONS = "deductions"  # points given and taken in a season
    TABLES = "tables"  # final tables of years of which nothing else is known
    RECORDS = "records"  # players' games and counts of a season
    NIGHTS = "nights"  # a season's calendar
    TIES = "ties"  # ties of a cup, or its draw


@dataclass(frozen=True, slots=True)
class Context:
    """What the league knows already, for a reader that has to choose. `starts` and `ends` are those of the season."""

    today: date
    starts: date | None = None
    ends: date | None = None
    divisions: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)  # by `ReadingQuestion.key`


@dataclass(frozen=True, slots=True)
class ReadingQuestion:
    """What the file cannot tell: `choices` are (answer, words); with none of them the answer is typed."""

    key: str
    text: str
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One row as it will be imported: `values` by the keys of the columns of its kind.

    Days are written 2026-09-21, hours 19:30, scores as whole numbers or decimals. `place` is the number of its line,
    `original` what stands there. `notes` are said beside it ("“31-Dec” is taken for no date yet").
    """

    place: int
    original: str
    values: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A piece of the file that becomes no row, and why ("A night off for Dixie's B")."""

    place: int
    original: str
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to take a sheet. `what` says it in a phrase: "a fixture grid with key numbers, 22 weeks".

    `sure` runs from 0 to 1; of several readings the surest is offered first. A reading with `questions` has only the
    rows that hang on none of them. Everything of the sheet that means something is a row, left out or asked about.
    """

    layout: str  # how it was read: "rows", "cup_text"
    content: Content
    what: str
    rows: tuple[ReadRow, ...]
    left_out: tuple[LeftOut, ...] = ()
    questions: tuple[ReadingQuestion, ...] = ()
    sure: float = 0.5


MAX_BYTES = 2_000_000  # of a file
MAX_ROWS = 20_000  # of a sheet, those that are empty not counted
MAX_COLUMNS = 250
MAX_CELLS = 300_000  # of all sheets together
MAX_SHEETS = 60
MAX_LINE = 20_000  # letters of a line of a text
MAX_CELL = 500  # letters of a cell; what is longer is no name, day or score
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


class NotReadableError(ValueError):
    """The file cannot be read, and what to do about it, in a sentence."""


class CellCounter:
    """Counts the cells of all sheets of a file, and refuses one too many."""

    def __init__(self) -> None:
        self._cells = 0

    def lines(self, rows: Iterable[tuple[int, Iterable[str]]], longest: int = MAX_CELL) -> tuple[SheetLine, ...]:
        lines: list[SheetLine] = []
        for number, row in rows:
            cells = [cell_text(value, longest) for value in row]
            while cells and not cells[-1]:
                cells.pop()
            if not cells:
                continue
            self._cells += len(cells)
            lines.append(SheetLine(number, tuple(cells)))
            if len(cells) > MAX_COLUMNS:
                raise NotReadableError(
                    f"Row {number} has more than {MAX_COLUMNS} columns. Import the columns that matter."
                )
            if len(lines) > MAX_ROWS:
                raise NotReadableError(f"There are more than {MAX_ROWS} rows. Import them in parts.")
            if self._cells > MAX_CELLS:
                raise NotReadableError(f"There are more than {MAX_CELLS} cells. Import them in parts.")
        return tuple(lines)


def cell_text(value: str, longest: int) -> str:
    """A cell as people typed it: with single spaces, and without the apostrophe that keeps a formula from running."""
    plain = INVISIBLE.sub("", value).strip()
    if plain.startswith("'") and plain[1:].lstrip(" ").startswith(FORMULA):
        plain = plain[1:]
    return " ".join(plain.split())[:longest]
