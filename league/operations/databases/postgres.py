"""PostgreSQL, by pg_dump and pg_restore; a scratch database lies beside the site's own, and may take its name."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import dj_database_url
import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from league.operations.databases import SIGN_INS, Database, DatabaseInUseError, OperationError, Rows

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
COLUMNS = (
    "SELECT 1 FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s AND column_name = %s"
)
NOT_ALLOWED = (
    "The database user may not make the scratch database in which a backup is proved. As PostgreSQL's administrator: "
    'ALTER ROLE "{user}" CREATEDB'
)


class PostgresDatabase(Database):
    kind = "postgresql"
    file_name = "database.dump"
    errors = (psycopg.Error,)

    def django_settings(self) -> dict[str, Any]:
        return dict(dj_database_url.parse(self.url))

    @property
    def name(self) -> str:
        return str(self.django_settings()["NAME"])

    def beside(self, name: str) -> "PostgresDatabase":
        return PostgresDatabase(re.sub(r"^(\w+://[^/]*/)[^?]*", lambda found: found[1] + name, self.url))

    def copy_to(self, path: Path) -> Rows:
        """One snapshot for the counting here and for pg_dump."""
        with self._open() as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            rows = _rows(connection)
            snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()[0]  # type: ignore[index]
            self.run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}",
                      *(f"--exclude-table-data={name}" for name in SIGN_INS), f"--file={path}")  # fmt: skip
        return rows | {name: 0 for name in SIGN_INS if name in rows}

    @contextmanager
    def scratch(self, copy: Path | None, folder: Path) -> Iterator[Database]:  # noqa: ARG002  # SQLite needs it
        made = self.beside(self._scratch_name())
        self._create(made.name)
        try:
            if copy is not None:
                made.run("pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", str(copy))
            yield made
        finally:
            self._drop(made.name)

    def faults(self) -> list[str]:
        """None: pg_restore has made every constraint again, and fails where a row breaks one."""
        return []

    def rows(self) -> Rows:
        with self._open() as connection:
            return _rows(connection)

    def values(self, table: str, column: str) -> list[Any]:
        with self._open() as connection:
            if connection.execute(COLUMNS, (table, column)).fetchone() is None:
                return []
            query = sql.SQL("SELECT {} FROM {}").format(sql.Identifier(column), sql.Identifier(table))
            return [value for (value,) in connection.execute(query)]

    def end_sign_ins(self) -> None:
        with self._open() as connection:
            for name in SIGN_INS:
                if connection.execute(COLUMNS, (name, "session_key")).fetchone():
                    connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))

    def refuse_sessions(self) -> None:
        """Each process of the site keeps some open."""
        with self._server() as server:
            row = server.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", (self.name,)).fetchone()
        if row and row[0]:
            raise DatabaseInUseError(f"{row[0]} sessions are open on the database {self.name}. Stop the site first.")

    def replace_with(self, other: Database) -> None:
        """Two new names in one transaction; what had the name before goes."""
        assert isinstance(other, PostgresDatabase)
        rename, old = sql.SQL("ALTER DATABASE {} RENAME TO {}"), self._scratch_name()
        try:
            with self._server() as server, server.transaction():
                server.execute(rename.format(sql.Identifier(self.name), sql.Identifier(old)))
                server.execute(rename.format(sql.Identifier(other.name), sql.Identifier(self.name)))
        except psycopg.errors.ObjectInUse as error:
            raise DatabaseInUseError(f"Somebody has come to the database {self.name}. Stop the site first.") from error
        self._drop(old)

    def _scratch_name(self) -> str:
        return f"{self.name[:40]}_scratch_{token_hex(4)}"

    def _drop(self, name: str) -> None:
        with self._server() as server:
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def _create(self, name: str) -> None:
        """An empty database that sorts as this one does, and away with those that a kill has left."""
        with self._server() as server:
            stale = server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", (self._stale,)).fetchall()
            for (each,) in stale:
                with suppress(psycopg.errors.ObjectInUse):
                    server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(each)))
            row = server.execute(
                "SELECT datcollate, datctype FROM pg_database WHERE datname = %s", (self.name,)
            ).fetchone()
            collate, ctype = row or ("C", "C")
            make = "CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE {} LC_CTYPE {}"
            try:
                server.execute(sql.SQL(make).format(sql.Identifier(name), sql.Literal(collate), sql.Literal(ctype)))
            except psycopg.errors.InsufficientPrivilege as error:
                raise OperationError(NOT_ALLOWED.format(user=server.info.user)) from error

    @property
    def _stale(self) -> str:
        return self.name[:40].replace("_", r"\_") + r"\_scratch\_%"

    @property
    def _parameters(self) -> dict[str, Any]:
        values = self.django_settings()
        named = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
        return {name: values[key] for name, key in named.items() if values.get(key)} | values.get("OPTIONS", {})

    def _open(self) -> psycopg.Connection[Any]:
        return psycopg.connect(**self._parameters)

    def _server(self) -> psycopg.Connection[Any]:
        """A session on the database that every server has, in which each statement stands for itself."""
        return psycopg.connect(**self._parameters | {"dbname": "postgres"}, autocommit=True)

    def run(self, program: str, *words: str) -> None:
        """One of PostgreSQL's own programs; the password goes by the environment, which others cannot read."""
        if shutil.which(program) is None:
            raise OperationError(f"{program} is not installed: apt-get install postgresql-client")
        parameters = self._parameters
        secret = {"PGPASSWORD": parameters.pop("password")} if "password" in parameters else {}
        command = [program, *words[:-1], f"--dbname={make_conninfo(**parameters)}", words[-1]]
        done = subprocess.run(command, env=os.environ | secret, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise OperationError(f"{program}: {done.stderr.strip()[-500:]}")


def _rows(connection: psycopg.Connection[Any]) -> Rows:
    count = sql.SQL("SELECT count(*) FROM {}")
    names = [name for (name,) in connection.execute(TABLES).fetchall()]
    return {each: connection.execute(count.format(sql.Identifier(each))).fetchone()[0] for each in names}  # type: ignore[index]
