"""That a new site comes to the tables that the models name: tests make theirs from the models, and go through nothing.

An outgrown site goes through the same steps on PostgreSQL in tests/outgrown.
"""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from django.apps import apps

ROOT = Path(__file__).parents[2]


def manage(*words: str, database: Path) -> None:
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "DJANGO_SETTINGS_MODULE": "league.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_new_site_gets_the_tables_of_its_models_and_no_step_is_missing(tmp_path):
    database = tmp_path / "site.sqlite3"
    manage("migrate", "--verbosity", "0", database=database)
    manage("makemigrations", "--check", "--dry-run", database=database)
    with sqlite3.connect(database) as made:
        tables = {name for (name,) in made.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {model._meta.db_table for model in apps.get_models(include_auto_created=True)} <= tables


def test_a_site_keeps_its_rows_when_tables_take_other_names(tmp_path):
    database = tmp_path / "site.sqlite3"
    manage("migrate", "post", "0003", "--verbosity", "0", database=database)
    with sqlite3.connect(database) as before:
        before.execute("INSERT INTO post_reading (id, floor, clock) VALUES (1, 41, '2026-09-07 20:00:00')")
        before.execute("INSERT INTO post_noted (entry_id, at) VALUES (42, '2026-09-07 20:00:00')")
    manage("migrate", "post", "--verbosity", "0", database=database)
    with sqlite3.connect(database) as after:
        assert after.execute("SELECT id, floor FROM post_outboxcursor").fetchall() == [(1, 41)]
        assert after.execute("SELECT entry_id FROM post_processedentry").fetchall() == [(42,)]
