"""Spreadsheets that are taken away: every one of them, in both forms, and that nothing in them is ever a formula."""

import csv
from io import BytesIO, StringIO
from itertools import cycle

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled
from openpyxl import Workbook, load_workbook

from league.base.ui.spreadsheet import FORMULA, csv_of, xlsx_of
from league.cups.actions.honours import BoardLine, write_honours
from league.exchange.queries.exports import EXPORTS, ExportScope
from league.schedule.models import Division, Entry, Season
from league.teams.models import Player, Team, Venue
from tests.factories import make_division, make_season
from tests.league.world import CLOSING_TIME

BAD = "cmd|' /C calc'!A0"


def read_csv(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline="")))


def read_xlsx(content: bytes):
    return list(load_workbook(BytesIO(content)).active.iter_rows())


def get(client: Client, name: str, form: str = "csv", **asked: str) -> bytes:
    answer = client.get(reverse(f"{name}-{form}", args=["leek"]), asked)
    assert answer.status_code == 200
    return answer.content


@pytest.mark.parametrize("name", EXPORTS)
def test_both_forms_say_the_same_under_the_same_headings(secretary, name):
    first, *rows = read_csv(get(secretary, name))
    cells = read_xlsx(get(secretary, name, "xlsx"))

    assert tuple(first) == EXPORTS[name].heading
    assert [cell.value for cell in cells[0]] == first
    assert [cell.font.b for cell in cells[0]] == [True] * len(first)
    assert len(cells) == len(rows) + 1
    assert [[cell.value is None for cell in row] for row in cells[1:]] == [[not value for value in row] for row in rows]


def test_a_workbook_keeps_its_heading_in_sight_and_on_every_page(secretary):
    sheet = load_workbook(BytesIO(get(secretary, "table", "xlsx"))).active

    assert sheet.freeze_panes == "A2"
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.column_dimensions["C"].width >= len("Crown A")
    assert [type(cell.value) for cell in sheet[2]][:4] == [str, int, str, int]


def test_the_table_is_the_one_on_the_page(secretary):
    rows = [row[:5] for row in read_csv(get(secretary, "table")) if row[0] == "Division One"]

    assert [row[2] for row in rows] == ["Bell", "Crown A", "Plough", "Swan"]
    assert rows[0] == ["Division One", "1", "Bell", "1", "1"]
    assert rows[3][1] == ""  # withdrawn


def test_a_score_is_given_with_the_points_it_is_worth(secretary):
    with time_machine.travel(CLOSING_TIME, tick=False):
        [heading, *rows] = read_csv(get(Client(), "results"))
    played = dict(zip(heading, rows[-1], strict=True))

    assert {played["Home"], played["Away"]} == {"Crown A", "Bell"}
    assert int(played["Home score"]) + int(played["Away score"]) == 9
    assert played["Remark"] == "Provisional"


def test_one_season_one_division_and_what_does_not_exist(secretary, world):
    assert {row[0] for row in read_csv(get(secretary, "matches", division="division-one"))[1:]} == {"Division One"}
    assert read_csv(get(secretary, "matches", season="2025-26"))[1:] == []
    for asked in ({"season": "1899-00"}, {"division": "nowhere"}, {"cup": "nowhere"}):
        assert secretary.get(reverse("matches-csv", args=["leek"]), asked).status_code == 404


def test_strangers_read_initials_and_officers_whole_names(secretary):
    assert "C PlayerA" in get(Client(), "players").decode()
    assert "Crown PlayerA" not in get(Client(), "players").decode()
    assert "Crown PlayerA" in get(secretary, "registrations").decode()


def test_strangers_are_offered_only_what_they_may_have(secretary):
    address = reverse("spreadsheets", args=["leek"])

    assert "contacts.csv" not in Client().get(address).content.decode()
    assert "contacts.csv" in secretary.get(address).content.decode()


STORABLE = tuple(each for each in FORMULA if each != "\0")  # PostgreSQL keeps no NUL


def test_no_name_in_any_spreadsheet_is_a_formula(secretary, world):
    """Every name of the league begins like a formula; every file is read again as a spreadsheet reads it."""
    starts = cycle(STORABLE)
    for model in (Venue, Team, Player, Entry, Division, Season):
        for row in model.objects.order_by("pk"):
            model.objects.filter(pk=row.pk).update(name=f"{next(starts)}{BAD}{row.pk}")
    for person in (world.evening.small.secretary, *world.evening.small.captains):
        person.name = person.phone = f"{next(starts)}{BAD}"
        person.save()
    lines = [BoardLine(1990 + number, f"{start}{BAD}", f"{start}{BAD}") for number, start in enumerate(STORABLE)]
    write_honours(league=world.league, lines=lines, by=world.evening.small.secretary, at=CLOSING_TIME)

    for name in (*(name for name in EXPORTS if name != "all-tables"), "all-tables"):
        if name == "all-tables":
            Season.objects.update(current=False)  # so that its season is a past one
        assert dangers_of(get(secretary, name), get(secretary, name, "xlsx")) == []
        assert BAD in get(secretary, name).decode()


@pytest.mark.parametrize("start", FORMULA, ids=[f"U{ord(each):04x}" for each in FORMULA])
def test_no_prefix_makes_any_cell_of_any_spreadsheet_a_formula(world, start):
    asked = ExportScope(world.league, CLOSING_TIME, world.evening.small.season)
    for export in EXPORTS.values():
        rows = [[f"{start}{BAD}" if isinstance(each, str) else each for each in row] for row in export.rows(asked)]
        written = csv_of(export.heading, rows).encode(), xlsx_of(export.title, export.heading, rows)
        assert dangers_of(*written) == []
        assert len(rows) == len(read_csv(written[0])) - 1


def test_what_is_searched_for_is_found():
    book = Workbook()
    book.active.append(["=1+1"])
    out = BytesIO()
    book.save(out)
    assert dangers_of(b"=1+1\r\n-3\r\n", out.getvalue()) == ["=1+1", "=1+1"]


def dangers_of(as_csv: bytes, as_xlsx: bytes) -> list[str]:
    """Every value of both forms that a spreadsheet would run, now or when somebody opens its cell."""
    live = [each for row in read_csv(as_csv) for each in row if begins(each) and not is_number(each)]
    cells = [cell for row in read_xlsx(as_xlsx) for cell in row]
    live += [cell.value for cell in cells if cell.data_type == "f"]
    words = [cell for cell in cells if cell.data_type == "s" and begins(cell.value)]
    return live + [cell.value for cell in words if not (cell.quotePrefix and cell.number_format == "@")]


def begins(value: str) -> bool:
    return value.lstrip(" ").startswith(FORMULA)


def is_number(value: str) -> bool:
    return value.removeprefix("-").replace(".", "", 1).isdecimal()


def test_a_telephone_number_survives_both_forms():
    number = "+44 7700 900123"

    assert read_csv(csv_of(["Phone"], [[number]]).encode())[1] == [f"'{number}"]
    [[_], [cell]] = read_xlsx(xlsx_of("Contacts", ["Phone"], [[number]]))
    assert (cell.value, cell.data_type) == (number, "s")


@pytest.mark.parametrize("count", [1, 3, 10])
def test_more_divisions_cost_no_more_queries(world, django_assert_num_queries, count):
    with scopes_disabled():
        season = make_season(world.league, "2024-25", current=False)
        for number in range(count):
            make_division(season, f"Division {number}", rank=number)
    with django_assert_num_queries(8):
        Client().get(reverse("table-csv", args=["leek"]), {"season": "2024-25"})
