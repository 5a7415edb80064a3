"""Every setting of the site, read from the environment. It is a demonstration only where DEMO says so.

Each variable is described in docs/operations.md. Secrets may also be files: NAME_FILE holds the path (Docker secrets).
"""

import re
import sys
import tomllib
from collections.abc import Collection
from contextlib import suppress
from email.utils import parseaddr
from pathlib import Path
from secrets import token_urlsafe
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import dj_email_url  # type: ignore[import-untyped]
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env

from league.site.settings.logs import logging_of, report_errors

BASE_DIR = Path(__file__).resolve().parents[3]

env = Env()
env.read_env(BASE_DIR / ".env", recurse=False)


def secret(name: str, default: str) -> str:
    """From the variable `name`, or the file that `name`_FILE names."""
    path = env.str(f"{name}_FILE", "")
    try:
        return Path(path).read_text().strip() if path else env.str(name, default)
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"The file that {name}_FILE names cannot be read: {error}") from None


def server_at(name: str, url: str, schemes: Collection[str], example: str) -> str:
    """The address that a setting has. ImproperlyConfigured, without its password, if it cannot be meant."""
    with suppress(ValueError):
        parts = urlsplit(url)
        rest, _ = f"{parts.path}{parts.query}", parts.port  # after a password's "#" or "/" that is no number
        if parts.scheme in schemes and (parts.hostname or rest) and not parts.fragment and "@" not in rest:
            return url
    raise ImproperlyConfigured(f"{name} must be like {example}. In a password # / ? @ % are %23 %2F %3F %40 %25.")


def demonstration_key() -> str:
    path = VAR_DIR / "demonstration.key"
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=VAR_DIR) as made:  # which only its owner may read
            made.write(token_urlsafe(48))
            made.flush()
            with suppress(FileExistsError):  # of several that start at once one is first, and no other sees half of it
                path.hardlink_to(made.name)
    return path.read_text()


# A demonstration has one-tap sign-in as its made-up people and no second factor. It is said to be one, never what is
# left over when a line is lost: nothing that belongs to a real site is set beside it, and it answers to this machine.
DEMO = env.bool("DEMO", default=False)
OF_A_REAL_SITE = (
    *("SECRET_KEY", "SECRET_KEY_FILE", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "TRUSTED_PROXIES", "SITE_URL"),
    *("EMAIL_URL", "EMAIL_URL_FILE", "MAIL_IN_URL", "MAIL_IN_URL_FILE"),
)
if DEMO and (set_too := [name for name in OF_A_REAL_SITE if env.str(name, "")]):
    raise ImproperlyConfigured(
        f"DEMO is on, and {', '.join(set_too)} {'is' if len(set_too) == 1 else 'are'} set, as for a real site. "
        "Take out DEMO for a real site, or the rest for a demonstration."
    )
DEBUG = env.bool("DEBUG", default=False)
VAR_DIR = Path(env.str("VAR_DIR", str(BASE_DIR / "var")))
# Commands that read and write files alone sign nothing: anybody has a fixture list made or judged in a bare checkout.
ON_FILES_ALONE = sys.argv[1:2] in (["judge_fixtures"], ["solve_fixtures"])
SECRET_KEY = demonstration_key() if DEMO else secret("SECRET_KEY", token_urlsafe(48) if ON_FILES_ALONE else "")
if len(SECRET_KEY) < 32:
    raise ImproperlyConfigured(
        f"{'SECRET_KEY is too short' if SECRET_KEY else 'There is no SECRET_KEY'}: a real site needs one of at least "
        "32 characters, such as python3 -c 'import secrets; print(secrets.token_urlsafe(50))' prints. "
        "For a demonstration on this machine set DEMO=yes."
    )
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["127.0.0.1", "[::1]", "localhost"] if DEMO else [])
SITE_NAME = "Double Six"
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
ROOT_URLCONF = "league.site.urls"
WSGI_APPLICATION = None
ASGI_APPLICATION = "league.site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.forms",
    *("league.base", "league.teams", "league.schedule", "league.results", "league.cups", "league.matchnight"),
    *("league.documents", "league.notifications", "league.treasury", "league.pages", "league.seasons"),
    *("league.exchange", "league.operations"),
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_filters",
    "django_tables2",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "league.base.middleware.RequestIdMiddleware",
    "league.base.middleware.ClientHeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # with padding of a random length against BREACH
    "league.teams.middleware.PublicPageMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.base.accounts.permissions.SignInFirstMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.teams.middleware.LeagueMiddleware",
    "league.teams.middleware.SecondFactorMiddleware",
    "league.teams.middleware.SessionLifeMiddleware",
    "league.base.middleware.OfflineMiddleware",
    "league.base.middleware.FaultPageMiddleware",
    "league.base.middleware.SentFormMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["league.base.ui.compact.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "builtins": ["league.base.templatetags.ui"],  # its csrf_token takes the place of Django's
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.pages.navigation.site",
            ],
        },
    }
]
FORM_RENDERER = "league.base.ui.forms.Renderer"
DJANGO_TABLES2_TEMPLATE = "ui/_table.html"

