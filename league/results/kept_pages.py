"""Public pages that are drawn once for everybody until anything changes in their league."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.timezone import now

from league.results.queries.etag import league_version
from league.teams.middleware import LeagueRequest
from league.ui.kept_pages import kept_page

View = Callable[..., HttpResponse]


def kept_while_unchanged(
    *words: str, cookie: str = "", pegs: Callable[..., str] | None = None
) -> Callable[[View], View]:
    """For a view whose page shows rows that actions write, and nothing finer of the time than the day.

    That a match is being pegged it may say, since the first tap is an action; if it shows more of its pegs, `pegs` says
    of the words of the address how far they have come. Whoever has the `cookie` gets a page of their own, and so does
    whoever asks for something by one of the `words` of its query; others are not looked at.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: LeagueRequest, *given: Any, **names: Any) -> HttpResponse:
            def draw() -> HttpResponse:
                return view(request, *given, **names)

            def version() -> str:
                return f"{league_version(league, now())} {pegs(**names) if pegs else ''}"

            seconds, league = settings.PAGES_KEPT_UNCHANGED, request.league
            if not seconds or not league.public or cookie in request.COOKIES:
                return draw()
            return kept_page(request, version, draw, seconds, words=words)

        return wrapper

    return decorate
