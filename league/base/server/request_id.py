"""A number for each request, which its log lines, its answer and a page of error have in common.

It is made here, never taken from a visitor.
"""

import logging
import secrets
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
NONE = "-"  # outside of any request
_current: ContextVar[str] = ContextVar("request_id", default=NONE)


def request_id() -> str:
    """The number of the request that is being answered; "-" outside of any."""
    return _current.get()


class RequestIdMiddleware:
    """Gives each request its number, and says it to whoever asked. Comes before every other middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _current.set(secrets.token_hex(6))
        try:
            response = self.get_response(request)
            response[HEADER] = request_id()
        finally:
            _current.reset(token)
        return response


class RequestIdFilter(logging.Filter):
    """Adds `request_id` to every record, so that a formatter may name it. Leaves nothing out."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id()
        return True
