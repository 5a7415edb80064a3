"""The settings under which a database is brought to the last step of version 1: its steps by themselves, no tables.

Only `leave_version_one` of league.operations.actions.tables has a process run with them.
"""

from league.operations.migrations import version_1
from league.site.settings import *  # noqa: F403

INSTALLED_APPS = [
    *(f"{version_1.__name__}.{folder.parent.name}" for folder in version_1.FOLDERS),
    *("allauth.account", "allauth.mfa"),
    "django.contrib.admin.apps.SimpleAdminConfig",
    *("django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"),
]
AUTH_USER_MODEL = "accounts.User"
