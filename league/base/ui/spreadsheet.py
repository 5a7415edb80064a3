"""Tables as CSV files and workbooks, in which no cell is taken for a formula.

A program guesses the encoding of a CSV file unless the file begins with a byte order mark, and runs a cell that begins
like a formula; a workbook says of each cell what it is.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")  # noqa: RUF001 -- they are formulas too
# What XML cannot hold, nor a cell: whatever a keyboard does not type either.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
LONGEST_CELL = 32_767  # letters that a workbook's cell may have
NARROWEST, WIDEST = 8, 60  # letters
FORMATS = {datetime: "dd/mm/yyyy hh:mm", date: "dd/mm/yyyy", time: "hh:mm"}
AS_TEXT = "@"
A4 = "9"  # as workbooks number the sizes of paper

Value = str | int | float | Decimal | Fraction | date | time | None


def csv_of(heading: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    out = StringIO()
    written = csv.writer(out, lineterminator="\r\n")
    written.writerow(heading)
    written.writerows(
        [escape_formula(_text_of(value)) if isinstance(value, str) else _text_of(value) for value in row]
        for row in rows
    )
    return MARK + out.getvalue()


def escape_formula(value: str) -> str:
    """A value that no spreadsheet takes for a formula: an apostrophe before it says that it is text."""
    return f"'{value}" if value.lstrip(" ").startswith(FORMULA) else value


def xlsx_of(title: str, heading: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """One sheet; the heading stays in sight and is printed on every page."""
    from openpyxl import Workbook  # slow import
    from openpyxl.utils import get_column_letter

    table = [list(row) for row in rows]
    book = Workbook(write_only=True)
    sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\']", " ", CONTROL.sub("", title))[:31].strip() or "Sheet")
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if len(heading) > 6 else "portrait"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    for number, name in enumerate(heading):
        longest = max(len(name), *(len(_text_of(row[number])) for row in table)) if table else len(name)
        sheet.column_dimensions[get_column_letter(number + 1)].width = min(max(longest + 2, NARROWEST), WIDEST)
    sheet.append([_cell(sheet, each, bold=True) for each in heading])
    for row in table:
        sheet.append([_cell(sheet, each) for each in row])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: Any, value: Value, *, bold: bool = False) -> Any:
    from openpyxl.cell import WriteOnlyCell  # slow import
    from openpyxl.styles import Font  # slow import

    if isinstance(value, str):
        text = CONTROL.sub("", value)[:LONGEST_CELL]
        cell = WriteOnlyCell(sheet, text)
        cell.data_type = "s"  # whatever it begins with
        if escape_formula(text) != text:
            # It stays text when somebody opens the cell and closes it again.
            cell.number_format, cell.quotePrefix = AS_TEXT, True
    else:
        exact: Any = _number(value) if isinstance(value, Fraction) else value
        cell = WriteOnlyCell(sheet, exact)
        cell.number_format = FORMATS.get(type(value), cell.number_format)
    if bold:
        cell.font = Font(bold=True)
    return cell


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _text_of(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, time):
        return value.strftime("%H:%M")
    return str(_number(value)) if isinstance(value, Fraction) else str(value)
