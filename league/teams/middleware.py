"""Find the league in the address, and let the request see that league's rows only, by people we are sure enough of."""

import time
from collections.abc import Callable
from functools import cached_property
from http import HTTPStatus
from typing import Any, TypeVar

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, ResolverMatch, URLResolver, resolve, reverse
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django_scopes import scope, scopes_disabled

from league.base.accounts.permissions import SignedInRequest, ask_again, has_second_factor, showed_second_factor
from league.teams.choices import SITE_WORDS
from league.teams.models import League
from league.teams.permissions import holds_office, holds_office_anywhere, may_read

Answer = Callable[[HttpRequest], HttpResponse]
FRAMED = frozenset({"me", "play"})  # first words of pages of the site that `?league=` draws in the frame of that league
CHOICES = frozenset({"theme"})  # cookies that change how a page looks, and nothing else about it
View = TypeVar("View", bound=Callable[..., Any])


class LeagueRequest(HttpRequest):
    league: League


class MemberRequest(LeagueRequest, SignedInRequest):
    """A request by somebody who is signed in."""


def lets_in_by_itself(view: View) -> View:
    """Mark a view that asks for a pass or ticket of its own: it may be asked in a private league by anybody."""
    view.lets_in_by_itself = True  # type: ignore[attr-defined]
    return view


def finds_its_league(view: View) -> View:
    """Mark a view of the site that names a league further on in its address, and sees itself who may know of it."""
    view.finds_its_league = True  # type: ignore[attr-defined]
    return view


class LeagueAddresses(URLResolver):
    """Tries only those of 500 addresses that can begin as the path does, by the word after the league's name."""

    def resolve(self, path: str) -> ResolverMatch:
        league, word, *_ = f"{path}/".split("/", 2)
        if league in SITE_WORDS:
            raise Resolver404({"path": path})
        return self._by_word.get(word, self._by_word[""]).resolve(path)

    @cached_property
    def _by_word(self) -> dict[str, URLResolver]:
        first = {each: str(each.pattern).partition("/")[0] for each in self.url_patterns}
        return {
            word: URLResolver(self.pattern, [each for each, begins in first.items() if begins == word or "<" in begins])
            for word in set(first.values())
        }


class LeagueMiddleware:
    """Sets `request.league` and opens its scope. To strangers a private league does not exist."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        first = request.path_info.lstrip("/").partition("/")[0]
        if first == "admin":
            request.league = None  # type: ignore[attr-defined]
            with scopes_disabled():
                return self.get_response(request)
        request.league = league = league_at(_name_of_league(request, first))  # type: ignore[attr-defined]
        if league is None:
            return self.get_response(request)
        with scope(league=league):
            stranger = not may_read(request.user, league)
            if not stranger or _asks_itself(request):
                response = self.get_response(request)
                if stranger and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
                    request.league = None  # type: ignore[attr-defined]
                    raise Http404("No such league.")
                return response
        request.league = None  # type: ignore[attr-defined]  # so that it is answered as any word is that names none
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: dict[str, object]) -> None:  # noqa: ARG002
        itself = getattr(view, "finds_its_league", False)
        if "league" in kwargs and request.league is None and not itself:  # type: ignore[attr-defined]
            raise Http404("No such league.")


def _name_of_league(request: HttpRequest, first: str) -> str:
    if first == "accounts" and request.path_info == reverse("account_login"):  # for a page of that league, as a rule
        return request.GET.get("next", "").lstrip("/").partition("/")[0]
    return request.GET.get("league", "") if first in FRAMED else first


def league_at(slug: str) -> League | None:
    return None if slug in SITE_WORDS else League.objects.filter(slug=slug).first()


def _asks_itself(request: HttpRequest) -> bool:
    try:
        return getattr(resolve(request.path_info).func, "lets_in_by_itself", False)
    except Resolver404:
        return False


class PublicPageMiddleware(MiddlewareMixin):
    """Public pages, asked for and answered without cookies but the theme, may be cached by a proxy for two seconds."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        league = getattr(request, "league", None)
        plain = response.status_code == 200 and league is not None and league.public and not response.cookies
        anonymous_get = request.method == "GET" and not {*request.COOKIES} - CHOICES
        if anonymous_get and plain and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "public, max-age=0, s-maxage=2, stale-while-revalidate=5"
            patch_vary_headers(response, ("Cookie",))
        return response


class SecondFactorMiddleware:
    """Officers set up a second factor, and show it once a session. Comes after LeagueMiddleware, for its scope."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SECOND_FACTOR_FOR_OFFICERS or not holds_power(request):
            return self.get_response(request)
        if not has_second_factor(request.user):  # type: ignore[arg-type]
            messages.warning(request, "Officers sign in with a second step. Set one up to carry on.")
            return redirect("mfa_index")
        return self.get_response(request) if showed_second_factor(request) else ask_again(request)


class SessionLifeMiddleware:
    """90 days without coming back, 12 hours for officers; renewed daily, an officer's every ten minutes."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and not settings.DEMO:
            session, now = request.session, int(time.time())
            powerful = holds_power(request)
            officer = powerful or session.get("officer", False)
            due = now - session.get("seen", 0) >= (600 if officer else 24 * 60 * 60)
            if due or (powerful and session.get_expiry_age() > OFFICERS_STAY):
                officer = powerful or holds_office_anywhere(request.user)
                changed = session.modified
                session["seen"], session["officer"] = now, officer
                session.set_expiry(OFFICERS_STAY if officer else settings.SESSION_COOKIE_AGE)
                session.modified = changed
                response = self.get_response(request)
                session.only_renewed = not session.modified  # type: ignore[attr-defined]
                session.modified = True
                return response
        return self.get_response(request)


OFFICERS_STAY = 12 * 60 * 60


def holds_power(request: HttpRequest) -> bool:
    """On pages of no league, of any league: a token for programs reads all of a person's."""
    if not request.user.is_authenticated:
        return False
    if request.league is not None:  # type: ignore[attr-defined]
        return holds_office(request.user, request.league)  # type: ignore[attr-defined]
    if request.path_info.startswith("/me/programs/"):
        return holds_office_anywhere(request.user)
    administrator = request.user.is_staff or request.user.is_superuser
    return administrator and request.path_info.startswith(("/admin/", "/console/", "/leagues/"))
