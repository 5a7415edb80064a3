"""What the site says of itself: lines of its log, and errors told to a server of Sentry's kind."""

import re
from logging import LogRecord, getLevelNamesMapping
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ImproperlyConfigured, PermissionDenied

from league.base.server.headers import request_id

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


def refusals_in_one_line(record: LogRecord) -> bool:
    """Leave the traceback out where somebody may not see a page: it says where we refused, which is no fault."""
    if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
        record.exc_info = None
    return True


# Parts of an address after which stands what lets somebody in, or ends what is sent to them.
SECRETS = re.compile(
    r"(/(?:invitation|join|s|m|sent|availability|following|unsubscribe|confirmation|stop|calendar|receipts|confirm-email"
    r"|key)/)[^/\s?'\"]+"
)


LINE_FILTERS = ["numbered", "linkless"]


def without_links(record: LogRecord) -> bool:
    """Cut from a line of the log, and from the request that goes with it as JSON, what lets somebody in."""
    record.msg, record.args = SECRETS.sub(r"\1***", record.getMessage()), ()
    if hasattr(record, "request"):
        record.request = SECRETS.sub(r"\1***", str(record.request))
    return True


def logging_of(form: str, level: str) -> dict[str, Any]:
    """What Django is told about logs; `form` is plain, or json for one object to a line."""
    if form not in {"plain", "json"} or level not in getLevelNamesMapping():
        raise ImproperlyConfigured("LOG_LEVEL is DEBUG, INFO, WARNING or ERROR. LOG_FORMAT is plain, or json.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "plain": {"format": "{asctime} {levelname} {name} [{request_id}]: {message}", "style": "{"},
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "format": "{asctime}{levelname}{name}{request_id}{message}",
                "style": "{",
                "rename_fields": {"asctime": "time", "levelname": "level", "exc_info": "traceback"},
            },
        },
        "filters": {
            "refused": {"()": "django.utils.log.CallbackFilter", "callback": refusals_in_one_line},
            "linkless": {"()": "django.utils.log.CallbackFilter", "callback": without_links},
            "numbered": {"()": "league.base.server.headers.RequestIdFilter"},
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form, "filters": LINE_FILTERS}},
        "loggers": {"django.request": {"filters": ["refused"]}},
        "root": {"handlers": ["console"], "level": level},
    }


# --- Errors, told elsewhere -------------------------------------------------------------------------------------------
# What goes: the kind of an error, the lines of code it went through, the address as the URLconf has it, the version and
# the number of the request, by which its log line is found. What stays: values, addresses as asked for, forms, cookies.

SENT_FIELDS = frozenset(
    (
        *("event_id", "timestamp", "level", "logger", "platform", "release", "environment", "sdk"),
        *("transaction", "exception"),
    )
)


def report_errors(dsn: str, release: str) -> None:
    """Tell errors to `dsn`. ImproperlyConfigured where the library for it is not installed, or the DSN is none."""
    try:
        import sentry_sdk
        from sentry_sdk.integrations.django import DjangoIntegration
        from sentry_sdk.utils import BadDsn
    except ImportError as error:
        raise ImproperlyConfigured("SENTRY_DSN is set, but sentry-sdk is missing: uv sync --group sentry") from error
    try:
        sentry_sdk.init(
            dsn,
            release=release,
            before_send=without_people,
            integrations=[DjangoIntegration(transaction_style="url")],
            send_default_pii=False,
            include_local_variables=False,
            max_breadcrumbs=0,
            max_request_body_size="never",
            server_name="",
        )
    except BadDsn as error:
        raise ImproperlyConfigured("SENTRY_DSN must be like https://key@errors.example/1") from error


def without_people(event: "Event", _hint: "Hint") -> "Event":
    left: Any = {name: value for name, value in event.items() if name in SENT_FIELDS}
    for each in left.get("exception", {}).get("values", ()):
        each["value"] = ""
    if "message" in event.get("logentry", {}):
        left["logentry"] = {"message": event["logentry"]["message"]}
    left["tags"] = {"request_id": request_id()}
    return left
