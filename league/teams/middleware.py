"""Find the league in the address, and let the request see that league's rows only."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django_scopes import scope, scopes_disabled

from league.teams.models import League

Answer = Callable[[HttpRequest], HttpResponse]


class LeagueMiddleware:
    """Sets `request.league` from the first part of the path (None elsewhere) and opens its scope.

    An address that names no league is served without a scope, so a scoped query there is an error and not a leak;
    the site administrator's pages see everything.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        first = request.path_info.lstrip("/").partition("/")[0]
        if first == "admin":
            request.league = None  # type: ignore[attr-defined]
            with scopes_disabled():
                return self.get_response(request)
        request.league = League.objects.filter(slug=first).first() if first not in RESERVED else None  # type: ignore[attr-defined]
        if request.league is None:  # type: ignore[attr-defined]
            return self.get_response(request)
        with scope(league=request.league):  # type: ignore[attr-defined]
            return self.get_response(request)


RESERVED = frozenset({"", "accounts", "admin", "demo", "healthz", "leagues", "m", "me", "readyz", "rules", "static", "style"})
