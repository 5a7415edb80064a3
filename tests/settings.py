"""The site's settings as the tests need them: nothing cached between tests, nothing compressed, quick passwords."""

import os
from tempfile import gettempdir

from league.settings import *  # noqa: F403

SECRET_KEY = "tests-only"
PAGES_KEPT = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Each request is watched for rows that are fetched one by one; up to three are the sides of a match and the like.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]  # noqa: F405
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]  # noqa: F405
ZEAL_NPLUSONE_THRESHOLD = 4
# Actions hold the rows that they change one after the other: the matches of an open day, and the competition anew for
# the points of each team where a division is split.
ZEAL_ALLOWLIST = [{"model": f"fixtures.{model}", "field": "get()"} for model in ("Competition", "Fixture")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, because threads that race must wait for each other, which SQLite's shared memory refuses to do. What a
    # power cut would do to it is of no interest here: tests/test_settings.py holds that a real site waits for the disk.
    DATABASES["default"]["TEST"] = {"NAME": f"{gettempdir()}/double-six-{os.getpid()}.sqlite3"}  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] += ";PRAGMA synchronous=OFF"  # noqa: F405
