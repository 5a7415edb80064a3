"""Errors of the site told to a server of Sentry's kind, where the settings name one. Nothing of people goes along.

What goes: the kind of an error, the lines of code it went through, the address as the URLconf has it, the version and
the number of the request, by which its log line is found. What stays: values, addresses as asked for, forms, cookies.
"""

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ImproperlyConfigured

from league.server.request_id import request_id

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

KEPT = frozenset(
    (
        *("event_id", "timestamp", "level", "logger", "platform", "release", "environment", "sdk"),
        *("transaction", "exception"),
    )
)


def report_errors(dsn: str, release: str) -> None:
    """Begin to. ImproperlyConfigured where the library for it is not installed, or the DSN is none."""
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
    """The event with what it may tell and nothing else."""
    left: Any = {name: value for name, value in event.items() if name in KEPT}
    for each in left.get("exception", {}).get("values", ()):
        each["value"] = ""
    if "message" in event.get("logentry", {}):
        left["logentry"] = {"message": event["logentry"]["message"]}
    left["tags"] = {"request_id": request_id()}
    return left
