"""Public pages, kept as the bytes that were sent until anything changes in their league."""

import gzip
import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.timezone import localdate, localtime, now

from league.base.ui.cache import html_cache
from league.base.ui.converters import site_of
from league.base.ui.responses import release
from league.base.ui.static_files import THEMES
from league.results.choices import ResultState
from league.teams.middleware import LeagueRequest
from league.teams.models import League

# In SQL because five subqueries of the ORM are longer and take 4 ms with every page that is kept, fifty times as much.
# The head of a chain stands for all that is sealed in it; the chain of no league has the changes of people's own names.
VERSION_SQL = f"""
    SELECT (SELECT head FROM base_seal WHERE league_id = %(league)s ORDER BY number DESC LIMIT 1),
        (SELECT head FROM base_seal WHERE league_id IS NULL ORDER BY league_id DESC, number DESC LIMIT 1),
        (SELECT SUM(results_version) FROM schedule_competition WHERE season_id IN
            (SELECT id FROM schedule_season WHERE league_id = %(league)s)),
        (SELECT COUNT(*) FROM results_result result JOIN schedule_fixture fixture ON fixture.id = result.fixture_id
            WHERE result.state = '{ResultState.PROVISIONAL.value}' AND result.confirm_by > %(began)s
            AND result.confirm_by <= %(moment)s AND fixture.league_id = %(league)s),
        (SELECT COUNT(*) FROM schedule_fixture WHERE league_id = %(league)s AND in_play)
"""  # noqa: S608 (the state is a word of ours: the index is of such rows alone)


def league_version(league: League, at: datetime) -> str:
    """Another as soon as anything is that a page of the league may show, but for live pegs: one query.
    With each day other matches are late, and a provisional result is confirmed by the hour alone.
    """
    midnight = localtime(at).replace(hour=0, minute=0, second=0, microsecond=0)
    began, moment = map(connection.ops.adapt_datetimefield_value, (midnight, at))
    with connection.cursor() as cursor:
        cursor.execute(VERSION_SQL, {"league": league.pk, "began": began, "moment": moment})
        return " ".join(map(str, (league.pk, localdate(at), *cursor.fetchone())))


View = Callable[..., HttpResponse]
# Signed in, or about to be told something: such a page is that person's own.
PERSONAL_COOKIES = (settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name)
OF_EVERY_TABLE = "columns"  # a parameter of the query


@dataclass(frozen=True, slots=True)
class KeptPage:
    """The body as it was drawn, compressed, and its digest."""

    gzipped: bytes
    digest: str


def kept_while_unchanged(
    *parameters: str,
    cookie: str = "",
    pegs: Callable[..., str] | None = None,
    seconds: int | None = None,
    queries: Collection[str] = (),
) -> Callable[[View], View]:
    """For a view whose page shows rows that actions write, and nothing finer of the time than the day.
    A page of their own get those who have the `cookie` and those who ask with one of the `parameters`; others are
    dropped, and pages of the query strings `queries` are kept too, all for at most `seconds`. A page that shows live
    pegs says with `pegs`, of the words of its address, how far they have come.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: LeagueRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not settings.PAGES_KEPT or not request.league.public:
                return view(request, *args, **kwargs)
            if not request.GET.keys() & {*parameters, OF_EVERY_TABLE}:
                request.GET, request.META["QUERY_STRING"] = QueryDict(), ""
            if is_personal(request, cookie, queries):
                return view(request, *args, **kwargs)
            key = _key(request, f"{league_version(request.league, now())} {pegs(**kwargs) if pegs else ''}")
            page: KeptPage | None = html_cache.get(key)
            if page is None:
                response = view(request, *args, **kwargs)
                if not _may_be_kept(request, response):
                    return response
                digest = hashlib.sha256(response.content).hexdigest()[:20]
                page = KeptPage(gzip.compress(response.content, compresslevel=6, mtime=0), digest)
                html_cache.set(key, page, seconds or settings.PAGES_KEPT)
            return _response(request, page)

        return wrapper

    return decorate


def is_personal(request: HttpRequest, cookie: str = "", queries: Collection[str] = ()) -> bool:
    """Whether this reader may see something that others do not, or asks for a part of a page or with parameters."""
    part = request.META["QUERY_STRING"] not in ("", *queries) or "HTTP_HX_REQUEST" in request.META
    return part or any(name in request.COOKIES for name in (cookie, *PERSONAL_COOKIES))


def _key(request: HttpRequest, version: str) -> str:
    theme = request.COOKIES.get("theme", "")
    parts = (release(), site_of(request), request.get_full_path(), version, theme if theme in THEMES else "")
    return hashlib.sha256("|".join(parts).encode()).hexdigest()


def _may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether it is a whole page that says nothing of who asked, and sets nothing in the browser."""
    page = response.status_code == 200 and response.headers.get("Content-Type", "").startswith("text/html")
    own = response.cookies or response.headers.keys() - {"Content-Type"}
    return page and not own and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")


def _response(request: HttpRequest, page: KeptPage) -> HttpResponse:
    """The page, or 304. Compressed and plain bytes are two representations, so each has a strong ETag of its own."""
    zipped = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    etag = f'"{page.digest}{"gz" if zipped else ""}"'
    response = get_conditional_response(request, etag=etag)
    if response is None and zipped:
        response = HttpResponse(page.gzipped, headers={"Content-Encoding": "gzip"})
    elif response is None:
        response = HttpResponse(gzip.decompress(page.gzipped))
    response["ETag"] = etag
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    return response
