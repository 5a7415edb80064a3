"""The site makes its own backup where nobody else does, and its administrator sees when the last one was proved."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from league.base.jobs.models import Job
from league.operations import backup_file, periodic
from league.operations.backup_file import LastBackup, backup_is_due, last_backup, note_path
from league.operations.periodic import back_up_when_due, count_tables, write_log_back
from league.site.settings import SQLITE_OPTIONS
from tests.factories import make_user
from tests.league.html import Page

NIGHT = datetime(2026, 11, 24, 3, 30, tzinfo=UTC)
SUMMER = datetime(2026, 7, 1, 2, 30, tzinfo=UTC)  # half past three at home
AUTUMN = datetime(2026, 10, 25, 3, 30, tzinfo=UTC)
SPRING = datetime(2027, 3, 28, 2, 30, tzinfo=UTC)
LEAP_DAY = datetime(2028, 2, 29, 3, 30, tzinfo=UTC)
NOON = NIGHT.replace(hour=12)
NONE = LastBackup()


def made(hours, before=NIGHT):
    return LastBackup(time=(before - timedelta(hours=hours)).isoformat(), what="Backup proved", counts={"teams": 3})


@pytest.fixture(autouse=True)
def _real_site(settings, tmp_path):
    settings.DEMO, settings.VAR_DIR, settings.BACKUP_DIR = False, tmp_path, ""


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        (NONE, NIGHT, True),
        (NONE, NOON, False),
        (made(24), NIGHT, True),
        (made(1), NIGHT, False),  # a timer made it at half past two
        (made(24, NOON), NOON, False),
        (made(31, NOON), NOON, True),  # the machine was off at night
        (replace(made(24), ok=False, tried=(NIGHT - timedelta(minutes=10)).isoformat(), failure="full"), NIGHT, False),
        (replace(made(24), ok=False, tried=(NIGHT - timedelta(hours=7)).isoformat(), failure="full"), NIGHT, True),
        (made(24, SUMMER), SUMMER, True),
        (made(24, AUTUMN), AUTUMN, True),  # an hour came twice
        (made(23, SPRING), SPRING, True),  # and one was missing
        (made(0.5, AUTUMN), AUTUMN, False),
        (made(24, LEAP_DAY), LEAP_DAY, True),
        (made(-24 * 365), NIGHT, True),  # the clock was a year ahead when it was made
        (replace(made(24), tried=(NIGHT + timedelta(days=365)).isoformat(), failure="full"), NIGHT, True),
    ],
)
def test_a_backup_is_due_once_a_night_unless_something_else_makes_it(last, now, due):
    assert backup_is_due(last, now) is due


def test_neither_a_demonstration_nor_a_site_that_was_told_not_to_makes_any(settings):
    settings.BACKUP_DIR = "no"
    assert not backup_is_due(NONE, NIGHT)
    settings.BACKUP_DIR, settings.DEMO = "", True
    assert not backup_is_due(NONE, NIGHT)


@pytest.mark.django_db
def test_two_processes_that_look_put_one_job_in():
    back_up_when_due(NIGHT)
    back_up_when_due(NIGHT + timedelta(minutes=1))
    assert [job.title for job in Job.objects.filter(kind=backup_file.BACKUP)] == ["Backup of the site"]


@pytest.fixture
def page(client, db):
    admin = make_user("admin@x.example", is_superuser=True, is_staff=True)
    client.force_login(admin)
    return lambda: Page(client.get("/console/").content.decode()).words


def test_the_administrator_sees_when_the_last_one_was_proved_and_what_failed_since(page):
    assert "No backup has been made yet." in page()
    note_path().parent.mkdir()
    note_path().write_text(made(24).as_json())
    assert last_backup() == made(24)
    assert "was made on Mon 23 Nov 2026, 3.30am" in page()
    note_path().write_text(replace(made(24), ok=False, tried=NIGHT.isoformat(), failure="The disk is full.").as_json())
    assert "The backup of Tue 24 Nov 2026, 3.30am, failed. The disk is full." in page()
    note_path().write_text("{")
    assert "No backup has been made yet." in page()


@pytest.mark.django_db
def test_sqlite_is_told_how_full_its_tables_are():
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL counts itself.")
    make_user("Sam Secretary")
    count_tables(NIGHT)
    with connection.cursor() as cursor:
        cursor.execute("SELECT stat FROM sqlite_stat1 WHERE tbl = 'base_user'")
        assert {stat.split()[0] for (stat,) in cursor.fetchall()} == {"1"}


@pytest.mark.django_db
def test_what_sqlite_has_in_its_log_comes_into_its_file(monkeypatch, tmp_path):
    settings = connections["default"].settings_dict | {
        "ENGINE": "django.db.backends.sqlite3", "NAME": str(tmp_path / "site.sqlite3"), "OPTIONS": SQLITE_OPTIONS,
    }  # fmt: skip
    with closing(DatabaseWrapper(settings)) as site, closing(sqlite3.connect(tmp_path / "site.sqlite3")) as reader:
        site.cursor().execute("CREATE TABLE told (words)")
        assert reader.execute("SELECT * FROM told").fetchall() == []
        shutil.copyfile(tmp_path / "site.sqlite3", tmp_path / "before.sqlite3")
        monkeypatch.setattr(periodic, "connection", site)
        write_log_back(NIGHT)
        shutil.copyfile(tmp_path / "site.sqlite3", tmp_path / "after.sqlite3")
    assert [tables_in(tmp_path / name) for name in ("before.sqlite3", "after.sqlite3")] == [[], ["told"]]


def tables_in(path):
    with closing(sqlite3.connect(path)) as database:
        return [name for (name,) in database.execute("SELECT name FROM sqlite_schema")]
