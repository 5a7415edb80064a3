"""The two kinds of database as somebody who runs the site meets them: copied, restored, counted, replaced.

Both go round Django, because what is restored may be older than the models.
"""

import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dj_database_url
from django.conf import settings

from league.base.accounts.models import User
from league.teams.models import League

Rows = dict[str, int]
SIGN_INS = ("base_session", "accounts_session", "django_session")  # of today, of version 1, of versions before 1.1
MIGRATIONS = "django_migrations"


class OperationError(Exception):
    """What was asked for cannot be done, in a sentence that says what to do."""


class DatabaseInUseError(OperationError):
    """Somebody else, such as the running site, is using the database."""


class Database(ABC):
    """One database, by its address. `kind` is its make, `file_name` what a copy of it is called in a backup; `errors`
    are what its driver raises.
    """

    kind: str
    file_name: str
    errors: tuple[type[Exception], ...]

    def __init__(self, url: str) -> None:
        self.url = url

    @abstractmethod
    def copy_to(self, path: Path) -> Rows:
        """Write a copy of one moment while others read and write, without sessions; the rows of every table in it."""

    @abstractmethod
    def scratch(self, copy: Path | None, folder: Path) -> AbstractContextManager["Database"]:
        """A database beside this one that is gone afterwards: restored from a copy, or without tables."""

    @abstractmethod
    def faults(self) -> list[str]:
        """What is damaged, a line each: broken pages, and rows that point at rows that are not there."""

    @abstractmethod
    def rows(self) -> Rows:
        """How many rows every table has."""

    @abstractmethod
    def values(self, table: str, column: str) -> list[Any]:
        """Every value of a column; none if there is no such table or column."""

    @abstractmethod
    def end_sign_ins(self) -> None:
        """Sign everybody out: delete their sessions."""

    @abstractmethod
    def refuse_sessions(self) -> None:
        """DatabaseInUseError if somebody has the database open, as far as that can be seen."""

    @abstractmethod
    def replace_with(self, other: "Database") -> None:
        """Take on all that a scratch database holds, at once or not at all."""

    @abstractmethod
    def django_settings(self) -> dict[str, Any]:
        """As an entry of DATABASES."""

    def migrations(self) -> list[str]:
        """What the database has been migrated to, such as "teams.0004_crest"; nothing for one without tables."""
        pairs = zip(self.values(MIGRATIONS, "app"), self.values(MIGRATIONS, "name"), strict=True)
        return sorted(f"{app}.{name}" for app, name in pairs)

    def holds_people(self) -> bool:
        """Whether there is a league or an account in it, which nobody would like to lose."""
        rows = self.rows()
        return any(
            rows.get(table) for table in (League._meta.db_table, User._meta.db_table, "accounts_user")
        )  # of version 1


# --- SQLite -----------------------------------------------------------------------------------------------------------
# A copy is what one read transaction sees, and replacing is one write, by SQLite's own backup interface.
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"


class SqliteDatabase(Database):
    kind = "sqlite"
    file_name = "database.sqlite3"
    errors = (sqlite3.Error,)

    @property
    def path(self) -> Path:
        return Path(self.django_settings()["NAME"])

    def django_settings(self) -> dict[str, Any]:
        parsed: dict[str, Any] = dict(dj_database_url.parse(self.url))
        return parsed | {"OPTIONS": settings.SQLITE_OPTIONS}

    def copy_to(self, path: Path) -> Rows:
        with closing(self.open()) as source, closing(sqlite3.connect(path, isolation_level=None)) as target:
            source.execute("BEGIN")
            rows = _rows(source)
            source.backup(target)
            source.execute("ROLLBACK")
            rows |= _delete_sign_ins(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        return rows

    @contextmanager
    def scratch(self, copy: Path | None, folder: Path) -> Iterator[Database]:
        with TemporaryDirectory(dir=folder, prefix="scratch-") as box:
            path = Path(box) / self.file_name
            if copy is not None:
                with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(path)) as target:
                    source.backup(target)
            yield SqliteDatabase(f"sqlite:///{path}")

    def faults(self) -> list[str]:
        with closing(self.open()) as database:
            broken = [line for (line,) in database.execute("PRAGMA integrity_check") if line != "ok"]
            orphans = [f"{row[0]}, row {row[1]}, points at no row of {row[2]}"
                       for row in database.execute("PRAGMA foreign_key_check")]  # fmt: skip
        return broken + orphans

    def rows(self) -> Rows:
        if not self.path.exists():
            return {}
        with closing(self.open()) as database:
            return _rows(database)

    def values(self, table: str, column: str) -> list[Any]:
        with closing(self.open()) as database:
            columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
            if column not in columns:
                return []
            return [value for (value,) in database.execute(f'SELECT "{column}" FROM "{table}"')]  # noqa: S608

    def end_sign_ins(self) -> None:
        with closing(self.open()) as database:
            _delete_sign_ins(database)

    def refuse_sessions(self) -> None:
        """It cannot be seen: whoever writes waits."""

    def replace_with(self, other: Database) -> None:
        """By one transaction of SQLite's backup, which a kill undoes; a damaged file is put aside as it is."""
        assert isinstance(other, SqliteDatabase)
        try:
            self._copy_from(other)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # a full disk, and not a damaged file
                raise
            # The damaged file with its log, so that somebody may still try to read it.
            for end in ("-wal", "-shm", ""):
                with suppress(FileNotFoundError):
                    self.path.with_name(self.path.name + end).rename(f"{self.path}.damaged{end}")
            self._copy_from(other)

    def _copy_from(self, other: "SqliteDatabase") -> None:
        with closing(other.open()) as source, closing(self.open()) as target:
            target.execute("PRAGMA journal_mode=WAL")
            target.execute("PRAGMA synchronous=FULL")
            source.backup(target)

    def open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, isolation_level=None, timeout=20)


def _rows(database: sqlite3.Connection) -> Rows:
    names = [name for (name,) in database.execute(TABLES)]
    return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608


def _delete_sign_ins(database: sqlite3.Connection) -> Rows:
    """Delete the sessions, so that nothing of them is left in the file; how many there are now."""
    database.execute("PRAGMA secure_delete=ON")
    tables = [name for (name,) in database.execute(TABLES) if name in SIGN_INS]
    for name in tables:
        database.execute(f"DELETE FROM {name}")  # noqa: S608
    return dict.fromkeys(tables, 0)


# --- the site's own ---------------------------------------------------------------------------------------------------
def own_database() -> Database:
    return database_at(settings.DATABASE_URL)


def database_at(url: str) -> Database:
    if re.match(r"sqlite:///.", url):
        return SqliteDatabase(url)
    if re.match(r"postgres(ql)?://", url):
        from league.operations.databases.postgres import PostgresDatabase  # slow import

        return PostgresDatabase(url)
    raise OperationError(f"{url.partition(':')[0]} is no database that the site knows: sqlite:/// or postgres://")
