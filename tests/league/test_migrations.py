"""That a new site comes to the tables that the models name, at once or step by step, and an old one keeps its rows.

Tests make their tables from the models, and go through nothing.
"""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.apps import apps

from tests.league.operations.conftest import ON_POSTGRES, empty_postgres

ROOT = Path(__file__).parents[2]
# What PostgreSQL knows of a table, but for the names of indexes and constraints, which may tell of an older name.
# The key of Django's own table of what a group of people may do, which the site has no use for, is longer by its steps.
COLUMNS = """
    SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity
    FROM information_schema.columns
    WHERE table_schema = 'public' AND (table_name, column_name) <> ('auth_group_permissions', 'id')
    ORDER BY table_name, column_name"""
CONSTRAINTS = "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1, 2"
INDEXES = """
    SELECT tablename, regexp_replace(indexdef, 'INDEX [^ ]+ ON', 'INDEX ON') FROM pg_indexes
    WHERE schemaname = 'public' ORDER BY 1, 2"""


def manage(*words: str, database: str | Path, settings: str = "league.site.settings") -> None:
    url = f"sqlite:///{database}" if isinstance(database, Path) else database
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": settings}
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def parts_of(statement: str) -> Iterator[str]:
    """The columns and constraints of a CREATE TABLE, whose own parts may be in brackets."""
    depth, part = 0, ""
    for letter in statement[statement.index("(") + 1 : statement.rindex(")")]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    yield part.strip()


def all_that_sqlite_knows(database: Path) -> dict[str, list[str]]:
    """By table the parts of its definition and its indexes, without the names of those."""
    known: dict[str, list[str]] = {}
    with sqlite3.connect(database) as made:
        for kind, table, sql in made.execute("SELECT type, tbl_name, sql FROM sqlite_master WHERE sql NOT NULL"):
            of_table = known.setdefault(table, [])
            if kind == "table":
                of_table += parts_of(sql)
            else:
                of_table.append(re.sub(r"INDEX \S+ ON", "INDEX ON", sql))
    return {table: sorted(known[table]) for table in sorted(known)}


def end_of_version_one(database: str | Path) -> None:
    """Make what version 1 ended with, and nothing in it."""
    words = ("migrate", "--skip-checks", "--verbosity", "0")
    manage(*words, database=database, settings="league.site.settings.version_1")


def test_tables_made_at_once_are_those_of_all_steps_and_of_version_one(tmp_path):
    at_once, by_steps, of_one = (tmp_path / f"{name}.sqlite3" for name in ("at-once", "by-steps", "of-one"))
    end_of_version_one(of_one)
    manage("make_tables", database=at_once)
    manage("migrate", "--verbosity", "0", database=by_steps)
    manage("make_tables", database=of_one)
    for database in (at_once, by_steps, of_one):
        manage("makemigrations", "--check", "--dry-run", database=database)
        manage("migrate", "--check", database=database)
    made = all_that_sqlite_knows(at_once)
    assert made == all_that_sqlite_knows(by_steps)
    assert made == all_that_sqlite_knows(of_one)
    assert {model._meta.db_table for model in apps.get_models(include_auto_created=True)} <= set(made)


@pytest.mark.skipif(not ON_POSTGRES, reason="on PostgreSQL, which is not here")
def test_tables_on_postgresql_made_at_once_are_those_of_all_steps_and_of_version_one():
    at_once, by_steps, of_one = (empty_postgres(f"double_six_{name}") for name in ("at_once", "by_steps", "of_one"))
    end_of_version_one(of_one)
    known = []
    for url, words in (
        (at_once, ["make_tables"]),
        (by_steps, ["migrate", "--verbosity", "0"]),
        (of_one, ["make_tables"]),
    ):
        manage(*words, database=url)
        with psycopg.connect(url) as made:
            known.append([made.execute(question).fetchall() for question in (COLUMNS, CONSTRAINTS, INDEXES)])
    assert known[0] == known[1]
    assert known[0] == known[2]
