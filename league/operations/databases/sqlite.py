"""SQLite, by its own backup interface: a copy is what one read transaction sees, and replacing is one write."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dj_database_url
from django.conf import settings

from league.operations.databases.contract import SIGN_INS, Database, Rows

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
            self._put_aside()
            self._copy_from(other)

    def _copy_from(self, other: "SqliteDatabase") -> None:
        with closing(other.open()) as source, closing(self.open()) as target:
            target.execute("PRAGMA journal_mode=WAL")
            target.execute("PRAGMA synchronous=FULL")
            source.backup(target)

    def _put_aside(self) -> None:
        """The damaged file with its log, so that somebody may still try to read it."""
        for end in ("-wal", "-shm", ""):
            with suppress(FileNotFoundError):
                self.path.with_name(self.path.name + end).rename(f"{self.path}.damaged{end}")

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
