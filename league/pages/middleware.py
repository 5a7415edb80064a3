"""What pages say to the worker that opens them without a signal, and what people read when the database is away.

What is kept of one person is thrown away by the worker as soon as an answer is somebody else's, so whose it is has to
stand on every page that looked at who is signed in.
"""

import errno
import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import Error, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

READER_HEADER, KEEP_HEADER = "X-Reader", "X-Keep"  # static/js/offline/worker.js reads them, and asks with the latter
NOBODY = "nobody"
KEPT_PAGES = frozenset(
    {  # none that lists phone numbers or e-mail addresses
        *("league-home", "tonight", "table", "match", "your-match", "team", "player", "cup", "cup-tie", "finals-night"),
        *("fixtures", "fixtures-night", "fixtures-tonight", "fixtures-month", "fixtures-team", "fixtures-venue"),
        *("venues", "venue", "rule-book", "play", "league-play"),
    }
)


class OfflineMiddleware:
    """Marks pages. A page that is the same for everybody, and looked at nobody's session, is left as it is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        page = request.method == "GET" and response.headers.get("Content-Type", "").startswith("text/html")
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if page and (request.session.accessed or not has_session):
            response[READER_HEADER] = reader_of(request) if has_session else NOBODY
            match = request.resolver_match
            if response.status_code == 200 and match is not None and match.url_name in KEPT_PAGES:
                response[KEEP_HEADER] = "yes"
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Nothing, for a worker that asks again for an open page that may not be kept.

        The key for an authenticator app, and the question to a passkey, are others each time that they are looked at.
        """
        match = request.resolver_match
        if KEEP_HEADER in request.headers and (match is None or match.url_name not in KEPT_PAGES):
            return HttpResponse(status=204)
        return None


def reader_of(request: HttpRequest) -> str:
    """A word for whoever is signed in that is another for everybody, and says nothing to anybody."""
    if not request.user.is_authenticated:
        return NOBODY
    return salted_hmac(__name__, str(request.user.pk)).hexdigest()[:16]


FULL = ("disk is full", "disk I/O error", "No space left", "could not extend file", "readonly database")
BUSY = ("locked", "connection", "timeout", "canceling statement", "shutting down", "starting up")
NO_ROOM = {
    "title": "The site has run out of space",
    "words": "Nothing was saved. The people who run the site have to make room first; then send it again.",
}
AWAY = {
    "title": "The site cannot reach its records",
    "words": "Nothing was saved. Wait ten seconds and try again. A match card is never counted twice.",
}
log = logging.getLogger(__name__)


class FaultPageMiddleware:
    """Tells people in a sentence when nothing can be written: a full disk (507), or a database that is busy (503).

    Whatever was being written was undone with its transaction. Anything else stays an error.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, _request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """The page about it; None for any other fault."""
        if is_full(fault):
            log.error("The disk is full: %s", fault)
            return render(None, "errors/refused.html", NO_ROOM, status=507)
        if isinstance(fault, OperationalError) and any(word in str(fault) for word in BUSY):
            log.error("The database does not answer: %s", fault)
            answer = render(None, "errors/refused.html", AWAY, status=503)
            answer["Retry-After"] = "10"
            return answer
        return None


def is_full(fault: BaseException) -> bool:
    """Whether it says that there is no room on the disk."""
    if isinstance(fault, OSError):
        return fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
    return isinstance(fault, Error) and any(word in str(fault) for word in FULL)
