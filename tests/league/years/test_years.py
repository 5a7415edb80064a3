"""A year of five leagues of different shape through their pages, every cell of every table beside a second judge's.

What comes of the games is drawn by SEED. Setting up is counted as in `tests/league/pages/test_from_nothing.py`.
"""

import sys
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine

import league.site.urls  # noqa: F401  # made before DEMO is turned off here, as the other tests need them
from league.base.accounts.models import User
from tests.league.person import Person
from tests.league.years import judge
from tests.league.years.beginning import FIRST_DAY, PASSWORD, SEASON, SECRETARY, set_up, sign_in, slug
from tests.league.years.leagues import LEAGUES, PubLeague
from tests.league.years.nights import Year
from tests.seeds import PROVING, SEED

pytestmark = pytest.mark.django_db
SET_UP_ON = datetime(2027, 7, 1, 10, tzinfo=UTC)
CLOSED_ON = datetime(2028, 5, 20, 10, tzinfo=UTC)
NEXT = "2028-29"
# One of them in each run; all in make prove.
PLAYED = LEAGUES if PROVING else (LEAGUES[SEED % len(LEAGUES)],)


@pytest.fixture
def secretary(settings):
    """The administrator of a site outside the demonstration, at the page to sign in."""
    settings.SECOND_FACTOR_FOR_OFFICERS = settings.DEMO = False
    User.objects.create_superuser(SECRETARY, "Ada Admin", PASSWORD)
    person = Person()
    person.open("/accounts/login/")
    return person


@pytest.mark.parametrize("played", PLAYED, ids=lambda each: each.short)
def test_every_table_of_a_year_is_the_judge_s(played, secretary, capsys):
    with time_machine.travel(SET_UP_ON, tick=False) as clock:
        sign_in(secretary)
        set_up(played, secretary)
        tell(played, secretary, capsys)
        assert_rule_book(played)
        year = Year(played, Random(f"{SEED} {played.short}"), clock.move_to, secretary)
        year.play(FIRST_DAY, played.halfway)
        assert_tables(year, "table")
        year.play(played.halfway + timedelta(days=1), played.ends)
        assert_tables(year, "table")
        clock.move_to(CLOSED_ON)
        close(year)
        assert_tables(year, f"seasons/{SEASON}/table")
        assert_honours(year)


def tell(played: PubLeague, secretary: Person, capsys) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{played.name}: {len(secretary.sent)} forms, {secretary.fields} fields: {secretary.sent}\n")


def assert_rule_book(played: PubLeague) -> None:
    """What anybody can read of the rules that were typed."""
    book = Person().open(f"/{slug(played.short)}/rule-book/").words
    assert [sentence for sentence in played.says if sentence not in book] == []


def assert_tables(year: Year, where: str) -> None:
    """Every cell of every division's table, as anybody sees it; a column that says nothing may be left out."""
    for name, division in year.divisions.items():
        page = Person().open(f"{year.home}{where}/{slug(name)}/")
        heads, *rows = next(table for table in page.tables if "Pts" in table[0])
        wanted = judge.table(division)
        shown = [dict(zip(heads, row, strict=True)) for row in rows]
        for row in shown:
            row["Pos"] = row["Pos"].split()[0]  # how far a team moved in the last week stands beside its place
        assert shown == [{head: row[head] for head in heads} for row in wanted], (name, where)
        assert wanted[0].keys() - set(heads) <= judge.empty(wanted)


def close(year: Year) -> None:
    """Close the season, make the next one and make it the current one: the tables are then of a past season."""
    season = f"{year.home}season/{SEASON}/"
    secretary = year.at_the_desk(f"{season}end/")
    level = "reason" in secretary.form("Close season").names
    secretary.send("Close season", {"reason": "The play-off was not played."} if level else {"sure": "on"})
    secretary.open(f"{season}next/")
    secretary.send(f"Set up season {NEXT}")
    secretary.open(f"{year.home}season/{NEXT}/opening/")
    secretary.send(f"Make {NEXT} the current season")


def assert_honours(year: Year) -> None:
    """Whoever is first in a division, alone or level, stands on the board."""
    board = Person().open(f"{year.home}honours/").words
    for division in year.divisions.values():
        for row in judge.table(division):
            assert row["Pos"] not in {"1", "1="} or row["Team"] in board
