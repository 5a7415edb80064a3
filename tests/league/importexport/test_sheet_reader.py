"""What a file is before anybody asks what it means: every way of writing a table, and what is refused unopened."""

import zipfile
from datetime import date, datetime, time
from io import BytesIO

import pytest
from openpyxl import Workbook

from league.importexport.choices import ImportKind
from league.importexport.values import sheet_reader
from league.importexport.values.columns import EXAMPLES, example_of, match_columns, missing_columns, split_heading
from league.importexport.values.outcomes import NameIndex
from league.importexport.values.sheet_reader import MAX_BYTES, MAX_ROWS, NotReadableError, read_file, read_text
from league.ui.spreadsheet import csv_of
from tests.league.importexport.importing import workbook


def cells(content: bytes) -> list[tuple[str, ...]]:
    return [line.cells for line in read_file(content)]


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
    assert [line.number for line in read_text('Team,Pub\n\n"Red\nLion",x\nFleece,y\n')] == [1, 3, 4]


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
        (b"%PDF-1.7 ...", "not a spreadsheet"),
        (bytes(range(256)) * 20, "not a spreadsheet"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 100, "old Excel file"),
        (b"PK\x03\x04 and then nothing", "damaged"),
        (packed(word__document="x"), "not an Excel workbook"),
        (packed(**{"xl/workbook.xml": b"<x/>"}), "cannot be read"),
        (packed(**{"xl/workbook.xml": b"0" * 41_000_000}), "unpacks to far more"),
        (packed(**{f"part{number}": b"" for number in range(600)}), "unpacks to far more"),
        (added_to(workbook(["Team"]), "xl/vbaProject.bin", b"x"), "macros"),
        (added_to(workbook(["Team"]), "xl/macrosheets/sheet1.xml", b"x"), "macros"),
        (packed(**{"xl/workbook.xml": BOMB, "[Content_Types].xml": BOMB}), "cannot be read"),
        (workbook([]), "workbook is empty"),
        (b"Team\n" + b"Crown A\n" * (MAX_ROWS + 1), "more than 5000 rows"),
        (b"," * 60 + b"x\n", "more than 40 columns"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_spreadsheet_or_too_much_is_refused_in_words(content, words):
    with pytest.raises(NotReadableError, match=words):
        read_file(content)


@pytest.mark.parametrize(
    ("heading", "kind", "found"),
    [
        (["Date", "Home", "Away", "Home score", "Away score"], "results", "date home away home_score away_score"),
        (["Fixture Date", "KO", "Home Team", "Away Team", "Venue", "Fixture Group"], "fixtures",
         "date time home away venue division"),
        (["Type", "Date / Time", "Home Team", "Away Team", "Competition"], "fixtures", "date home away division"),
        (["Name", "Club"], "players", "name team"),
        (["PLAYERS NAME", "Team Name"], "players", "name team"),
        (["Season", "Winners", "Runners Up", "Competition"], "honours", "year winner runner_up title"),
    ],
)  # fmt: skip
def test_columns_are_matched_by_the_names_that_people_give_them(heading, kind, found):
    assert set(match_columns(ImportKind(kind), heading)) == set(found.split())


def test_headings_stand_below_a_title_or_nowhere():
    titled = read_text("Leek Dominoes 2026\t\n\nHome\tAway\nCrown A\tBell\n")
    assert split_heading(ImportKind.FIXTURES, titled) == (("Home", "Away"), titled[2:])
    bare = read_text("Mon 21 Sep\tCrown A\tBell\n")
    assert split_heading(ImportKind.FIXTURES, bare) == (("Column 1", "Column 2", "Column 3"), bare)


@pytest.mark.parametrize(
    "text",
    ["2026-09-21", "21/09/2026", "21/9/26 20:00", "21.09.2026", "Mon 21 Sep 2026", "Monday, 21st September 2026",
     "21-Sep-26", "21 Sept 2026", "Mon 21 Sep", "2026-09-21T20:00:00"],
)  # fmt: skip
def test_a_day_is_read_as_it_is_written(text):
    assert sheet_reader.parse_day(text, date(2026, 9, 1)) == date(2026, 9, 21)


@pytest.mark.parametrize("text", ["", "31/02/2026", "13/13/2026", "soon", "21", "Sep 2026", "99"])
def test_what_is_no_day_is_none(text):
    assert sheet_reader.parse_day(text, date(2026, 9, 1)) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [("20:00", time(20)), ("8pm", time(20)), ("7.30 PM", time(19, 30)), ("21/09/26 19:45", time(19, 45)),
     ("12am", time(0)), ("8", None), ("25:00", None), ("13pm", None), ("21.09.2026", None)],
)  # fmt: skip
def test_a_time_is_read_as_it_is_written(text, found):
    assert sheet_reader.parse_time(text) == found


@pytest.mark.parametrize(
    ("said", "meant"),
    [("crown  a", "Crown A"), ("The Crown 'A'", "Crown A"), ("Kings Head", "King's Head"), ("Café Royal", "Cafe Royal"),
     ("Rose and Crown", "Rose & Crown")],
)  # fmt: skip
def test_a_name_is_found_however_it_is_written(said, meant):
    names = NameIndex({name: name for name in ("Crown A", "Crown B", "King's Head", "Cafe Royal", "Rose & Crown")})
    assert names.find(said).row == meant


def test_names_that_may_be_meant_are_offered_and_a_and_b_are_told_apart():
    names = NameIndex({name: name for name in ("Crown A", "Crown B", "Bay Horse")})
    assert names.find("Crwon A").near == ("Crown A",)
    assert names.find("Crown").near == ("Crown A", "Crown B")
    assert names.find("Crown C").near == ()


@pytest.mark.parametrize("kind", ImportKind)
def test_an_example_is_read_as_it_is_meant(kind):
    keys, *rows = EXAMPLES[kind]
    heading, found = split_heading(kind, read_file(csv_of(*example_of(kind)).encode()))
    assert match_columns(kind, heading) == {key: place for place, key in enumerate(keys)}
    assert [line.cells + ("",) * (len(keys) - len(line.cells)) for line in found] == rows
    assert len(rows) == 2
    assert not missing_columns(kind, match_columns(kind, heading))
