"""Files and pasted text as sheets: what they are is told by their bytes, never by their names.

| begins with | read by |
|---|---|
| PK (zip): XLSX, ODS, DOCX; old Excel files | `office.py`, in a process of its own with little memory and time |
| < and tags of a table | `web_pages.py` |
| { or [ | `draws.py` |
| anything else | `texts.py`: CSV and its relations, or text of lines |
"""

from league.reading.draws import read_draw
from league.reading.encodings import decode
from league.reading.limits import MAX_BYTES, NotReadableError
from league.reading.office import read_office
from league.reading.texts import read_table
from league.reading.values import SourceSheet
from league.reading.web_pages import is_web_page, read_web_page

__all__ = ["MAX_BYTES", "NotReadableError", "read_file", "read_text"]

OLD_WORD = (".doc", ".dot", ".ppt", ".pub", ".msg")
ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
REFUSED = {
    b"%PDF": "This is a PDF. Open it, select the rows, copy them and paste them here; or export it as a spreadsheet.",
    b"{\\rtf": "This is a rich text file (RTF). Open it and save it as .docx, or copy the table and paste it here.",
    b"\x89PNG": "This is a picture. Type the rows, or copy them from where they were written.",
    b"\xff\xd8\xff": "This is a photograph. Type the rows, or copy them from where they were written.",
    b"GIF8": "This is a picture. Type the rows, or copy them from where they were written.",
    b"II*\0": "This is a picture. Type the rows, or copy them from where they were written.",
    b"MM\0*": "This is a picture. Type the rows, or copy them from where they were written.",
    b"\x1f\x8b": "This is a compressed file. Unpack it first, and import what is in it.",
    b"7z\xbc\xaf": "This is a compressed file. Unpack it first, and import what is in it.",
    b"Rar!": "This is a compressed file. Unpack it first, and import what is in it.",
}


def read_file(content: bytes, name: str = "") -> tuple[SourceSheet, ...]:
    """Every sheet, table or text of a file that has anything in it.

    NotReadableError, with what to do about it, for what cannot be read or is too large. `name` is what people call it.
    """
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
    """Pasted text: rows of a spreadsheet or of a web page, lines of a newspaper, or a page's own HTML."""
    if len(text.encode()) > MAX_BYTES:
        raise NotReadableError("This is too much to paste. Import it as a file, or in parts.")
    return _filled(_read(text.removeprefix("\ufeff")))


def _read(text: str) -> tuple[SourceSheet, ...]:
    if is_web_page(text):
        return read_web_page(text)
    return read_draw(text) or (read_table(text),)


def _filled(sheets: tuple[SourceSheet, ...]) -> tuple[SourceSheet, ...]:
    filled = tuple(sheet for sheet in sheets if sheet.lines)
    if not filled:
        raise NotReadableError("There is nothing in it.")
    return filled
