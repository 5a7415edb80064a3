"""Migrations since the last release leave the code before them working: processes are restarted one by one."""

from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection
from django_migration_linter import MigrationLinter

RELEASED = {  # the last migration of each app in version 1.0.0; earlier ones met no released code
    "accounts": 2, "agm": 1, "api": 2, "audit": 2, "availability": 1, "cups": 6, "documents": 2, "exchange": 3,
    "fixtures": 10, "jobs": 3, "lineups": 1, "live": 1, "noticeboard": 1, "post": 9, "privacy": 1, "results": 3,
    "teams": 12, "treasury": 1,
}  # fmt: skip
EXCUSED = {  # what the linter need not look for, and why
    "operations.0002_no_percentages": ("DROP_TABLE", "no release had the table"),
    "post.0010_followers": ("ADD_UNIQUE", "an endpoint was once on the site, and is once in each of two tables"),
    "results.0008_receipts_whole": ("ADD_UNIQUE", "a receipt was once on the site, and is"),
}
A_RENAMING = "post.0004_standard_names"  # which the linter must find fault with, or it looks at nothing
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
        if int(path.stem[:4]) > RELEASED.get(config.label, 0)
    ]


def breaks_the_code_before(name: str) -> bool:
    linter = MigrationLinter(no_cache=True, exclude_migration_tests=EXCUSED.get(name, ())[:1])
    linter.lint_migration(linter.migration_loader.get_migration(*name.split(".")))
    return bool(linter.has_errors)


def test_the_code_before_works_on_what_new_migrations_make():
    assert [name for name in new_migrations() if breaks_the_code_before(name)] == []


def test_a_renaming_is_found_fault_with():
    assert breaks_the_code_before(A_RENAMING)
