"""What the environment makes of the settings, at a start: in a process of its own, as the settings are read once."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from league.site.settings import database_at
from tests.waiting import HANG

ROOT = Path(__file__).parent.parent
KEY = "of-this-test-alone-" * 3


def start(shown: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A process that reads the settings and prints one of them."""
    command = [sys.executable, "-c", f"from league.site import settings; print(settings.{shown})"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("EMAIL_", "DEMO"))}
    env = clean | {"SECRET_KEY": KEY} | env
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=HANG, check=False)


def test_mail_goes_where_the_environment_says():
    assert start("EMAIL_PORT", EMAIL_URL="submission://crown:secret@mail.example").stdout == "587\n"
    assert start("EMAIL_USE_TLS", EMAIL_URL="submission://crown:secret@mail.example").stdout == "True\n"
    assert "console" in start("MAIL_TRANSPORT").stdout


def test_the_address_of_the_mail_server_may_be_in_a_file(tmp_path):
    kept = tmp_path / "email"
    kept.write_text("smtp://mail.example:2525\n")

    assert start("EMAIL_PORT", EMAIL_URL_FILE=str(kept)).stdout == "2525\n"


MISTYPED = {
    "EMAIL_URL": ["smtp+tls://crown:secret@mail.example:587", "mail.example:587", "secret", "submission://",
                  "submission://crown:se#cret@mail.example:587", "smtp://crown:12#secret@mail.example",
                  "smtp://crown:12/secret@mail.example", "smtp://mail.example:587a", "smtp://[::1"],
    "DATABASE_URL": ["mysql://crown:secret@host/site", "crown:secret@host/site", "/var/lib/site.sqlite3",
                     "postgres://crown:se#cret@host/site", "postgres://crown:12/secret@host/site",
                     "postgres://crown:12?secret@host/site", "postgres://host:port/site"],
    "REDIS_URL": ["host:6379", "redis://:se#cret@host:6379/0", "http://host"],
    "SITE_URL": ["league.example", "https://"],
    "DEFAULT_FROM_EMAIL": ["Double Six", "league"],
    "SITE_CONTACT": ["the secretary", "Office <office@league.example>"],
    "LOG_LEVEL": ["LOUD", "warning"],
    "EMAIL_URL_FILE": ["/nowhere/email"],
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in MISTYPED.items() for value in values])
def test_a_mistyped_setting_stops_the_start_by_its_name_and_tells_no_password(name, value):
    started = start("DATABASES", **{name: value})
    assert started.returncode == 1
    told = started.stderr.splitlines()[-1].replace("The file that ", "")
    assert told.startswith(f"django.core.exceptions.ImproperlyConfigured: {name.removesuffix('_FILE')}")
    assert "secret" not in told


WELL_TYPED = [
    {"EMAIL_URL": "submission://crown:se%23cret@[2001:db8::1]:587"}, {"EMAIL_URL": "smtp://mail.example?ssl=True"},
    {"DATABASE_URL": "postgres:///site?host=/var/run/postgresql"}, {"DATABASE_URL": "sqlite:////var/lib/site.sqlite3"},
    {"REDIS_URL": "redis+socket:///run/redis.sock"}, {"REDIS_URL": "redis://:secret@host:6379/0"},
    {"SITE_URL": "https://league.example:8443/"}, {"DEFAULT_FROM_EMAIL": "league@league.example"},
    {"SITE_CONTACT": "office@league.example"},
]  # fmt: skip


@pytest.mark.parametrize("env", WELL_TYPED)
def test_a_setting_in_any_way_of_writing_it_starts(env):
    assert start("DATABASES", **env).returncode == 0


def test_processes_share_what_is_kept_through_redis_and_one_process_needs_none():
    assert "MemoryCache" in start("CACHES['pages']['BACKEND']", REDIS_URL="").stdout
    assert start("CACHES['pages']['LOCATION']", REDIS_URL="redis://there:6379/0").stdout == "redis://there:6379/0\n"
    assert start("CACHES['pages']['LOCATION']", REDIS_URL="redis+socket:///r").stdout == "unix:///r\n"
    for redis in ("", "redis://there:6379/0"):  # what counts tries is with the rows
        assert start("CACHES['default']['LOCATION']", REDIS_URL=redis).stdout == "counts\n"


def test_a_real_site_on_sqlite_waits_until_the_disk_has_it(tmp_path):
    """Tests do not: tests/settings.py."""
    asked = (
        "import django; django.setup(); from django.db import connection; cursor = connection.cursor(); "
        "print(*[cursor.execute(f'PRAGMA {name}').fetchone()[0] for name in ('synchronous', 'journal_mode')])"
    )
    env = {
        "DEMO": "no",
        "SECRET_KEY": KEY,
        "DJANGO_SETTINGS_MODULE": "league.site.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/real.sqlite3",
    }
    answer = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=os.environ | env, capture_output=True, text=True, check=True
    )
    assert answer.stdout == "2 wal\n"  # FULL


@pytest.mark.parametrize(
    ("words", "options"), [("", "-c random_page_cost=1.1"), ("?options=-c%20timezone%3DUTC", "-c timezone=UTC")]
)
def test_an_address_says_what_connections_to_postgresql_set(words, options):
    assert database_at(f"postgres://host/site{words}")["OPTIONS"]["options"] == options


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"SECRET_KEY": ""}, "There is no SECRET_KEY"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"DEMO": "yes"}, "SECRET_KEY is set, as for a real site"),
        ({"DEMO": "yes", "SECRET_KEY": "", "ALLOWED_HOSTS": "league.example", "SITE_URL": "https://league.example"},
         "ALLOWED_HOSTS, SITE_URL are set, as for a real site"),
        ({"DEMO": "yes", "SECRET_KEY": "", "EMAIL_URL": "smtp://mail.example"}, "EMAIL_URL is set"),
    ],
)  # fmt: skip
def test_a_site_that_has_lost_a_line_does_not_start(env, words, tmp_path):
    told = start("DEMO", VAR_DIR=str(tmp_path), **env)
    assert told.returncode == 1
    assert words in told.stderr.splitlines()[-1]


def test_a_real_site_is_what_is_not_said_to_be_a_demonstration():
    assert start("DEMO, settings.HTTPS, settings.ALLOWED_HOSTS").stdout == "False True []\n"


def test_each_demonstration_has_a_key_of_its_own_and_keeps_it(tmp_path):
    def key(folder: str) -> str:
        return start("SECRET_KEY", DEMO="yes", SECRET_KEY="", VAR_DIR=str(tmp_path / folder)).stdout

    with ThreadPoolExecutor(3) as at_once:
        [first] = set(at_once.map(key, ["one"] * 3))
    assert len(first) > 32
    assert first == key("one") != key("other")
    assert (tmp_path / "one" / "demonstration.key").stat().st_mode & 0o077 == 0
    hosts = start("ALLOWED_HOSTS", DEMO="yes", SECRET_KEY="", VAR_DIR=str(tmp_path)).stdout
    assert hosts == "['127.0.0.1', '[::1]', 'localhost']\n"
