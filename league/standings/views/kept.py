"""A public page kept as the bytes it was sent as, for readers who are not signed in.

Knows HTTP: who may be given a kept page, the strong ETag, 304, gzip. Refuses to know what is on the page; its caller
names a version that goes up with everything on it that matters, and anything else may be `LIFETIME` seconds late.
"""

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

LIFETIME = 60
# Compressed bytes and plain ones are two representations, so each has its own strong ETag.
PLAIN, GZIP = "", "gz"
# Signed in, or about to be told something: such a page is that person's own.
PERSONAL_COOKIES = (settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name)
CHOICE_COOKIES = ("theme",)


@dataclass(frozen=True, slots=True)
class Kept:
    """One page as sent: its digest, and its bytes plain and compressed."""

    digest: str
    plain: bytes
    gzipped: bytes

    def etag(self, coding: str) -> str:
        return f'"{self.digest}{coding}"'


def may_keep(request: HttpRequest) -> bool:
    """Whether everybody who is not signed in would get these same bytes."""
    return not request.META["QUERY_STRING"] and not any(name in request.COOKIES for name in PERSONAL_COOKIES)


def kept(request: HttpRequest, version: str, render: Callable[[], HttpResponse]) -> HttpResponse:
    """The page from memory, or drawn by `render` and remembered; 304 when the reader has it already.

    Personal requests are drawn afresh. The reader's session is never looked at, so that the page can be shared.
    """
    if not may_keep(request):
        return render()
    choices = "|".join(request.COOKIES.get(name, "")[:10] for name in CHOICE_COOKIES)
    key = hashlib.sha256(f"{request.build_absolute_uri()}|{version}|{choices}".encode()).hexdigest()
    page: Kept | None = cache.get(key)
    if page is None:
        page = _made(render())
        cache.set(key, page, LIFETIME)
    return _answer(request, page)


def _made(response: HttpResponse) -> Kept:
    body = response.content
    return Kept(hashlib.sha256(body).hexdigest()[:20], body, gzip.compress(body, compresslevel=9, mtime=0))


def _answer(request: HttpRequest, page: Kept) -> HttpResponse:
    coding = GZIP if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "") else PLAIN
    etag = page.etag(coding)
    known = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    if etag in known or "*" in known:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(page.gzipped if coding else page.plain)
    if coding and response.status_code == 200:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=5, stale-while-revalidate=30"
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    return response
