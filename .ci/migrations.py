#!/usr/bin/env python3
"""Whether the code of the version before works on what new migrations make: `.ci/migrations.py`.

Lints every migration since version 1.0.0 as it is on PostgreSQL, where the site is restarted process by process. Those
up to 1.0.0 are let be: 14 of them rename a column, or add one without a default, and no version was released that could
meet them. Exit 1 if a new one breaks the code before it.
"""

import os
import re
import sys
from pathlib import Path

from server import INSTALLED, postgres

ROOT = Path(__file__).parents[1]
RELEASED = {  # the last migration of each app in version 1.0.0
    "accounts": 2, "agm": 1, "api": 2, "audit": 2, "availability": 1, "cups": 6, "documents": 2, "exchange": 3,
    "fixtures": 10, "jobs": 3, "lineups": 1, "live": 1, "noticeboard": 1, "post": 9, "privacy": 1, "results": 3,
    "teams": 12, "treasury": 1,
}  # fmt: skip
LOOSER = {  # where a unique constraint takes the place of one as strict, so that whatever the code before writes fits
    "post.0010_followers": "an endpoint was once on the site, and is once among people and once among followers",
    "results.0008_receipts_whole": "a receipt was once on the site, and is",
}
A_RENAMING = "post.0004_standard_names"  # which the linter must find fault with, or it looks at nothing


def new_migrations() -> list[str]:
    """Every migration of ours that came after 1.0.0, as app.name."""
    from django.apps import apps

    ours = [config for config in apps.get_app_configs() if config.name.startswith("league.")]
    found = [
        (config.label, path.stem)
        for config in ours
        for path in sorted((Path(config.path) / "migrations").glob("0*.py"))
    ]
    return [f"{label}.{name}" for label, name in found if int(name[:4]) > RELEASED.get(label, 0)]


def lint(names: list[str], *, aloud: bool = True) -> bool:
    """Whether one of them breaks the code before it; the linter says which, and how."""
    from django_migration_linter import MigrationLinter

    found = False
    for name in names:
        let_be = ["ADD_UNIQUE"] if name in LOOSER else []
        linter = MigrationLinter(
            no_cache=True, quiet=["ok", "ignore", "warning"], no_output=not aloud, exclude_migration_tests=let_be
        )
        linter.lint_migration(linter.migration_loader.get_migration(*name.split(".")))
        found = found or linter.has_errors
    return found


def main() -> int:
    sys.path.insert(0, str(ROOT))
    os.environ |= {"DEMO": "yes", "DJANGO_SETTINGS_MODULE": "league.settings"}
    import django

    if not any(INSTALLED.glob("*/bin/initdb")):
        print("Not linted: PostgreSQL is not here.")
        return 0
    with postgres() as address:
        os.environ["DATABASE_URL"] = re.sub(r"/double_six\?", "/postgres?", address)
        django.setup()
        names = new_migrations()
        if not names:
            return 0
        return int(lint(names) or not lint([A_RENAMING], aloud=False))


if __name__ == "__main__":
    sys.exit(main())
