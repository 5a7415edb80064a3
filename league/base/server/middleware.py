"""What every request passes: its number, the client's address and headers, what may be kept of its answer, faults."""

import errno
import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import Error, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from league.base.server.refusals import refusal

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


# --- where a request comes from, and its headers ----------------------------------------------------------------------
MAX_ADDRESS_LENGTH = 64  # characters of an address that is none


def header(scope: dict[str, Any], name: bytes) -> str:
    """Repeated headers are joined."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


def client_address(scope: dict[str, Any], proxies: int) -> str:
    """From X-Forwarded-For as far as our `proxies` vouch for it; IPv6 as its network, "" if unknown."""
    forwarded = [part.strip() for part in header(scope, b"x-forwarded-for").split(",") if part.strip()]
    peer = (scope.get("client") or ("",))[0]
    return network_of(forwarded[-proxies] if proxies and len(forwarded) >= proxies else peer)


def network_of(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return text[:MAX_ADDRESS_LENGTH]
    if address.version == 6 and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False)) if address.version == 6 else text


def is_this_machine(address: str) -> bool:
    """Whether it is no visitor's address: a proxy that nobody told us of, or this machine itself."""
    return address in ("", "::/64") or address.startswith("127.")


# With no weight or one above nought (RFC 9110, 12.5.3).
GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:;\s*q=(?:1(?:\.0*)?|0?\.\d*[1-9]\d*)\s*)?(?:,|$)", re.IGNORECASE)


class ClientHeadersMiddleware:
    """400 to a foreign host name; headers that answers vary by are normalised, or anybody could fill the cache."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            return refusal(request.path_info, HTTPStatus.BAD_REQUEST)
        accepts = request.META.get("HTTP_ACCEPT_ENCODING", "")
        request.META["HTTP_ACCEPT_ENCODING"] = "gzip" if GZIP.search(accepts) else ""
        if request.META.get("HTTP_HX_REQUEST") != "true":
            request.META.pop("HTTP_HX_REQUEST", None)
        return self.get_response(request)


# --- pages that open without a signal ---------------------------------------------------------------------------------
# What is kept of one person is thrown away by the worker as soon as an answer is somebody else's, so whose it is has to
# stand on every page that looked at who is signed in.
READER_HEADER, KEEP_HEADER = "X-Reader", "X-Keep"  # static/js/offline/worker.js reads them, and asks with the latter
NOBODY = "nobody"
KEPT_PAGES = frozenset(
    {  # none that lists phone numbers or e-mail addresses
        *("league-home", "tonight", "table", "match", "your-match", "team", "player", "cup", "cup-tie", "finals-night"),
        *("fixtures", "fixtures-night", "teams", "venue", "rule-book", "play"),
    }
)


class OfflineMiddleware:
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
        """204 to the worker's look ahead at a page that may not be kept."""
        match = request.resolver_match
        if KEEP_HEADER in request.headers and (match is None or match.url_name not in KEPT_PAGES):
            return HttpResponse(status=204)
        return None


def reader_of(request: HttpRequest) -> str:
    if not request.user.is_authenticated:
        return NOBODY
    return salted_hmac("league.base.server.middleware", str(request.user.pk)).hexdigest()[:16]


# --- when nothing can be written --------------------------------------------------------------------------------------
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
    """507 for a full disk, 503 for a busy database; the transaction was undone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, _request: HttpRequest, fault: Exception) -> HttpResponse | None:
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
    if isinstance(fault, OSError):
        return fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
    return isinstance(fault, Error) and any(word in str(fault) for word in FULL)
