"""Text as rows of cells, which are apart by tabs, commas or semicolons; and rows that a paste has broken."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Sequence
from io import StringIO

from league.reading.days import is_day
from league.reading.values import MAX_CELL, MAX_LINE, MAX_ROWS, CellCounter, NotReadableError, SheetLine, SourceSheet

LOOKED_AT = 60  # lines, for what stands between cells
EVEN = 0.6  # of the lines have as many cells as the others, where they are a table
MARKDOWN_RULE = re.compile(r"\s*(?::?-{2,}:?)?\s*")
CLOCK = re.compile(r"(?i)\d{1,2}[:.]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?")


def read_table(text: str, name: str = "") -> SourceSheet:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > 4 * MAX_ROWS:
        raise NotReadableError(f"There are more than {MAX_ROWS} rows. Import them in parts.")
    if max(map(len, text.split("\n"))) > MAX_LINE:
        raise NotReadableError(f"A line has more than {MAX_LINE} letters. Put each match, or each row, on a line.")
    apart = separator(text)
    text = text if apart else re.sub(r'(?m)^"((?:[^"\n]|"")+)"$', lambda line: line[1].replace('""', '"'), text)
    rows = split_rows(text, apart) if apart else [[line] for line in text.split("\n")]
    if apart == "|":
        rows = [[] if all(MARKDOWN_RULE.fullmatch(cell) for cell in row) else row for row in rows]
    numbered = join_broken(rows) if apart == "\t" else enumerate(rows, start=1)
    return SourceSheet(name, CellCounter().lines(numbered, MAX_CELL if apart else MAX_LINE), text)


def separator(text: str) -> str:
    """What stands between cells; empty where the lines are prose or aligned by eye."""
    lines = [line for line in text.split("\n") if line.strip()][:LOOKED_AT]
    with_tab = sum("\t" in line.strip() or line.startswith("\t") for line in lines)
    if with_tab * 3 >= len(lines) > 0 and with_tab:
        return "\t"
    best, apart = 0.0, ""
    for mark in ",;|":
        rows = [row for row in split_rows("\n".join(lines), mark) if any(row)]
        widths = Counter(len(row) for row in rows)
        width, number = max(widths.items(), key=lambda item: (item[1] * (item[0] > 1), item[0]), default=(1, 0))
        torn = sum(cell.count('"') % 2 for row in rows for cell in row)  # cells that end within quotation marks
        if width < 2 or torn * 2 > len(rows):
            continue
        even = number / len(rows)
        if (even >= EVEN or len(rows) == 1) and even * width > best and not is_prose(rows, mark):
            best, apart = even * width, mark
    return apart


def is_prose(rows: Sequence[Sequence[str]], mark: str) -> bool:
    """Whether commas and semicolons are those of sentences: a space behind nearly each, and long pieces of words."""
    behind = [cell for row in rows for cell in row[1:] if cell]
    spaced = sum(cell.startswith(" ") for cell in behind)
    words = [cell for row in rows for cell in row if len(cell.split()) > 4]
    return bool(behind) and mark != "|" and spaced * 10 >= len(behind) * 9 and len(words) * 3 >= len(rows)


def split_rows(text: str, apart: str) -> list[list[str]]:
    """The rows of a text. A quotation mark that nobody closes does not swallow the rows behind it."""
    try:
        return list(csv.reader(StringIO(text, newline=""), delimiter=apart, strict=True))
    except csv.Error:
        return [_split_line(line, apart) for line in text.split("\n")]


def _split_line(line: str, apart: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=apart, strict=True), [])
    except csv.Error:
        return line.split(apart)


def join_broken(rows: Sequence[Sequence[str]]) -> list[tuple[int, list[str]]]:
    """Numbered rows; those are joined that a paste has broken in a cell: a day on one line, its hour on the next."""
    width = max((len(row) for row in rows), default=0)
    joined: list[tuple[int, list[str]]] = []
    for number, row in enumerate(rows, start=1):
        if joined and _is_broken(joined[-1][1], row, width):
            above = joined[-1][1]
            above[-1:] = [f"{above[-1].strip()} {row[0].strip()}".strip(), *row[1:]]
        else:
            joined.append((number, list(row)))
    return joined


def _is_broken(above: Sequence[str], row: Sequence[str], width: int) -> bool:
    """Whether two lines are one row: a day and its hour, or two pieces that are as wide as the widest row together."""
    if len(above) == 0 or len(row) < 2:
        return False
    if is_day(above[-1]) and CLOCK.fullmatch(row[0].strip()):
        return True
    together = len(above) + len(row) - 1
    return len(row) < width and together == width and bool(above[-1].strip() and row[0].strip())


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
    whole_by_width = (
        (sum(len(line.cells) == cells for line in _joined(raw, cells)) * cells, cells)
        for cells in range(max(3, width), width + 4)
    )
    joined = _joined(raw, max(whole_by_width)[1])  # as wide as makes most lines whole rows
    whole_before = sum(len(cells) >= width for _, cells in raw)
    after = Counter(len(line.cells) for line in joined).most_common(1)[0]
    if whole_before * 2 > len(raw) or after[0] < width or after[1] * 2 < len(joined) or len(joined) * 3 > len(raw) * 2:
        return cell_lines(sheet)
    return tuple(SheetLine(line.number, tuple(" ".join(text.split()) for text in line.cells)) for line in joined)


def with_whole_heading(lines: Sequence[SheetLine], is_whole: Callable[[SheetLine], int]) -> tuple[SheetLine, ...]:
    """The lines, the first short ones joined to the heading that they are; `is_whole` is 0 for what is none."""
    widths = Counter(len(line.cells) for line in lines)
    width = max(widths, key=lambda cells: (widths[cells], cells), default=0)
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
