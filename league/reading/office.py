"""Workbooks (XLSX, XLS, XLSB, ODS) and Word documents, as `office_process.py` reads them."""

import json
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

from league.reading.limits import MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, CellCounter, NotReadableError
from league.reading.texts import read_table
from league.reading.values import SourceSheet

MAX_UNPACKED = 25_000_000  # bytes that a file may come to
MAX_PARTS = 500
MAX_SECONDS = 10.0  # for the process, on a machine that has other work; it takes two of the processor
PROCESS = Path(__file__).with_name("office_process.py")
ZIP = b"PK\x03\x04"
WORKBOOK = ("xl/workbook.xml", "xl/workbook.bin")
CANNOT = "The {what} cannot be read. Open it, and save it again as {again} or CSV."
PASSWORD = "The file has a password. Save it without one, as .xlsx or CSV."  # noqa: S105 -- a sentence about one
TOO_LARGE = "The file unpacks to far more than a spreadsheet. Copy what matters into a new one, or save it as CSV."


def read_office(content: bytes) -> tuple[SourceSheet, ...]:
    """The visible sheets of a workbook, or the tables and the text of a document."""
    kind = _kind(content) if content.startswith(ZIP) else "workbook"
    room, sheets = CellCounter(), []
    for name, rows in _read(kind, content)[: MAX_SHEETS + 1]:
        if kind == "document" and all(len(cells) < 2 for _, cells in rows):
            sheets.append(read_table("\n".join(cell for _, cells in rows for cell in cells), name))
        else:
            sheets.append(SourceSheet(name, room.lines(rows)))
    if len(sheets) > MAX_SHEETS:
        raise NotReadableError(f"The file has more than {MAX_SHEETS} sheets or tables. Import it in parts.")
    if not any(sheet.lines for sheet in sheets):
        raise NotReadableError(f"The {kind} is empty.")
    return tuple(sheets)


def _kind(content: bytes) -> str:
    """What a zip file is. NotReadableError unless it has no macros, and unpacks to what such a file may be."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, ValueError, OSError):
        raise NotReadableError("The file is damaged. Open it, and save it again as .xlsx, .docx or CSV.") from None
    names = {part.filename.lower() for part in parts}
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise NotReadableError(TOO_LARGE)
    if any("vbaproject" in name or "macrosheet" in name or name.startswith("basic/") for name in names):
        raise NotReadableError("The file has macros in it. Save it as .xlsx, .docx or CSV, without them.")
    if not names.isdisjoint(WORKBOOK):
        return "workbook"
    if "word/document.xml" in names:
        return "document"
    if "content.xml" in names:
        return "workbook"
    if any(name.endswith(".iwa") for name in names):
        raise NotReadableError("This is a Numbers or Pages file. Export it as Excel or CSV (File, Export To).")
    raise NotReadableError("This is not a spreadsheet or a document. Save it as .xlsx, .docx or CSV.")


def _read(kind: str, content: bytes) -> list[tuple[str, list[tuple[int, list[str]]]]]:
    command = [sys.executable, "-I", str(PROCESS), kind, str(MAX_ROWS), str(MAX_COLUMNS)]
    try:
        done = subprocess.run(  # noqa: S603 -- our own program, and the file comes in as its input
            command, input=content, capture_output=True, timeout=MAX_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotReadableError(TOO_LARGE) from None
    if done.returncode == 0:
        sheets: list[tuple[str, list[tuple[int, list[str]]]]] = json.loads(done.stdout)
        return sheets
    if done.returncode < 0 or b"MemoryError" in done.stderr:  # it was ended, for its memory or its time
        raise NotReadableError(TOO_LARGE)
    if b"assword" in done.stderr:
        raise NotReadableError(PASSWORD)
    raise NotReadableError(CANNOT.format(what=kind, again=".docx" if kind == "document" else ".xlsx"))
