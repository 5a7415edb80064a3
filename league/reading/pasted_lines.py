"""Rows that a paste has broken: a cell of two lines ends one row and begins the next."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from league.reading.days import is_day
from league.reading.limits import CellCounter
from league.reading.texts import CLOCK, split_rows
from league.reading.values import SheetLine, SourceSheet

SPLIT_MATCH = re.compile(r"(?i)\s+(?:-\s*)?(?:v|vs|versus)\.?(?:\s*-)?\s+")


def cell_lines(sheet: SourceSheet) -> tuple[SheetLine, ...]:
    """The lines of a sheet by its cells, also where they are of so many lengths that it was taken for sentences."""
    if not sheet.text or ('"' in sheet.text and "\t" in sheet.text):
        return sheet.lines
    written = [line for line in sheet.text.splitlines() if line.strip()]
    if "\t" in sheet.text:
        return _split(sheet.text, "\t")
    if any(len(line.cells) > 1 for line in sheet.lines):
        return sheet.lines
    for mark in ";,|":
        close = sum(re.search(rf"\S{re.escape(mark)}(?:\S|$)", line) is not None for line in written)
        apart = sum(line.count(f"{mark} ") for line in written)
        if close * 5 >= len(written) * 3 and apart * 2 <= sum(line.count(mark) for line in written):
            return _split(sheet.text, mark)
    return sheet.lines


def _split(text: str, mark: str) -> tuple[SheetLine, ...]:
    """The rows of a text by one mark; empty cells at the end of a row are dropped."""
    rows: list[tuple[int, list[str]]] = []
    for number, row in enumerate(split_rows(text, mark), start=1):
        cells = [" ".join(cell.split()) for cell in row]
        if rows and cells and len(rows[-1][1]) == 1 and is_day(rows[-1][1][0]) and CLOCK.fullmatch(cells[0]):
            cells[0] = f"{rows.pop()[1][0]} {cells[0]}"  # a day, and its hour on the next line
        rows.append((number, cells))
    return CellCounter().lines(rows)


def whole_lines(sheet: SourceSheet) -> tuple[SheetLine, ...]:
    """The lines of a sheet; those of a pasted text with tabs joined where a line break inside a cell cut them."""
    alone = [line for line in sheet.text.splitlines() if "\t" not in line]
    if "\t" not in sheet.text or any(SPLIT_MATCH.search(line) for line in alone):  # a match of its own, no broken cell
        return cell_lines(sheet)
    raw = [(number, line.split("\t")) for number, line in enumerate(sheet.text.splitlines(), start=1) if line.strip()]
    width = max(len(cells) for _, cells in raw)
    joined = _joined(raw, _joined_width(raw, width))
    whole_before = sum(len(cells) >= width for _, cells in raw)
    after = Counter(len(line.cells) for line in joined).most_common(1)[0]
    if whole_before * 2 > len(raw) or after[0] < width or after[1] * 2 < len(joined) or len(joined) * 3 > len(raw) * 2:
        return cell_lines(sheet)
    return tuple(SheetLine(line.number, tuple(" ".join(text.split()) for text in line.cells)) for line in joined)


def with_whole_heading(lines: Sequence[SheetLine], is_whole: Callable[[SheetLine], int]) -> tuple[SheetLine, ...]:
    """The lines, the first short ones joined to one as wide as most rows: headings of two lines are pasted so.

    `is_whole` says how much a joined line reads like headings; 0 is not at all.
    """
    width = Counter(len(line.cells) for line in lines).most_common(1)[0][0] if lines else 0
    options: list[tuple[int, tuple[SheetLine, ...]]] = []
    for first in range(min(len(lines), 6)):
        cells = list(lines[first].cells)
        for last in range(first + 1, min(len(lines), first + 8)):
            following = lines[last].cells
            if len(following) >= width > 1 or len(cells) + len(following) - 1 > width:
                break
            cells = [*cells[:-1], f"{cells[-1]} {following[0]}".strip(), *following[1:]]
            if len(cells) == width > 2:
                joined = SheetLine(lines[first].number, tuple(cells))
                options.append((is_whole(joined), (*lines[:first], joined, *lines[last + 1 :])))
    best = max(options, key=lambda option: option[0], default=(0, tuple(lines)))
    return best[1] if best[0] else tuple(lines)


def _joined_width(raw: Sequence[tuple[int, list[str]]], widest: int) -> int:
    """How many cells a whole row has: the number with which most lines become whole rows."""
    best = (0, widest)
    for width in range(max(3, widest), widest + 4):
        lines = _joined(raw, width)
        whole = sum(len(line.cells) == width for line in lines)
        best = max(best, (whole * width, width))
    return best[1]


def _joined(raw: Sequence[tuple[int, list[str]]], width: int) -> list[SheetLine]:
    rows: list[tuple[int, list[str]]] = []
    is_open = False  # whether the last row may go on
    for number, cells in raw:
        if is_open and len(cells) < width and len(rows[-1][1]) + len(cells) - 1 <= width:
            row = rows[-1][1]
            row[-1:] = [f"{row[-1]} {cells[0]}".strip(), *cells[1:]]
        else:
            rows.append((number, list(cells)))
        is_open = len(rows[-1][1]) != width
    return [SheetLine(number, tuple(cells)) for number, cells in rows]
