"""Public pages kept as the bytes that were sent, and drawn once for all who ask for one at the same time.

Knows who may be given the same bytes as everybody. Refuses to know what a page shows: whoever has one kept gives a
version that is another as soon as the page would be.
"""

import gzip
import hashlib
from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import dataclass
from heapq import heappop, heappush
from threading import Lock
from time import monotonic

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response, patch_vary_headers

from league.ui.cache import page_cache
from league.ui.responses import release, site_of
from league.ui.static_files import THEMES

# Compressed bytes and plain ones are two representations, so each has its own strong ETag.
PLAIN, GZIP = "", "gz"
# Signed in, or about to be told something: such a page is that person's own.
PERSONAL_COOKIES = (settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name)
PATIENCE = 20.0  # seconds for which a request waits for another one to draw its page
MOST_PAGES = 2000  # pages that a process has in Redis at one time: there are as many addresses as days
WORDS_OF_TABLES = ("columns",)  # in a query, of every page that has a table
Draw = Callable[[], HttpResponse]

_underway: dict[str, "Future[KeptPage | None]"] = {}
_forgotten_at: list[float] = []  # a heap: some pages are kept for two seconds, others for five minutes
_turns = Lock()


@dataclass(frozen=True, slots=True)
class KeptPage:
    """One page as sent: the digest of its bytes, and these compressed."""

    digest: str
    gzipped: bytes

    def body(self, coding: str) -> bytes:
        return self.gzipped if coding else gzip.decompress(self.gzipped)

    def etag(self, coding: str) -> str:
        return f'"{self.digest}{coding}"'


def is_everybodys(request: HttpRequest) -> bool:
    """Whether all who are not signed in would get the same bytes."""
    whole = not request.META["QUERY_STRING"] and "HTTP_HX_REQUEST" not in request.META
    return whole and not any(name in request.COOKIES for name in PERSONAL_COOKIES)


def kept_page(
    request: HttpRequest, version: Callable[[], str], draw: Draw, seconds: int, *, words: Collection[str] = ()
) -> HttpResponse:
    """The page as it was kept for up to so many `seconds`, or as `draw` gives it; 304 to readers who have it already.

    Personal requests, and those whose query has one of the `words` that this page knows, are drawn afresh, and their
    `version` is not asked. The reader's session is never looked at, so that the page can be shared.
    """
    if not request.GET.keys() & {*words, *WORDS_OF_TABLES}:
        _forget_query(request)
    if not is_everybodys(request):
        return draw()
    theme = request.COOKIES.get("theme", "")
    address = f"{site_of(request)}{request.path}"
    words = f"{release()}|{address}|{version()}|{theme if theme in THEMES else ''}"
    key = hashlib.sha256(words.encode()).hexdigest()
    page: KeptPage | None = page_cache.get(key)
    return _drawn(request, key, draw, seconds) if page is None else _answer_from(request, page)


def _forget_query(request: HttpRequest) -> None:
    """Words that a page does not know are what others add to a link, or what a crawler makes up: no other page."""
    request.GET = QueryDict()
    request.META["QUERY_STRING"] = ""


def _drawn(request: HttpRequest, key: str, draw: Draw, seconds: int) -> HttpResponse:
    """The page that somebody is drawing already, or one that is drawn now and kept."""
    with _turns:
        others, mine = _underway.get(key), Future[KeptPage | None]()
        if others is None:
            _underway[key] = mine
    page = _waited_for(others) if others else None
    if page is not None:
        return _answer_from(request, page)
    try:
        response = draw()
        page = _compressed(response) if _may_be_kept(request, response) else None
        if page is not None and (not settings.REDIS_URL or _has_room(seconds)):
            page_cache.set(key, page, seconds)
    finally:
        if others is None:
            mine.set_result(page)
            del _underway[key]
    return response if page is None else _answer_from(request, page)


def _has_room(seconds: int) -> bool:
    """Whether Redis, which forgets nothing before its time, may have one more: nobody can fill it by asking for every
    day of a century. The memory of a process has an end, and forgets first what nobody has asked for lately.
    """
    now = monotonic()
    with _turns:
        while _forgotten_at and _forgotten_at[0] <= now:
            heappop(_forgotten_at)
        room = len(_forgotten_at) < MOST_PAGES
        if room:
            heappush(_forgotten_at, now + seconds)
    return room


def _waited_for(others: "Future[KeptPage | None]") -> "KeptPage | None":
    try:
        return others.result(PATIENCE)
    except TimeoutError:
        return None


def _may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether it is a whole page that says nothing of who asked, and sets nothing in the browser."""
    page = response.status_code == 200 and response.headers.get("Content-Type", "").startswith("text/html")
    own = response.cookies or response.headers.keys() - {"Content-Type"}
    return page and not own and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")


def _compressed(response: HttpResponse) -> KeptPage:
    body = response.content
    return KeptPage(hashlib.sha256(body).hexdigest()[:20], gzip.compress(body, compresslevel=6, mtime=0))


def _answer_from(request: HttpRequest, page: KeptPage) -> HttpResponse:
    coding = GZIP if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "") else PLAIN
    etag = page.etag(coding)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(page.body(coding), headers={"Content-Encoding": "gzip"} if coding else None)
    response["ETag"] = etag
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    return response
