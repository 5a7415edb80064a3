"""Files and pasted text as sheets: what they are is told by their bytes, never by their names.

| begins with | read by |
|---|---|
| PK (zip): XLSX, ODS, DOCX; old Excel files | `office_process.py`, a program with little memory and time |
| < and tags of a table | `web_pages.py` |
| { or [ | `read_draw` below |
| BEGIN:VCALENDAR | `read_calendar` below |
| anything else | `texts.py`: CSV and its relations, or text of lines |
"""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from league.reading.texts import read_table
from league.reading.values import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SHEETS,
    CellCounter,
    NotReadableError,
    SourceSheet,
)
from league.reading.web_pages import is_web_page, read_web_page

__all__ = ["MAX_BYTES", "NotReadableError", "decode", "read_draw", "read_file", "read_text"]

MAX_DEPTH = 12
ROUND = re.compile(r"(?i)^r(?:ound)?\D{0,2}(\d{1,2})\b")
ZIP = b"PK\x03\x04"
NamedList = tuple[str, list[Mapping[str, Any]]]
TITLES = ("competition", "name", "title", "event", "cup", "tournament")


def read_draw(text: str) -> tuple[SourceSheet, ...]:
    """A sheet for each list of records of JSON, the longest first; matches have what is said of their round."""
    if text.lstrip()[:1] not in ("{", "["):
        return ()
    try:
        content = json.loads(text)
    except RecursionError:
        raise NotReadableError("The file is nested too deeply to be a list of matches.") from None
    except ValueError:
        return ()
    title = next((str(content[key]) for key in TITLES if isinstance(content, dict) and content.get(key)), "")
    lists = _with_rounds_open(sorted(_lists(content, "", 0), key=lambda item: -len(item[1])))
    room, rounds = CellCounter(), next((rows for name, rows in lists if name.rpartition(".")[2] == "rounds"), [])
    sheets: list[SourceSheet] = []
    merged = any(_with_round(row, rounds) is not row for _, rows in lists for row in rows)
    for name, rows in lists:
        if rows is rounds and merged:
            continue  # each match has what is said of its round
        if rows is not rounds and rounds:
            rows = [_with_round(row, rounds) for row in rows]  # noqa: PLW2901 -- the same rows, told more
        rows = [_flat(row) for row in rows]  # noqa: PLW2901 -- the same rows, with what is nested in them
        keys = list(dict.fromkeys(key for row in rows for key in row))
        if len(keys) > MAX_COLUMNS or len(sheets) > MAX_SHEETS:
            raise NotReadableError("The file has too many lists or fields to be a draw. Import the list that matters.")
        table = [keys, *([_text(row.get(key)) for key in keys] for row in rows)]
        sheets.append(
            SourceSheet(f"{title}: {name}" if title and name else title or name, room.lines(enumerate(table, 1)))
        )
    return tuple(sheets)


def _lists(content: Any, name: str, depth: int) -> Iterator[NamedList]:
    if depth > MAX_DEPTH:
        raise NotReadableError("The file is nested too deeply to be a list of matches.")
    if isinstance(content, dict):
        for key, value in content.items():
            yield from _lists(value, f"{name}.{key}" if name else str(key), depth + 1)
    elif isinstance(content, list):
        rows: list[Mapping[str, Any]] = [row for row in content if isinstance(row, dict)]
        if len(rows) > MAX_ROWS:
            raise NotReadableError(f"There are more than {MAX_ROWS} records. Import them in parts.")
        if rows:
            yield name, rows
        for row in content:
            if isinstance(row, list | dict):
                yield from _lists(row, name, depth + 1)


