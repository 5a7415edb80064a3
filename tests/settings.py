"""The site's settings as the tests need them: nothing cached between tests, nothing compressed, quick passwords."""

from league.settings import *  # noqa: F403

SECRET_KEY = "tests-only"  # noqa: S105
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
