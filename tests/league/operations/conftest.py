"""A site of its own with one league in it, run by the commands that its owner types, each a process."""

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from league.operations.databases import database_at
from tests.museum.exhibits import lay_sqlite
from tests.seeds import PROVING, SEED

ROOT = Path(__file__).parents[3]
SERVER = os.environ.get("DATABASE_URL", "")  # of the lane on PostgreSQL
ON_POSTGRES = SERVER.startswith("postgres")
SERVER_ADDRESS = re.sub(r"^(\w+://[^/]*/)[^?]*", r"\1postgres", SERVER)
BOTH = ["sqlite", "postgresql"] if ON_POSTGRES else ["sqlite"]
KINDS = BOTH if PROVING else [BOTH[SEED % len(BOTH)]]  # what is run there costs processes: in the gate on one of them


class OwnSite:
    """A site of a folder. `url` is its database, `code` where its own code lies."""

    def __init__(self, folder: Path, url: str = "", code: Path = ROOT):
        self.code = code
        self.folder, self.var, self.backups = folder, folder / "var", folder / "backups"
        self.url = url or f"sqlite:///{self.var}/double-six.sqlite3"
        (self.var / "media" / "cards").mkdir(parents=True, exist_ok=True)

    @property
    def database(self):
        return database_at(self.url)

    @property
    def environment(self):
        apart = dict.fromkeys(("DATABASE_URL_FILE", "REDIS_URL", "SECRET_KEY", "EMAIL_URL"), "")
        own = {"DEMO": "yes", "DATABASE_URL": self.url, "VAR_DIR": str(self.var)}
        return os.environ | apart | own | {"DJANGO_SETTINGS_MODULE": "league.site.settings"}

    def begin(self, *words, module="", **environment):
        return subprocess.Popen(
            [sys.executable, *(["-m", module] if module else ["manage.py"]), *map(str, words)],
            cwd=self.code, env=self.environment | environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        )  # fmt: skip

    def manage(self, *words, code=0, module="", **environment):
        process = self.begin(*words, module=module, **environment)
        said = process.communicate()[0]
        assert process.returncode == code, said
        return said

    @contextmanager
    def here(self):
        """This process is of the site; what it starts is a process all the same."""
        own = {"DATABASE_URL": self.url, "VAR_DIR": self.var, "MEDIA_ROOT": self.var / "media"}
        with (
            override_settings(**own, MIGRATION_MODULES={}, SERVING_MARKER=self.var / "serving"),
            pytest.MonkeyPatch.context() as patch,
        ):
            for name, value in self.environment.items():
                patch.setenv(name, value)
            yield

    def run(self, *words):
        """What a command says, in this process."""
        said = StringIO()
        with self.here():
            call_command(*map(str, words), stdout=said)
        return said.getvalue()

    def refused(self, *words):
        """Why a command did not do it."""
        with pytest.raises(CommandError) as error:
            self.run(*words)
        return str(error.value)

    def kill_after(self, seconds, *words):
        """As a power cut would, with all that the command has started; whether it was still at it."""
        process = self.begin(*words)
        with suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=seconds)
            return False
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return True

    def rename_league(self, name):
        self.execute(f"UPDATE teams_league SET name = '{name}'")

    def execute(self, statement):
        if self.database.kind == "sqlite":
            import sqlite3

            with sqlite3.connect(self.database.path) as connection:
                connection.execute(statement)
            connection.close()
        else:
            with psycopg.connect(**self.database._parameters) as connection:
                connection.execute(statement)

    @property
    def league(self):
        return self.database.values("teams_league", "name")

    def photographs(self):
        return sorted(path.name for path in (self.var / "media" / "cards").iterdir())

    def add_photograph(self, name):
        (self.var / "media" / "cards" / name).write_bytes(name.encode() * 1000)


def empty_postgres(name: str) -> str:
    """A new database of the lane's server."""
    with psycopg.connect(SERVER_ADDRESS, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return SERVER_ADDRESS.replace("/postgres?", f"/{name}?")


def copy_postgres(name: str, copy: str) -> None:
    with psycopg.connect(SERVER_ADDRESS, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{copy}"')
        connection.execute(f'CREATE DATABASE "{copy}" TEMPLATE "{name}"')


@pytest.fixture(scope="session")
def museum_site(tmp_path_factory):
    """The newest exhibit brought up to date, on SQLite, to be copied and not touched."""
    site = OwnSite(tmp_path_factory.mktemp("museum"))
    lay_sqlite("2026-11-24", site.database.path)
    site.manage("make_tables")
    return site


@pytest.fixture(scope="session", params=KINDS)
def original(request, museum_site):
    """The same on SQLite and, where there is a server, on PostgreSQL; filled once, copied by each test."""
    if request.param == "sqlite":
        return museum_site
    url = empty_postgres(f"double_six_original_{os.getpid()}")
    museum_site.manage("move_to", url)
    return OwnSite(museum_site.folder, url)


@pytest.fixture
def site(original, tmp_path):
    """A site whose rows and photographs a test may spoil."""
    site = beside(original, tmp_path)
    if original.database.kind == "sqlite":
        shutil.copy(original.database.path, site.database.path)
    else:
        copy_postgres(original.database.name, site.database.name)
    return site


def beside(original: OwnSite, folder: Path) -> OwnSite:
    """An empty site on the same kind of database."""
    if original.database.kind == "sqlite":
        return OwnSite(folder)
    return OwnSite(folder, empty_postgres(f"double_six_{sha256(str(folder).encode()).hexdigest()[:12]}"))