# --- the database -----------------------------------------------------------------------------------------------------
DATABASE_KINDS = ("sqlite", "postgres", "postgresql", "pgsql")

# SQLite: one writer at a time, taken at once (IMMEDIATE) and waited for, and every commit on the disk (FULL).
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;PRAGMA journal_size_limit=67108864"
    ),
}


def database_at(url: str) -> dict[str, Any]:
    example = "postgres://name:password@host/database or sqlite:////folder/file.sqlite3"
    database: dict[str, Any] = dict(dj_database_url.parse(server_at("DATABASE_URL", url, DATABASE_KINDS, example)))
    if database["ENGINE"].endswith("sqlite3"):
        return database | {"OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": 600}
    # Rows are in memory, or on a disk that does not spin: finding them by an index is not dearer than reading all.
    options = {"options": "-c random_page_cost=1.1"} | database.get("OPTIONS", {})
    pool = {"min_size": 1, "max_size": 12, "timeout": 10}
    # With a look at each connection, so that no request meets what a restart of the server has cut.
    return database | {"OPTIONS": options | {"pool": pool}, "CONN_HEALTH_CHECKS": True}


DATABASE_URL = secret("DATABASE_URL", f"sqlite:///{VAR_DIR / 'double-six.sqlite3'}")
DATABASES = {"default": database_at(DATABASE_URL)}

# Where the site puts the backups that it makes at night; "no" where something else makes them, or nothing does.
BACKUP_DIR = env.str("BACKUP_DIR", "")
# Whoever serves the site holds a lock on this, so that nothing is restored under it.
SERVING_MARKER = VAR_DIR / "serving"

# What several processes share: Celery's workers do the long work, streams hear of pegs, and what is kept is kept once.
# Without it one process does all that by itself.
if REDIS_URL := secret("REDIS_URL", ""):
    server_at("REDIS_URL", REDIS_URL, ("redis", "rediss", "redis+socket"), "redis://host:6379/0")

# How many live streams a process holds open, and for one address: a pub's, or that of a whole mobile network.
LIVE_STREAMS = env.int("LIVE_STREAMS", default=5000)
LIVE_STREAMS_AT_ONE_ADDRESS = env.int("LIVE_STREAMS_AT_ONE_ADDRESS", default=300)
# How often a program may ask the interface for programs: with a token each token, without one each address.
API_REQUESTS_A_MINUTE = env.int("API_REQUESTS_A_MINUTE", default=300)
# Lets a program elsewhere read /metrics; without it only programs of this machine can.
METRICS_TOKEN = secret("METRICS_TOKEN", "")

