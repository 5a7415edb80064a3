"""The cells of a file or of pasted text, as text, each row with its number in the file.

Below is how people write days, times, scores and numbers: what can be read two ways is read the British way, and what
is none of it is None.
"""

import csv
import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import BytesIO, StringIO
from typing import Any

from league.reading.values import SheetLine
from league.ui.spreadsheet import unescape_formula

MAX_BYTES = 2_000_000  # bytes of a file
MAX_ROWS = 5_000
MAX_COLUMNS = 40
MAX_UNPACKED = 40_000_000  # bytes that a workbook may come to
MAX_PARTS = 500
MAX_CELL = 500  # letters of a cell; what is longer is no name, day or score
LOOKED_AT = 10  # first lines, for what stands between cells
ZIP, OLD_OFFICE, PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF"


class NotReadableError(ValueError):
    """The file cannot be read, and what to do about it, in a sentence."""


def read_file(content: bytes) -> tuple[SheetLine, ...]:
    """Every row of a file that has anything in it. NotReadableError for what is no spreadsheet, or too large a one."""
    if len(content) > MAX_BYTES:
        raise NotReadableError(f"The file is larger than {MAX_BYTES // 1_000_000} MB. Import it in parts.")
    if content.startswith(ZIP):
        return _read(_workbook(content))
    if content.startswith(OLD_OFFICE):
        raise NotReadableError("This is an old Excel file, or one with a password. Save it as .xlsx or CSV.")
    if content.startswith(PDF) or b"\0" in content[:1000].replace(b"\xff\xfe", b"", 1)[::2]:
        raise NotReadableError("This is not a spreadsheet. Save it as .xlsx or CSV.")
    return read_text(_decoded(content))


def read_text(text: str) -> tuple[SheetLine, ...]:
    """Every row of pasted text: cells apart by tabs as a web page or a spreadsheet copies them, by commas or by ;."""
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_BYTES:
        raise NotReadableError("This is too much to paste. Import it as a file, or in parts.")
    first = "\n".join([line for line in text[:20_000].splitlines() if line.strip()][:LOOKED_AT])
    apart = max("\t;,", key=lambda mark: (first.count(mark), mark == ","))
    try:
        return _read(csv.reader(StringIO(text, newline=""), delimiter=apart))
    except csv.Error as error:
        raise NotReadableError(f"These are not rows of a table ({error}).") from None


def _read(rows: Iterable[Iterable[object]]) -> tuple[SheetLine, ...]:
    found: list[SheetLine] = []
    for number, row in enumerate(rows, start=1):
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MAX_COLUMNS:
            raise NotReadableError(f"Row {number} has more than {MAX_COLUMNS} columns.")
        if cells:
            found.append(SheetLine(number, tuple(cells)))
        if len(found) > MAX_ROWS + 1:
            raise NotReadableError(f"There are more than {MAX_ROWS} rows. Import them in parts.")
        if number > 4 * MAX_ROWS:
            break
    return tuple(found)


def _text(value: object) -> str:
    """A cell as text: what people typed, with single spaces; days as 2026-09-21, whole numbers without a point."""
    match value:
        case None:
            text = ""
        case bool():
            text = "Yes" if value else "No"
        case float() if value.is_integer():
            text = str(int(value))
        case datetime():
            text = value.strftime("%Y-%m-%d" if value.time() == time() else "%Y-%m-%d %H:%M")
        case time():
            text = value.strftime("%H:%M")
        case _:
            text = unescape_formula(re.sub(r"[\x00-\x08\x0b-\x1f\u200b\ufeff]", "", str(value)).strip())
    return " ".join(text.split())[:MAX_CELL]


