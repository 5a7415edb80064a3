"""Files for a spreadsheet: the season's matches, and that no name in them is run as a formula."""

import csv
from datetime import date, datetime
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.ui.spreadsheet import csv_of, escape_formula
from league.schedule.actions.matches import postpone_fixture, void_fixture
from league.schedule.models import Entry, Fixture
from league.schedule.queries.lists import task_of
from scoring.season.schedule.files import read_list
from scoring.season.schedule.task import Match
from tests.factories import FIRST_NIGHT, league_in_season, make_fixture, make_league, make_season

AT = datetime(2026, 9, 1, 12, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def small(db):
    with scopes_disabled():
        made = league_in_season(squad=0)
    with scope(league=made.league):
        yield made


def read(answer):
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def get(**season):
    return Client().get(reverse("fixtures-csv", kwargs={"league": "leek"} | season))


def test_every_match_is_a_row_with_ids_and_names(small):
    answer = get()
    crown, bell = small.entries[:2]

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="leek-2026-27-fixtures.csv"'
    assert len(read(answer)) == 4
    assert read(answer)[0] == {
        "division": f"D{small.division.pk}",
        "date": "2026-09-07",
        "home": f"T{crown.pk}",
        "away": f"T{bell.pk}",
        "division_name": "Division One",
        "home_name": "Crown A",
        "away_name": "Bell",
        "time": "20:00",
        "venue": "Crown A Inn",
        "first_date": "2026-09-07",
        "status": "To be played",
    }


def test_a_match_without_a_date_a_void_one_and_a_bye(small):
    act = {"by": small.secretary, "at": AT, "reason": "Snow on the tops"}
    make_fixture(small.entries[0], None, date(2026, 9, 21), week=3)
    postpone_fixture(fixture=small.fixtures[0], **act)
    void_fixture(fixture=small.fixtures[1], **act)

    rows = {f"{row['home_name']} v {row['away_name']}": (row["date"], row["status"]) for row in read(get())}
    assert rows["Crown A v Bell"] == ("", "Postponed")
    assert rows["Plough v Swan"] == (str(FIRST_NIGHT), "Void")
    assert len(rows) == 4


def test_the_file_is_a_fixture_list_in_the_common_format(small):
    matches, misread = read_list(get().content.decode(), task_of(small.division.competition))

    assert misread == ()
    assert set(matches) == {
        Match(f"D{each.division_id}", each.date, f"T{each.home_id}", f"T{each.away_id}")
        for each in Fixture.objects.all()
    }


def test_an_earlier_season_has_its_own_file(small):
    with scopes_disabled():
        make_season(small.league, "2025-26", current=False)

    assert read(get(season="2025-26")) == []
    assert len(read(get(season="2026-27"))) == 4
    assert get(season="1999-00").status_code == 404


def test_without_a_season_there_is_no_file(db):
    with scopes_disabled():
        make_league()
    assert get().status_code == 404


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠", " ="])  # noqa: RUF001
def test_no_value_begins_like_a_formula(start):
    name = f"{start}cmd|' /C calc'!A0"
    [heading, row] = csv.reader(StringIO(csv_of(["name"], [[name]]).removeprefix("\ufeff"), newline=""))

    assert row == [f"'{name}"]
    assert heading == ["name"]


@pytest.mark.parametrize(
    "name", ["O'Neill's", "The Crown & Anchor", 'The "Bell", Leek', "Llanfairpwllgwyngyll", "9 Ash"]
)
def test_ordinary_names_are_left_as_they_are(name):
    assert escape_formula(name) == name
    assert list(csv.reader(StringIO(csv_of(["name"], [[name]]), newline="")))[1] == [name]


def test_a_team_s_name_cannot_be_a_formula_in_the_file(small):
    Entry.objects.filter(pk=small.entries[0].pk).update(name='=HYPERLINK("http://example.org")')

    assert read(get())[0]["home_name"] == '\'=HYPERLINK("http://example.org")'


@pytest.mark.parametrize("count", [1, 3, 10, 100])
def test_the_file_costs_the_same_for_any_number_of_matches(small, django_assert_num_queries, count):
    Fixture.objects.all().delete()
    for number in range(count):
        make_fixture(*small.entries[:2], FIRST_NIGHT, week=number + 1)

    with django_assert_num_queries(3):
        assert len(read(get())) == count
