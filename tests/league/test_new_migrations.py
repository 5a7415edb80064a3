"""Migrations since the last release leave the code before them working: processes are restarted one by one."""

from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection
from django_migration_linter import MigrationLinter

RELEASED: dict[str, int] = {}  # the last migration of each app in the newest release; of 2.0.0 each has its first alone
EXCUSED: dict[str, tuple[str, str]] = {  # what the linter need not look for, and why
    "results.0004_by_code": ("ADD_UNIQUE", "of cards without an account alone, which the code before cannot make"),
    "exchange.0004_deliveries_are_messages": ("DROP_TABLE", "of deliveries, which are messages before 2.0.0 is out"),
}
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="sites of several processes are on PostgreSQL"),
]


@pytest.fixture(autouse=True)
def with_migrations(settings):
    """Tests make their tables without."""
    settings.MIGRATION_MODULES = {}


def new_migrations() -> list[str]:
    """Every migration of ours that came after the release, as app.name."""
    return [
        f"{config.label}.{path.stem}"
        for config in apps.get_app_configs()
        if config.name.startswith("league.")
        for path in sorted((Path(config.path) / "migrations").glob("0*.py"))
        if int(path.stem[:4]) > RELEASED.get(config.label, 1)
    ]


def breaks_the_code_before(name: str) -> bool:
    linter = MigrationLinter(no_cache=True, exclude_migration_tests=EXCUSED.get(name, ())[:1])
    linter.lint_migration(linter.migration_loader.get_migration(*name.split(".")))
    return bool(linter.has_errors)


def test_the_code_before_works_on_what_new_migrations_make():
    assert [name for name in new_migrations() if breaks_the_code_before(name)] == []


def test_a_renaming_is_found_fault_with(settings):
    """Or the linter looks at nothing."""
    settings.MIGRATION_MODULES = {"seasons": "tests.league.renaming.migrations"}
    assert breaks_the_code_before("seasons.0002_a_renaming")