def _with_round(row: Mapping[str, Any], rounds: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    match = ROUND.match(str(row.get("id", "")))
    if match is None or "round" in row or not 1 <= int(match[1]) <= len(rounds):
        return row
    its = rounds[int(match[1]) - 1]
    return {"round": its.get("name"), **{key: value for key, value in its.items() if key not in ("name", *row)}, **row}


def _with_rounds_open(lists: list[NamedList]) -> list[NamedList]:
    """The lists, that of the matches in a list of rounds in its place."""
    for name, rows in lists:
        if name.rpartition(".")[2] == "rounds" and (inside := [match for row in rows for match in _in_round(row)]):
            return [(name, inside), *(other for other in lists if not f"{other[0]}.".startswith(f"{name}."))]
    return lists


def _in_round(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The matches in the record of a round, each with what is said of the round."""
    its = {key: value for key, value in row.items() if not isinstance(value, dict | list)}
    of_round = {"round": its.pop("name", None), **its}
    for value in row.values():
        if isinstance(value, list):
            yield from ({**of_round, **match} for match in value if isinstance(match, dict))


def _flat(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record with the fields of a record in it as its own: the home of "score" as "home score"."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict) and "name" not in value:
            flat |= {f"{inner} {key}": part for inner, part in value.items() if not isinstance(part, dict | list)}
        else:
            flat[key] = value
    return flat


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "Yes" if value else "No"
        case dict():
            return str(value.get("name", "")) if "name" in value else ""
        case list():
            return ", ".join(_text(item) for item in value)
    return str(value)


BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
OLD = ("cp1252", "mac_roman", "cp850")  # the first of several that are as likely
NOT_TEXT = "This is not a spreadsheet or a text. Save it as .xlsx or CSV."
# What stands in names and prices. All other letters and signs of the three are rare there.
USUAL = frozenset("’‘“”–—…£€½¼¾éèêëáàâäóòôöúùûüíìîïçñåøæœßÉÁÓÚÍÖÜÄÇÑÅØÆŵŷ°•·®™†‡§")
GRAVE = frozenset("ìòùè")  # rarer in names than the other accents
RARE_SIGNS = 3
LOOKED_AT = 200_000  # letters


def decode(content: bytes) -> str:
    """The text of a file. NotReadableError for what is no text."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "replace").removeprefix("\ufeff")
    if b"\0" in content[:4000]:
        return _without_mark(content)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    # A file of UTF-8 that was cut, or has one bad byte in it, is not one of an old kind.
    loose = content.decode("utf-8", "replace")
    several = sum(ord(letter) > 127 and letter != "\ufffd" for letter in loose)
    if several > 3 * loose.count("\ufffd"):
        return loose
    texts: list[str] = []
    for encoding in OLD:
        with suppress(UnicodeDecodeError):  # cp1252 has five places without a letter
            texts.append(content.decode(encoding))
    return max(texts, key=lambda text: likelihood(text[:LOOKED_AT]))


def likelihood(text: str) -> int:
    """How much like words of Britain the letters of a text are that are not ASCII: each where it would stand."""
    padded = f" {text} "
    around = zip(padded, text, padded[2:], strict=False)
    return sum(_fits(letter, before, after) for before, letter, after in around if not letter.isascii())


def _fits(letter: str, before: str, after: str) -> int:  # noqa: PLR0911 -- a table of signs
    inside = before.isalpha() and after.isalpha()
    if letter == "’":
        joins = before.isupper() or after in "sSt" or not after.isalnum()  # O’Brien, Dog’s, Turks’ Head
        return (3 if joins else 1) if before.isalpha() and not after.isdigit() else -1
    if letter in "‘“":
        return 2 if not before.isalnum() and not after.isspace() else -3
    if letter == "”":
        return 2 if not before.isspace() and not after.isalnum() else -3
    if letter in "–—":
        return 2 if not inside or before.isdigit() else -1
    if letter in "£€":
        return 3 if after.isdigit() or after == " " else -2
    if letter in "½¼¾":
        return 3 if not before.isalpha() and not after.isalpha() else -3
    if letter == "\xa0":
        return 1
    if letter.isalpha():
        return _fits_word(letter, before, after)
    return 0 if letter in USUAL and not inside else -RARE_SIGNS


def _fits_word(letter: str, before: str, after: str) -> int:
    if letter.islower() and not before.isalpha() and not after.isalpha():  # a word of one letter is a capital: Ó Briain
        return -4
    if letter.isupper() and (before.islower() or (before.isalpha() and after.islower())):
        return -4
    if (letter == "ë" and before in "oa") or (letter == "ç" and after in "ao"):  # Zoë, Françoise
        return 3
    if letter not in USUAL:
        return -2
    return 1 if letter in GRAVE or (letter.islower() and not before.isalpha()) else 2


def _without_mark(content: bytes) -> str:
    """UTF-16 without its mark: every other byte of most letters is nought."""
    start = content[:4000]
    even, odd = start[::2].count(0), start[1::2].count(0)
    for encoding, many, few in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if many * 4 > len(start) and few * 20 < len(start):
            return content.decode(encoding, "replace")
    raise NotReadableError(NOT_TEXT)


OLD_WORD = (".doc", ".dot", ".ppt", ".pub", ".msg")
OLD_OFFICE = b"\xd0\xcf\x11\xe0"
REFUSED = {
    b"\xff\xd8\xff": "This is a photograph. Type the rows, or copy them from where they were written.",
    b"%PDF": "This is a PDF. Open it, select the rows, copy them and paste them here; or export it as a spreadsheet.",
    b"{\\rtf": "This is a rich text file (RTF). Open it and save it as .docx, or copy the table and paste it here.",
    **dict.fromkeys(
        (b"\x89PNG", b"GIF8", b"II*\0", b"MM\0*"),
        "This is a picture. Type the rows, or copy them from where they were written.",
    ),
    **dict.fromkeys(
        (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!"), "This is a compressed file. Unpack it first, and import what is in it."
    ),
}


def read_file(content: bytes, name: str = "") -> tuple[SourceSheet, ...]:
    """Every sheet or text of a file that people call `name`. NotReadableError says what to do about it."""
    if len(content) > MAX_BYTES:
        raise NotReadableError(f"The file is larger than {MAX_BYTES // 1_000_000} MB. Import it in parts.")
    if content.startswith(OLD_OFFICE) and name.lower().endswith(OLD_WORD):
        raise NotReadableError(
            "This is an old Word file. Open it and save it as .docx, or copy its table and paste it."
        )
    if content.startswith((ZIP, OLD_OFFICE)):
        return _filled(read_office(content))
    for mark, sentence in REFUSED.items():
        if content.startswith(mark):
            raise NotReadableError(sentence)
    return _filled(_read(decode(content)))


def read_text(text: str) -> tuple[SourceSheet, ...]:
    if len(text.encode()) > MAX_BYTES:
        raise NotReadableError("This is too much to paste. Import it as a file, or in parts.")
    return _filled(_read(text.removeprefix("\ufeff")))


def read_calendar(text: str) -> tuple[SourceSheet, ...]:
    """The events of a calendar file (ICS) as rows; none where the text is no calendar."""
    if not text.lstrip().upper().startswith("BEGIN:VCALENDAR"):
        return ()
    rows: list[list[str]] = [["Date", "Time", "Match", "Venue"]]
    for event in re.split(r"^BEGIN:VEVENT", re.sub(r"\r?\n[ \t]", "", text), flags=re.MULTILINE)[1:]:
        lines = (line.partition(":") for line in event.splitlines())
        fields = {name.partition(";")[0].upper(): re.sub(r"\\([,;\\])", r"\1", value) for name, _, value in lines}
        start = re.fullmatch(r"(\d{8})(?:T(\d\d)(\d\d)\d\d(Z?))?", fields.get("DTSTART", "").strip())
        if start is None:
            continue
        at = datetime.strptime(f"{start[1]}{start[2] or '00'}{start[3] or '00'}", "%Y%m%d%H%M").replace(tzinfo=UTC)
        at = at.astimezone(ZoneInfo("Europe/London")) if start[4] else at
        texts = (fields.get(name, "") for name in ("SUMMARY", "LOCATION"))
        rows.append([f"{at:%Y-%m-%d}", f"{at:%H:%M}" if start[2] else "", *texts])
    return (SourceSheet("", CellCounter().lines(enumerate(rows, 1))),)


def _read(text: str) -> tuple[SourceSheet, ...]:
    if is_web_page(text):
        return read_web_page(text)
    return read_calendar(text) or read_draw(text) or (read_table(text),)


def _filled(sheets: tuple[SourceSheet, ...]) -> tuple[SourceSheet, ...]:
    filled = tuple(sheet for sheet in sheets if sheet.lines)
    if not filled:
        raise NotReadableError("There is nothing in it.")
    return filled


MAX_UNPACKED = 25_000_000  # bytes that a file may come to
MAX_PARTS = 500
MAX_SECONDS = 10.0  # for the process, on a machine that has other work; it takes two of the processor
PROCESS = Path(__file__).with_name("office_process.py")
WORKBOOK = ("xl/workbook.xml", "xl/workbook.bin")
CANNOT = "The {what} cannot be read. Open it, and save it again as {again} or CSV."
PASSWORD = "The file has a password. Save it without one, as .xlsx or CSV."  # noqa: S105 -- a sentence about one
TOO_LARGE = "The file unpacks to far more than a spreadsheet. Copy what matters into a new one, or save it as CSV."


def read_office(content: bytes) -> tuple[SourceSheet, ...]:
    kind = _kind(content) if content.startswith(ZIP) else "workbook"
    room, sheets = CellCounter(), []
    for name, rows in _unpacked_rows(kind, content)[: MAX_SHEETS + 1]:
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


def _unpacked_rows(kind: str, content: bytes) -> list[tuple[str, list[tuple[int, list[str]]]]]:
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
