"""How large a file may be, and the text of a cell. What is larger is refused before it is read."""

import re
from collections.abc import Iterable

from league.reading.values import SheetLine

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
        """Every numbered row that has anything in it, without empty cells at its end."""
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


def cell_text(value: str, longest: int = MAX_CELL) -> str:
    """A cell as people typed it: with single spaces, and without the apostrophe that keeps a formula from running."""
    plain = INVISIBLE.sub("", value).strip()
    if plain.startswith("'") and plain[1:].lstrip(" ").startswith(FORMULA):
        plain = plain[1:]
    return " ".join(plain.split())[:longest]