# --- people -----------------------------------------------------------------------------------------------------------
# How many proxies stand in front: tries are counted by the visitor's address and not by the proxy's.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
AUTH_USER_MODEL = "base.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "start"
ACCOUNT_ADAPTER = "league.base.accounts.adapter.InviteOnlyAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "league.base.accounts.models.display_name"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 1800  # the page says ten minutes: also of a code that is sent again
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = 3
ACCOUNT_LOGIN_TIMEOUT = 1800
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 600
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # or strangers could have the site write to anybody
# Codes asked for and passwords are counted by league/base/accounts/limits.py. The page of the status 429 says a minute,
# so no limit that leads to it is longer; this one leads to an error in the form, and is about codes from an app.
ACCOUNT_RATE_LIMITS = {
    "confirm_email": "4/m/key",  # the first code and as many as can be sent again
    "login_failed": "5/5m/key",
    "request_login_code": None,
    "reset_password": None,
}
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "add_email": "league.base.accounts.forms.NewAddress",
    "change_password": "league.base.accounts.forms.PasswordChange",
    "confirm_email_verification_code": "league.base.accounts.forms.AddressCode",
    "confirm_login_code": "league.base.accounts.forms.CodeEntry",
    "confirm_password_reset_code": "league.base.accounts.forms.ResetCode",
    "login": "league.base.accounts.forms.PasswordSignIn",
    "reauthenticate": "league.base.accounts.forms.PasswordAgain",
    "request_login_code": "league.base.accounts.forms.CodeRequest",
    "reset_password": "league.base.accounts.forms.PasswordReset",
    "reset_password_from_key": "league.base.accounts.forms.PasswordAfterReset",
    "set_password": "league.base.accounts.forms.FirstPassword",
}
MFA_ADAPTER = "league.base.accounts.adapter.PlainFactors"
MFA_FORMS = {
    "activate_totp": "league.base.accounts.forms.AppOn",
    "add_webauthn": "league.base.accounts.forms.NewPasskey",
    "authenticate": "league.base.accounts.forms.SecondStep",
    "edit_webauthn": "league.base.accounts.forms.PasskeyName",
    "reauthenticate": "league.base.accounts.forms.SecondStepAgain",
}
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # codes before and after: phones' clocks are some seconds off, and people type slowly
MFA_TOTP_ISSUER = SITE_NAME
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEMO
# Captains keep an old phone signed in for a season; officers are asked for a second factor outside the demonstration.
SESSION_ENGINE = "league.base.accounts.models"
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60
SECOND_FACTOR_FOR_OFFICERS = env.bool("SECOND_FACTOR_FOR_OFFICERS", default=not DEMO)

EMAIL_BACKEND = env.str("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Double Six <league@example.org>")
if "@" not in parseaddr(DEFAULT_FROM_EMAIL)[1]:
    raise ImproperlyConfigured("DEFAULT_FROM_EMAIL must be like Double Six <league@league.example>.")
# Who may be asked for a league, as the front page has it; without it nobody's address stands there.
SITE_CONTACT = env.str("SITE_CONTACT", "")
if SITE_CONTACT and not re.fullmatch(r"[^@\s]+@[^@\s]+", SITE_CONTACT):
    raise ImproperlyConfigured("SITE_CONTACT must be like office@league.example.")
if EMAIL_URL := secret("EMAIL_URL", ""):
    example = "submission://name:password@host:587 or smtp://host:25 (no TLS)"
    vars().update(dj_email_url.parse(server_at("EMAIL_URL", EMAIL_URL, dj_email_url.SCHEMES, example)))
# Mail is queued in the outbox, so that no page waits for a mail server, and handed over from there by MAIL_TRANSPORT.
MAIL_TRANSPORT, EMAIL_BACKEND = EMAIL_BACKEND, "league.notifications.actions.write_messages.OutboxBackend"
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=20)  # seconds for a mail server to say something

# Results that captains mail: the mailbox, read by IMAP; its address; and the server whose word about senders counts,
# as it calls itself in Authentication-Results. Nothing is taken by mail without all three.
MAIL_IN_URL = secret("MAIL_IN_URL", "")
MAIL_IN_ADDRESS = env.str("MAIL_IN_ADDRESS", "").lower()
MAIL_IN_SERVER = env.str("MAIL_IN_SERVER", "").lower()
if MAIL_IN_URL and not (re.match(r"imaps?://[^/@]+:[^/@]+@[^/@]+", MAIL_IN_URL) and MAIL_IN_ADDRESS and MAIL_IN_SERVER):
    raise ImproperlyConfigured(
        "MAIL_IN_URL must be like imaps://name:password@host:993/INBOX, with %40 for an @ in the name; "
        "MAIL_IN_ADDRESS and MAIL_IN_SERVER go with it."
    )

# Messages to phones, for those who ask for them: the site's own key, and the push services that may be asked, which are
# those of Chrome, Firefox, Safari and Edge. PUSH_INSIDE lets tests have one on this machine.
PUSH_KEY = secret("PUSH_KEY", "")
if PUSH_KEY and not re.fullmatch(r"[\w-]{43}", PUSH_KEY, re.ASCII):
    raise ImproperlyConfigured("PUSH_KEY must be as `double-six make_push_key` prints it.")
