"""Tables as files for a spreadsheet: comma-separated values that no program takes for formulas.

Knows what Excel and its kin do with a file: they guess its letters unless it begins with a mark, and run what begins
like a formula. Refuses to know what the columns mean.
"""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")  # noqa: RUF001 -- they are formulas too


def csv_of(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A file with a heading line; every value as text, as somebody typed it but for formulas."""
    out = StringIO()
    written = csv.writer(out, lineterminator="\r\n")
    written.writerow(heading)
    written.writerows([plain(value) for value in row] for row in rows)
    return MARK + out.getvalue()


def plain(value: str) -> str:
    """A value that no spreadsheet takes for a formula: an apostrophe before it says that it is text."""
    return f"'{value}" if value.lstrip(" ").startswith(FORMULA) else value
