"""What captains do about a live match: put it on the card, choose between two phones' accounts, give out links."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache

from league.base.ui.pictures import qr_code
from league.base.ui.responses import require_form_methods
from league.matchnight.actions.events import NothingPeggedError, fill_card, record_event
from league.matchnight.actions.links import make_link, revoke_link
from league.matchnight.forms import LinkForm, TrackForm
from league.matchnight.models import ScorerLink
from league.matchnight.permissions import Author, may_invite_scorer, may_score
from league.matchnight.queries.event_log import match_of, tracks_of
from league.matchnight.queries.games import game_of, games_of
from league.matchnight.values import PeggedGame, doubts
from league.results.actions.cards import refuse_unless_open
from league.results.actions.submissions import NotAcceptedError
from league.results.choices import SentFor
from league.results.permissions import acts_for, may_enter
from league.results.queries.journeys import journey_of
from league.schedule.models import Fixture
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from scoring.play.finding import each_once


@require_form_methods
def card(request: MemberRequest, league: str, night: date, match: str) -> HttpResponse:
    """With `take` also where something else is written."""
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
    rows = [(game, each_once(doubts(game))) for game in games]
    return render(request, "live/card.html", {"fixture": fixture, "rows": rows, "journey": journey})


def _is_open(fixture: Fixture) -> bool:
    try:
        refuse_unless_open(fixture, at=now())
    except NotAcceptedError:
        return False
    return True


# --- two phones pegged one game ---------------------------------------------------------------------------------------


@require_form_methods
def tracks(request: MemberRequest, league: str, night: date, match: str, *, line: int, game: int) -> HttpResponse:
    fixture = fixture_by_address(night, match).fixture
    require(may_score(request.user, fixture))
    context = _context(fixture, line, game)
    form = TrackForm(request.POST or None, tracks=context["tracks"])
    context |= {"form": form, "closed": _closed_because(fixture), "may_choose": may_enter(request.user, fixture)}
    if request.method == "POST":
        require(context["may_choose"])
        if form.is_valid() and not context["closed"]:
            author = Author(request.user, None, request.user.name)
            body = {**form.cleaned_data, "name": author.name}
            record_event(fixture=fixture, line=line, game=game, kind="chosen", body=body, author=author, at=now())
            return redirect(request.path)
    return render(request, "live/tracks.html", context, status=422 if request.method == "POST" else 200)


def _context(fixture: Fixture, line: int, game: int) -> dict[str, Any]:
    match = match_of(fixture)
    pegged_game: PeggedGame | None = game_of(match, fixture, (line, game)) if match else None
    if match is None or pegged_game is None or fixture.away is None:
        raise Http404("Nothing was pegged of this game.")
    teams = (fixture.home.name, fixture.away.name)
    return {"fixture": fixture, "game": pegged_game, "teams": teams, "tracks": tracks_of(match, pegged_game, teams)}


def _closed_because(fixture: Fixture) -> str:
    try:
        refuse_unless_open(fixture, at=now())
    except NotAcceptedError as error:
        return error.message
    return ""


# --- Scorer links of a match ------------------------------------------------------------------------------------------
MADE = "scorer_link_made"  # in the session from the making of a link to the page that shows it


@never_cache
@require_form_methods
def links(request: MemberRequest, league: str, night: date, match: str) -> HttpResponse:
    fixture = _fixture(request, night, match)
    form = LinkForm(request.POST or None)
    if request.method == "POST" and not fixture.open:
        return redirect(fixture.address_of("scorer-links"))
    if request.method == "POST" and form.is_valid():
        link, token = make_link(fixture=fixture, name=form.cleaned_data["name"], by=request.user, at=now())
        request.session[MADE] = [link.pk, token]
        return redirect(fixture.address_of("scorer-links"))
    rows = ScorerLink.objects.filter(fixture=fixture).select_related("by").order_by("-pk")
    made = None if request.method == "POST" else _new_link(request, fixture)
    context = {"fixture": fixture, "form": form, "links": rows, "made": made}
    return render(request, "live/links.html", context, status=422 if request.method == "POST" else 200)


@never_cache
@require_form_methods
def revocation(request: MemberRequest, league: str, night: date, match: str, pk: int) -> HttpResponse:
    fixture = _fixture(request, night, match)
    link = get_object_or_404(ScorerLink, fixture=fixture, pk=pk)
    link.fixture = fixture
    if request.method == "POST":
        revoke_link(link=link, by=request.user, at=now())
    return redirect(fixture.address_of("scorer-links"), permanent=request.method != "POST")


def _fixture(request: MemberRequest, night: date, match: str) -> Fixture:
    fixture = fixture_by_address(night, match).fixture
    if fixture.away_id is None:
        raise Http404("A bye is not pegged.")
    require(may_invite_scorer(request.user, fixture))
    return fixture


def _new_link(request: HttpRequest, fixture: Fixture) -> dict[str, Any] | None:
    """Shown once, since only a digest is kept."""
    key, token = request.session.pop(MADE, (None, ""))
    link = ScorerLink.objects.filter(fixture=fixture, pk=key).first()
    if link is None:
        return None
    address = request.build_absolute_uri(reverse("scorer-link", args=[token]))
    code = " ".join(token[place : place + 4] for place in range(0, len(token), 4)).upper()
    typed_at = request.get_host() + reverse("short-code")
    return {"link": link, "address": address, "code": code, "qr": qr_code(address), "typed_at": typed_at}