PUSH_SERVICES: list[str] = env.list(
    "PUSH_SERVICES",
    ["fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"],
)
PUSH_TIMEOUT = env.int("PUSH_TIMEOUT", default=10)  # seconds
PUSH_INSIDE = False
WEBHOOK_TIMEOUT = 10  # seconds in which a receiver has to have answered
WEBHOOKS_INSIDE = False  # lets tests have a receiver on this machine
# The class by which texts leave the site; without one none are sent.
SMS_GATEWAY = env.str("SMS_GATEWAY", "")

# --- browser safety ---------------------------------------------------------------------------------------------------
HTTPS = env.bool("HTTPS", default=not DEMO)
HOST, PORT = env.str("HOST", "127.0.0.1"), env.int("PORT", 8000)  # where `serve` listens
# How the site's addresses begin where no request tells: in mails.
SITE_URL = env.str("SITE_URL", "") or (
    f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if HTTPS and ALLOWED_HOSTS else f"http://127.0.0.1:{PORT}"
)
server_at("SITE_URL", SITE_URL, ("https", "http"), "https://league.example")
# Where forms may come from, should a proxy change the host name on the way.
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [SITE_URL])
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# For this name alone: a club's other sites, below the same domain, may not have HTTPS.
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "league.pages.views.site.csrf_failure"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 600

# --- files, language, time, logs --------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = VAR_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "league.base.ui.static_files.HashedModules"},
}
LANGUAGE_CODE = "en-gb"
USE_I18N = False  # one language: no word of the site or of its libraries is looked up in another
TIME_ZONE = "Europe/London"
USE_TZ = True
# How often somebody has tried something is kept with the rows, and outlives pages, restarts and Redis.
COUNTS = {
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "counts",
    "KEY_FUNCTION": "league.base.ui.cache.secret_key",
    "TIMEOUT": 24 * 60 * 60,
    "OPTIONS": {"MAX_ENTRIES": 100_000},
}
of_bounded_size: dict[str, object] = {"BACKEND": "league.base.ui.cache.MemoryCache"}
kept: dict[str, dict[str, object]]
if REDIS_URL:
    location = REDIS_URL.replace("redis+socket://", "unix://", 1)  # Celery's word for a socket, and that of the rest
    # The version counts up when values that are cached change their class: older ones are then never read.
    shared = {"BACKEND": "league.base.ui.cache.SharedCache", "LOCATION": location, "VERSION": 3}
    kept = {name: shared | {"KEY_PREFIX": name} for name in ("pages", "papers", "minutes")}
else:
    in_memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    kept = {
        "pages": of_bounded_size | {"LOCATION": "pages", "OPTIONS": {"MAX_BYTES": 20_000_000}},
        "papers": of_bounded_size | {"LOCATION": "papers", "OPTIONS": {"MAX_BYTES": 20_000_000}},
        "minutes": in_memory | {"LOCATION": "minutes", "OPTIONS": {"MAX_ENTRIES": 100_000}},
    }
# In the memory of each process, however many share Redis: nobody fills that by asking for every day of a century.
html = of_bounded_size | {"LOCATION": "html", "OPTIONS": {"MAX_BYTES": 20_000_000}}
CACHES: dict[str, dict[str, object]] = {"default": COUNTS, "html": html, **kept}
PAGES_KEPT = 5 * 60  # seconds, while nothing changes in its league, which is asked each time
FORM_PATIENCE = 3.0  # seconds that the second of two equal forms waits for the answer of the first
LOOKUP_PATIENCE = 3.0  # seconds for the address of a name, for which a resolver may take half a minute
PAPER_PATIENCE = 5.0  # seconds after which whoever waits for a paper is shown a page that waits for it

LOGGING = logging_of(env.str("LOG_FORMAT", "plain"), env.str("LOG_LEVEL", "WARNING"))
# Errors can be told to a server of Sentry's kind besides, without anything of people.
if SENTRY_DSN := secret("SENTRY_DSN", ""):
    report_errors(SENTRY_DSN, VERSION)
