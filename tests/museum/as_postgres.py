"""Make the PostgreSQL half of an exhibit: `python tests/museum/as_postgres.py EXHIBIT.sql.xz postgres://…`.

The tables that it fills are there already, made by `manage.py migrate` of the version that the exhibit is of.
`pg_dump --no-owner --no-privileges … | xz -9` is then the exhibit.
"""

import lzma
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

COLUMNS = """
    SELECT column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position
"""
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"


def converted(value: Any, kind: str) -> Any:
    """As PostgreSQL wants it; SQLite has numbers for booleans, and text for moments and JSON, which both read."""
    return bool(value) if kind == "boolean" and value is not None else value


def fill(source: sqlite3.Connection, target: psycopg.Connection[Any]) -> None:
    target.execute("SET session_replication_role = replica")
    tables = [name for (name,) in source.execute(TABLES)]
    for table in tables:
        target.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
    for table in tables:
        columns = target.execute(COLUMNS, (table,)).fetchall()
        names = ", ".join(f'"{name}"' for name, _ in columns)
        into = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
            sql.Identifier(table),
            sql.SQL(", ").join(sql.Identifier(name) for name, _ in columns),
            sql.SQL(", ").join(sql.Placeholder() for _ in columns),
        )
        for row in source.execute(f'SELECT {names} FROM "{table}"'):
            target.execute(into, [converted(value, kind) for value, (_, kind) in zip(row, columns, strict=True)])
        if ("id", "bigint") in columns or ("id", "integer") in columns:
            last = sql.SQL(
                "SELECT setval(pg_get_serial_sequence({}, 'id'), max(id)) FROM {} HAVING max(id) IS NOT NULL"
            )
            target.execute(last.format(sql.Literal(table), sql.Identifier(table)))


def main(exhibit: str, address: str) -> None:
    with closing(sqlite3.connect(":memory:")) as source, psycopg.connect(address) as target:
        source.executescript(lzma.decompress(Path(exhibit).read_bytes()).decode())
        fill(source, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