def _decoded(content: bytes) -> str:
    """The text of a file, as Excel and others write it: UTF-8, UTF-16 with its mark, or Windows' own letters."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _workbook(content: bytes) -> Iterator[tuple[Any, ...]]:
    """The rows of the first sheet that has any, by the values that its formulas had when it was saved."""
    from openpyxl import load_workbook  # slow import

    _refuse_dangerous(content)
    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible":
                sheet.reset_dimensions()  # a file may say that it has a million columns
                rows = sheet.iter_rows(max_row=4 * MAX_ROWS, max_col=MAX_COLUMNS + 1, values_only=True)
                cells = list(rows)
                if any(value is not None for row in cells for value in row):
                    return iter(cells)
    except NotReadableError:
        raise
    except Exception as error:  # a broken workbook breaks its reader in many ways
        raise NotReadableError("The workbook cannot be read. Open it, and save it again as .xlsx or CSV.") from error
    raise NotReadableError("The workbook is empty.")


def _refuse_dangerous(content: bytes) -> None:
    """NotReadableError unless it is a workbook without macros that unpacks to what a workbook may be."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
    except zipfile.BadZipFile:
        raise NotReadableError("The workbook is damaged. Open it, and save it again as .xlsx or CSV.") from None
    names = {part.filename.lower() for part in parts}
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise NotReadableError("The workbook unpacks to far more than a spreadsheet. Save it as CSV.")
    if any("vbaproject" in name or "macrosheet" in name for name in names):
        raise NotReadableError("The workbook has macros in it. Save it as .xlsx or CSV, without them.")
    if "xl/workbook.xml" not in names:
        raise NotReadableError("This is not an Excel workbook. Save it as .xlsx or CSV.")


# --- what people write into cells -------------------------------------------------------------------------------------
MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1
    )
}
YES = {"yes", "y", "true", "1", "x", "\N{CHECK MARK}"}
NO = {"no", "n", "false", "0", "", "-"}
NUMBERS = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b")
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
WORDS = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([a-z]{3})[a-z]*\.?,?(?:[\s-]+'?(\d{4}|\d{2}))?\b")
WEEKDAY = re.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,.]+")
CLOCK = re.compile(r"(?<![\d/.-])(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*([ap]\.?m\.?)?$")
SCORE = re.compile(r"(\d{1,2})\s*(?:[-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}:]|v|to)\s*(\d{1,2})")


def parse_day(text: str, starts: date | None = None) -> date | None:
    """A date as 2026-09-21, 21/09/26, 21.9.2026, "Mon 21 Sep 2026" or "21st September", whatever time follows it.

    A day without its year is the first one from `starts` on.
    """
    plain = WEEKDAY.sub("", text.strip().casefold())
    if found := ISO.match(plain):
        return _date(*(int(part) for part in found.groups()))
    if found := NUMBERS.match(plain):
        number, month, year = (int(part) for part in found.groups())
        return _date(_year(year), month, number)
    if (found := WORDS.match(plain)) and found[2] in MONTHS:
        number, month = int(found[1]), MONTHS[found[2]]
        if found[3] is not None:
            return _date(_year(int(found[3])), month, number)
        return _next(number, month, starts)
    return None


def parse_time(text: str) -> time | None:
    """A time as 20:00, 8pm, 7.30 pm, or at the end of a date. A whole hour alone is none: 8 may be a score."""
    plain = text.strip().casefold().replace("t", " ", 1) if ISO.match(text.strip()) else text.strip().casefold()
    found = CLOCK.search(plain)
    if found is None or (found[2] is None and found[3] is None):
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found[3].startswith("p") else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def parse_score(text: str) -> tuple[int, int] | None:
    """Two scores in one cell: "5 - 4", "5:4"."""
    found = SCORE.fullmatch(text.strip().casefold())
    return (int(found[1]), int(found[2])) if found else None


def parse_number(text: str) -> int | None:
    """A whole number that is not negative."""
    plain = text.strip().removesuffix(".0")
    return int(plain) if re.fullmatch(r"[0-9]{1,6}", plain) else None


def parse_yes(text: str) -> bool | None:
    plain = text.strip().casefold()
    return True if plain in YES else False if plain in NO else None


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _year(written: int) -> int:
    """Of two figures the year of this century, or of the last for 70 and later."""
    if written >= 100:
        return written
    return written + (1900 if written >= 70 else 2000)


def _next(number: int, month: int, starts: date | None) -> date | None:
    if starts is None:
        return None
    this = _date(starts.year, month, number)
    return this if this is not None and this >= starts else _date(starts.year + 1, month, number)
