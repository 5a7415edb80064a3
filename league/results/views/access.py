"""Decorators that find the match of an address or a code and let in only who may see it, and where its pages lead."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeAlias

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django_scopes import scope

from league.base.accounts.limits import PRINTED_CODES, wait_for_codes
from league.base.accounts.models import User
from league.results.actions.cards import NotAcceptedError, SettledError, refuse_if_void, refuse_unless_open
from league.results.choices import FINAL_STATES, SentFor
from league.results.models import Result
from league.results.permissions import acts_for, may_decide
from league.results.queries.journeys import Journey, journey_of
from league.schedule.models import Fixture
from league.schedule.queries.matches import fixture_by_address, fixture_by_code
from league.teams.permissions import may_read, require

Allowed: TypeAlias = Callable[[User, Fixture], bool]
Page: TypeAlias = Callable[..., HttpResponseBase]


def signed_in_user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def for_match(allowed: Allowed) -> Callable[[Page], Page]:
    """Give the view the match of its address in place of the address: 404 if there is none or a bye, 403 to others."""

    def decorate(page: Page) -> Page:
        @wraps(page)
        def wrapper(request: HttpRequest, league: str, night: date, match: str, **rest: Any) -> HttpResponseBase:
            fixture = fixture_by_address(night, match).fixture
            if fixture.away_id is None:
                raise Http404("A bye has no card.")
            require(allowed(signed_in_user(request), fixture))
            return page(request, fixture, **rest)

        return wrapper

    return decorate


def acting_for(request: HttpRequest, fixture: Fixture) -> SentFor:
    """In whose name this person writes: their side's, or the league's when only the league may change the result."""
    side = acts_for(signed_in_user(request), fixture)
    if side is None:
        raise PermissionDenied
    result = Result.objects.filter(fixture=fixture).first()
    stands = result is not None and result.state_at(now()) in FINAL_STATES
    return SentFor.LEAGUE if stands and may_decide(signed_in_user(request), fixture) else side


def journey_for(request: HttpRequest, fixture: Fixture) -> Journey:
    return journey_of(fixture, signed_in_user(request), acting_for(request, fixture))


def _unless(refuse: Callable[[HttpRequest, Fixture], None]) -> Callable[[Page], Page]:
    def decorate(page: Page) -> Page:
        @wraps(page)
        def wrapper(request: HttpRequest, fixture: Fixture, **rest: Any) -> HttpResponseBase:
            try:
                refuse(request, fixture)
            except NotAcceptedError as refused:
                return not_accepted(request, fixture, refused)
            return page(request, fixture, **rest)

        return wrapper

    return decorate


def _refuse_card(request: HttpRequest, fixture: Fixture) -> None:
    """The league's officers may enter a card unless the match is void."""
    if acting_for(request, fixture) == SentFor.LEAGUE:
        refuse_if_void(fixture)
    else:
        refuse_unless_open(fixture, at=now())


while_open = _unless(_refuse_card)
unless_void = _unless(lambda _, fixture: refuse_if_void(fixture))


def redirect_to(fixture: Fixture, name: str, *rest: object) -> HttpResponse:
    return redirect(fixture.address_of(name, *rest))


def not_accepted(request: HttpRequest, fixture: Fixture, refused: NotAcceptedError) -> HttpResponse:
    early = fixture.open and fixture.date is not None and fixture.date > localdate()
    context = {"fixture": fixture, "words": refused.message, "early": early}
    return render(request, "results/not_accepted.html", context, status=409)


# --- The printed card's code: whoever holds the paper, with no account ------------------------------------------------
def for_code(page: Page) -> Page:
    """Give the view the match of the code, in its scope; after too many wrong codes none is looked up."""

    @login_not_required
    @never_cache
    @wraps(page)
    def wrapper(request: HttpRequest, code: str, **rest: Any) -> HttpResponseBase:
        wait = wait_for_codes(request)
        fixture = None if wait else fixture_by_code(code)
        if fixture is None:
            if not wait:
                PRINTED_CODES.refuse(request)
            status = HTTPStatus.TOO_MANY_REQUESTS if wait else HTTPStatus.NOT_FOUND
            return render(request, "results/no_code.html", {"wait": wait}, status=status)
        with scope(league=fixture.league):
            return page(request, fixture, **rest)

    return wrapper


def unless_refused(refuse: Callable[..., None]) -> Callable[[Page], Page]:
    """Show why nothing can be sent by the code, where that is so, and where to go on."""

    def decorate(page: Page) -> Page:
        @wraps(page)
        def wrapper(request: HttpRequest, fixture: Fixture, **rest: Any) -> HttpResponseBase:
            try:
                refuse(fixture, at=now())
                return page(request, fixture, **rest)
            except NotAcceptedError as refused:
                ended = isinstance(refused, SettledError)
                context = code_context(request, fixture) | {"words": refused.message, "ended": ended}
            status = HTTPStatus.CONFLICT if request.method == "POST" else HTTPStatus.OK
            return render(request, "results/code_over.html", context, status=status)

        return wrapper

    return decorate


def code_context(request: HttpRequest, fixture: Fixture) -> dict[str, Any]:
    """The match, and whether this person may read the league's pages too."""
    return {"fixture": fixture, "readable": may_read(request.user, fixture.league)}
