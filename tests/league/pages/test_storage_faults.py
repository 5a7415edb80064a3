"""What people are told, and what is left behind, when the disk is full, the database locked or its file damaged."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import OperationalError, connection
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.accounts.models import Session
from league.base.middleware import is_full
from league.exchange.models import Token
from league.pages.queries import site
from league.results.actions import messages
from league.results.models import Photo
from tests.league.api.programs import match_path, program_of
from tests.league.person import signed_in
from tests.league.results.test_photos import at, turned, upload

on_sqlite = pytest.mark.skipif("postgres" in settings.DATABASE_URL, reason="It is SQLite's file that is tried.")


@contextmanager
def full_disk():
    """The file of the database cannot grow, and every page that it has is full."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filling (data)")
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count={cursor.fetchone()[0]}")
        for size in (4000, 400, 40, 1):
            with suppress(OperationalError):
                while True:
                    cursor.execute("INSERT INTO filling VALUES (zeroblob(%s))", [size])
        yield
        cursor.execute("PRAGMA max_page_count=1073741823")
        cursor.execute("DROP TABLE filling")


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_said_in_a_sentence_and_leaves_neither_row_nor_file(evening, settings, tmp_path, monkeypatch):
    settings.MEDIA_ROOT = tmp_path
    for limit in ("MOST_OF_A_MATCH", "MOST_A_DAY"):
        monkeypatch.setattr(messages, limit, 1000)
    captain = signed_in(evening.home)

    def send():
        return captain.post(at(evening, "card-photo"), {"photo": upload("card.jpg", turned(1))})

    with full_disk():
        answers = [send()]
        while answers[-1].status_code == 302 and len(answers) < 200:  # there is room for a few rows more
            answers.append(send())
        assert answers[-1].status_code == 507
        assert "The site has run out of space" in answers[-1].content.decode()
        assert captain.get(at(evening, "match")).status_code == 200
    with scopes_disabled():
        rows = sorted(Path(each.image.name).name for each in Photo.objects.all())
    assert len(rows) == len(answers) - 1
    assert sorted(each.name for each in tmp_path.rglob("*") if each.is_file()) == rows
    assert send().status_code == 302


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_locked_file_is_said_in_a_sentence_and_the_form_can_be_sent_again(evening, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    captain = signed_in(evening.home)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=1")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = captain.post(at(evening, "card-photo"), {"photo": upload("card.jpg", turned(1))})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "Wait ten seconds and try again" in answer.content.decode()
    other.execute("ROLLBACK")
    other.close()
    again = captain.post(at(evening, "card-photo"), {"photo": upload("card.jpg", turned(1))})
    assert again.status_code == 302


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_page_that_renews_a_session_waits_for_no_writer(evening, settings):
    settings.DEMO = False
    captain = signed_in(evening.home)
    with sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout=1")
        assert captain.get(at(evening, "match")).status_code == 200
        assert "seen" not in Session.objects.get().get_decoded()
        other.execute("ROLLBACK")
    other.close()
    assert captain.get(at(evening, "match")).status_code == 200
    assert "seen" in Session.objects.get().get_decoded()


@contextmanager
def busy():
    """Another process of the site writes, and this one waits for it no more than a millisecond."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=1")
    with sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    other.close()


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_the_page_of_an_address_that_has_no_row_waits_for_no_writer(evening):
    captain = signed_in(evening.home)
    EmailAddress.objects.all().delete()
    with busy():
        assert captain.get(reverse("me")).status_code == 200
    assert not EmailAddress.objects.exists()
    assert captain.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"}).status_code == 302
    assert EmailAddress.objects.filter(email=evening.home.email).exists()


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_program_that_only_reads_waits_for_no_writer(evening):
    program = program_of(evening.home)
    with busy():
        assert program.get(match_path(evening)).status_code == 200
        assert Token.objects.get().used_on is None
        assert program.get(match_path(evening)).status_code == 200
    assert program.get(match_path(evening)).status_code == 200
    assert Token.objects.get().used_on is not None


def test_what_a_full_disk_says_is_known_and_nothing_else():
    assert is_full(OSError(28, "No space left on device"))
    assert is_full(OperationalError("database or disk is full"))
    assert not is_full(OSError(2, "No such file"))
    assert not is_full(OperationalError("no such table: x"))


@pytest.mark.django_db
def test_readyz_says_that_the_disk_is_nearly_full(client, monkeypatch):
    assert (client.get("/readyz").status_code, client.get("/readyz").content) == (200, b"ready\n")
    monkeypatch.setattr(site, "LEAST_ROOM", shutil.disk_usage(settings.VAR_DIR).free + 2**40)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.content.startswith(b"The disk is nearly full: ")
    assert str(settings.VAR_DIR).encode() not in answer.content


ASK = """
import sys, django
django.setup()
from django.test import Client
for path in sys.argv[1:]:
    answer = Client().get(path)
    print(answer.status_code, answer.content.decode().split("<h1>")[-1].splitlines()[0][:60])
"""


def answers(file, *paths):
    """What a site on this SQLite file answers."""
    surroundings = os.environ | {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    said = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ASK, *paths], cwd=settings.BASE_DIR, env=surroundings,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return said.stdout.splitlines()


def test_a_damaged_file_and_an_empty_one_are_told_apart(tmp_path):
    damaged, empty = tmp_path / "damaged.sqlite3", tmp_path / "empty.sqlite3"
    damaged.write_bytes(b"SQLite format 3\0" + b"\xff" * 8192)
    sqlite3.connect(empty).close()
    assert answers(damaged, "/readyz", "/healthz") == [
        "503 The database cannot be read.",
        f"200 ok {settings.VERSION}",
    ]
    assert answers(empty, "/readyz") == ["503 The database cannot be read."]
