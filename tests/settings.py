"""The site's settings as the tests need them: nothing cached between tests, nothing compressed, quick passwords."""

import os
from pathlib import Path
from tempfile import gettempdir

os.environ.setdefault("DEMO", "yes")

from league.site.settings import *  # noqa: F403

SECRET_KEY = "of-these-tests-alone-and-nothing-else"
ALLOWED_HOSTS = ["*"]
PAGES_KEPT = 0
FORM_PATIENCE = LOOKUP_PATIENCE = 600.0  # on a busy machine what comes comes late; a test of giving up says otherwise
PAPER_PATIENCE = 600.0  # a machine that is busy with other tests draws slowly; who waits for a paper says otherwise
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]  # noqa: F405
MIDDLEWARE = ["tests.settings.pages_watched", *MIDDLEWARE]  # noqa: F405
ZEAL_NPLUSONE_THRESHOLD = 4  # up to three are the sides of a match and the like
if not EMAIL_URL:  # noqa: F405
    MAIL_TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # noqa: F405, or WhiteNoise warns of it in every test
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, because threads that race must wait for each other, which SQLite's shared memory refuses to do. What a
    # power cut would do to it is of no interest here: tests/test_settings.py holds that a real site waits for the disk.
    DATABASES["default"]["TEST"] = {"NAME": f"{gettempdir()}/double-six-{os.getpid()}.sqlite3"}  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] += ";PRAGMA synchronous=OFF"  # noqa: F405
else:
    # Twenty threads race for the twelve connections of one process, whose site has fewer threads than connections.
    DATABASES["default"]["OPTIONS"]["pool"]["timeout"] = 60  # noqa: F405


def pages_watched(get_response):
    """No page may fetch rows one by one. Actions may: they hold what they change, a row after the other."""

    def watched(request):
        from zeal import zeal_context

        if request.method != "GET":
            return get_response(request)
        with zeal_context():
            return get_response(request)

    return watched
