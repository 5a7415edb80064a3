"""What every request passes, of whatever league: its number, headers, what may be kept of its answer, faults, and
forms that are sent twice.
"""

import errno
import logging
import re
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import Error, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import url_has_allowed_host_and_scheme

from league.base.audit.actions import FormClaim, FormSentAgainError, answer_form, settle_form
from league.base.server.headers import current_request
from league.base.server.refusals import WORDS, refusal
from league.base.ui.responses import KEY_FIELD, TOKEN_FIELDS

HEADER = "X-Request-ID"


class RequestIdMiddleware:
    """Gives each request its number, and says it to whoever asked. Comes before every other middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = secrets.token_hex(6)
        token = current_request.set(number)
        try:
            response = self.get_response(request)
            response[HEADER] = number
        finally:
            current_request.reset(token)
        return response


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


class OfflineMiddleware(MiddlewareMixin):
    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
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
AWAY = {
    "title": "The site cannot reach its records",
    "words": "Nothing was saved. Wait ten seconds and try again. A match card is never counted twice.",
}
log = logging.getLogger(__name__)


class FaultPageMiddleware(MiddlewareMixin):
    """507 for a full disk, 503 for a busy database; the transaction was undone."""

    def process_exception(self, _request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if is_full(fault):
            log.error("The disk is full: %s", fault)
            title, text = WORDS[HTTPStatus.INSUFFICIENT_STORAGE]
            return render(None, "errors/refused.html", {"title": title, "words": text}, status=507)
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


# --- a form that is sent twice is done once, and answered both times alike --------------------------------------------
PAUSE = 0.05  # seconds after which the answer of the first, which has written already, is looked for again


class SentFormMiddleware:
    """`write_tx` claims the key of the form being answered. A form without a key is done each time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
        finally:
            form: FormClaim | None = getattr(request, "sent_form", None)
            if form is not None:
                answer_form(None)
        if form is None:
            return response
        refused = response.status_code >= HTTPStatus.BAD_REQUEST
        if form.held:
            settle_form(form=form, answer=response.get("Location"))
        elif refused and form.of_others():  # which was quicker, and left nothing to do
            return _answer_again(request, form)
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *_: object) -> HttpResponse | None:
        if request.method != "POST" or getattr(view, "csrf_exempt", False) or not request.POST.get(KEY_FIELD):
            return None
        form = _claim_of(request)
        if form.of_others():
            return _answer_again(request, form)
        request.sent_form = form  # type: ignore[attr-defined]
        answer_form(form)
        return None

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Another request was quicker."""
        return _answer_again(request, _claim_of(request)) if isinstance(fault, FormSentAgainError) else None


def _claim_of(request: HttpRequest) -> FormClaim:
    key = request.POST[KEY_FIELD]
    values = sha256(repr((key, [each for each in request.POST.lists() if each[0] not in TOKEN_FIELDS])).encode())
    for name, files in request.FILES.lists():
        for file in files:
            values.update(f"\0{name}\0{file.name}\0{file.size}\0".encode())
            for chunk in file.chunks():
                values.update(chunk)
            file.seek(0)
    where = repr((request.user.pk, request.get_full_path(), key))
    return FormClaim(sha256(where.encode()).hexdigest(), values.hexdigest())


def _answer_again(request: HttpRequest, form: FormClaim) -> HttpResponse:
    until = time.monotonic() + settings.FORM_PATIENCE
    while (row := form.of_others()) and row.answer is None and time.monotonic() < until:
        time.sleep(PAUSE)
    return HttpResponseRedirect((row.answer if row else None) or _page_of(request))


def _page_of(request: HttpRequest) -> str:
    came = request.headers.get("Referer", "")
    here = url_has_allowed_host_and_scheme(came, {request.get_host()})
    return urlsplit(came)._replace(scheme="", netloc="").geturl() if came and here else request.get_full_path()
