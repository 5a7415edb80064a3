"""Text as a sheet: its cells are apart by tabs, commas or semicolons where its lines are rows of a table."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from io import StringIO

from league.reading.days import is_day
from league.reading.limits import MAX_CELL, MAX_LINE, MAX_ROWS, CellCounter, NotReadableError
from league.reading.values import SourceSheet

LOOKED_AT = 60  # lines, for what stands between cells
EVEN = 0.6  # of the lines have as many cells as the others, where they are a table
MARKDOWN_RULE = re.compile(r"\s*(?::?-{2,}:?)?\s*")
CLOCK = re.compile(r"(?i)\d{1,2}[:.]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?")


def read_table(text: str, name: str = "") -> SourceSheet:
    """The text, as it was written and as rows of cells."""
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
