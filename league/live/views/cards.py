"""From the pegs to the card: what they say, where the captain wrote something else, and the way on to sending it."""

from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_http_methods

from league.fixtures.models import Fixture
from league.fixtures.queries import fixture_by_address
from league.live.actions.cards import NothingPeggedError, fill_card
from league.live.queries.games import doubts, games_of
from league.live.queries.stories import match_of
from league.results.actions import NotAcceptedError
from league.results.actions.cards import refuse_unless_open
from league.results.choices import SentFor
from league.results.permissions import acts_for, may_enter
from league.results.queries import journey_of
from league.teams.middleware import MemberRequest
from league.teams.permissions import require


@require_http_methods(["GET", "HEAD", "POST"])
def card(request: MemberRequest, league: str, night: date, match: str) -> HttpResponse:
    """The games on the pegs; one button puts them on the card. With `take` also where something else is written."""
    fixture = fixture_by_address(night, match).fixture
    if fixture.away_id is None:
        raise Http404("A bye has no card.")
    require(may_enter(request.user, fixture))
    if not _is_open(fixture):
        return redirect(fixture.address_of("match-card"))
    if request.method == "POST":
        try:
            fill_card(fixture=fixture, by=request.user, at=now(), take="take" in request.POST)
        except NothingPeggedError:
            return redirect(fixture.address_of("match-card"))
        return redirect(fixture.address_of("card-check"))
    return _page(request, fixture)


def _page(request: MemberRequest, fixture: Fixture) -> HttpResponse:
    pegged = match_of(fixture)
    games = games_of(pegged, fixture) if pegged else ()
    journey = journey_of(fixture, request.user, acts_for(request.user, fixture) or SentFor.LEAGUE)
    rows = [(game, doubts(game)) for game in games]
    return render(request, "live/card.html", {"fixture": fixture, "rows": rows, "journey": journey})


def _is_open(fixture: Fixture) -> bool:
    try:
        refuse_unless_open(fixture, at=now())
    except NotAcceptedError:
        return False
    return True
