"""What a file is before anybody asks what it means: every way of writing a table, and what is refused unopened."""

import zipfile
from datetime import date, datetime, time
from io import BytesIO

import pytest
from openpyxl import Workbook

from league.reading.files import MAX_BYTES, NotReadableError, read_file, read_text
from league.reading.values import MAX_CELLS, MAX_COLUMNS, MAX_ROWS
from tests.league.importexport.importing import workbook


def cells(content: bytes) -> list[tuple[str, ...]]:
    return [line.cells for line in read_file(content)[0].lines]


@pytest.mark.parametrize(
    "content",
    [
        "Team,Pub\nCafé A,The Old “Crown”\n".encode(),
        "\ufeffTeam;Pub\r\nCafé A;The Old “Crown”\r\n".encode(),
        "Team\tPub\nCafé A\tThe Old “Crown”\n".encode("utf-16"),
        "Team,Pub\nCafé A,The Old “Crown”\n".encode("cp1252"),
        "Team,Pub\n  Café   A ,\N{NO-BREAK SPACE}The Old “Crown”\n".encode(),
        workbook(["Team", "Pub"], ["Café A", "The Old “Crown”"]),
    ],
)
def test_a_table_is_read_however_it_was_saved(content):
    assert cells(content) == [("Team", "Pub"), ("Café A", "The Old “Crown”")]


def test_a_workbook_s_cells_become_what_people_would_have_typed():
    content = workbook(
        [
            date(2026, 9, 21),
            datetime(2026, 9, 21, 20, 0),  # noqa: DTZ001 -- as workbooks have them
            time(19, 30),
            5.0,
            7.5,
            True,
            None,
            "x",
        ]
    )
    assert cells(content) == [("2026-09-21", "2026-09-21 20:00", "19:30", "5", "7.5", "Yes", "", "x")]


def test_the_number_of_a_row_is_the_one_that_the_spreadsheet_shows():
    assert [line.number for line in read_text('Team,Pub\n\n"Red\nLion",x\nFleece,y\n')[0].lines] == [1, 3, 4]


def test_a_formula_is_read_by_the_value_it_had():
    book = Workbook()
    book.active.append(["=1+1", "Crown A"])
    out = BytesIO()
    book.save(out)
    assert cells(out.getvalue()) == [("", "Crown A")]


def packed(**parts: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name.replace("__", "/"), content)
    return out.getvalue()


def added_to(content: bytes, name: str, part: bytes) -> bytes:
    out = BytesIO(content)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr(name, part)
    return out.getvalue()


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "lol">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, (b"&%c;" % (97 + n)) * 10) for n in range(9))
    + b"]><sst>&j;</sst>"
)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"x" * (MAX_BYTES + 1), "larger than 2 MB"),
        (b"%PDF-1.7 ...", "PDF.*paste"),
        (bytes(range(256)) * 20, "not a spreadsheet"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 100, "cannot be read"),
        (b"PK\x03\x04 and then nothing", "damaged"),
        (packed(other="x"), "not a spreadsheet or a document"),
        (packed(**{"xl/workbook.xml": b"<x/>"}), "cannot be read"),
        (packed(**{"xl/workbook.xml": b"0" * 26_000_000}), "unpacks to far more"),
        (packed(**{f"part{number}": b"" for number in range(600)}), "unpacks to far more"),
        (added_to(workbook(["Team"]), "xl/vbaProject.bin", b"x"), "macros"),
        (added_to(workbook(["Team"]), "xl/macrosheets/sheet1.xml", b"x"), "macros"),
        (packed(**{"xl/workbook.xml": BOMB, "[Content_Types].xml": BOMB}), "cannot be read"),
        (workbook([]), "workbook is empty"),
        (b"Team,Pub\n" + b"Crown A,Crown\n" * (MAX_ROWS + 1), f"more than {MAX_ROWS} rows"),
        ((b"," * (MAX_COLUMNS + 1) + b"x\n") * 2, f"more than {MAX_COLUMNS} columns"),
        ((b"x," * MAX_COLUMNS + b"\n") * (MAX_CELLS // MAX_COLUMNS + 1), f"more than {MAX_CELLS} cells"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_spreadsheet_or_too_much_is_refused_in_words(content, words):
    with pytest.raises(NotReadableError, match=words):
        read_file(content)
