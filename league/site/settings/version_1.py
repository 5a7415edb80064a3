"""The settings under which a database is brought to the last step of version 1: its steps by themselves, no tables.

Only `bring_to_end_of_version_one` of league.operations.actions.version_one has a process run with them.
"""

from pathlib import Path

from league.site.settings import *  # noqa: F403
from league.site.settings import BASE_DIR

STEPS = "league.operations.migrations.version_1"
FOLDER = BASE_DIR / Path(*STEPS.split("."))
INSTALLED_APPS = [
    *(f"{STEPS}.{path.parent.name}" for path in sorted(FOLDER.glob("*/migrations"))),
    *("allauth.account", "allauth.mfa"),
    "django.contrib.admin.apps.SimpleAdminConfig",
    *("django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"),
]
AUTH_USER_MODEL = "accounts.User"
