"""What captains do on the night: put pegs on the card, choose between two phones, give out links, draw the order."""

from datetime import date
from secrets import token_hex
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from league.base.ui.pictures import qr_code
from league.base.ui.responses import act_and_report, refusals_on, require_form_methods, uncached_form, uncached_page
from league.matchnight.actions.availability import draw_on_paper, put_in_order
from league.matchnight.actions.events import NothingPeggedError, fill_card, make_link, record_event, revoke_link
from league.matchnight.forms import LinkForm, OrderForm, TrackForm
from league.matchnight.models import ScorerLink
from league.matchnight.permissions import Author, may_invite_scorer, may_score
from league.matchnight.queries.event_log import match_of, tracks_of
from league.matchnight.queries.games import game_of, games_of
from league.matchnight.queries.lineups import OrderDraw, draw_of, draw_page, public_names
from league.matchnight.queries.nights import expected_for
from league.matchnight.values import PeggedGame, doubts
from league.results.actions.cards import NotAcceptedError, refuse_unless_open
from league.results.choices import SentFor
from league.results.permissions import acts_for, may_enter
from league.results.queries.facts import match_for
from league.results.queries.journeys import journey_of
from league.schedule.models import Entry, Fixture
from league.schedule.permissions import side_of
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from scoring.card.sheet import Side
from scoring.play.finding import each_once


@require_form_methods
def card(request: MemberRequest, league: str, night: date, match: str) -> HttpResponse:
    """With `take` also where something else is written."""
    fixture = fixture_by_address(night, match).fixture
    if fixture.away_id is None:
        raise Http404("A bye has no card.")
    require(may_enter(request.user, fixture))
    if _closed_because(fixture):
        return redirect(fixture.address_of("match-card"))
    if request.method == "POST":
        try:
            fill_card(fixture=fixture, by=request.user, at=now(), take="take" in request.POST)
        except NothingPeggedError:
            return redirect(fixture.address_of("match-card"))
        return redirect(fixture.address_of("card-check"))
    pegged = match_of(fixture)
    games = games_of(pegged, fixture) if pegged else ()
    journey = journey_of(fixture, request.user, acts_for(request.user, fixture) or SentFor.LEAGUE)
    rows = [(game, each_once(doubts(game))) for game in games]
    return render(request, "live/card.html", {"fixture": fixture, "rows": rows, "journey": journey})


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


@uncached_form
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


@uncached_form
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


# --- the draw of a match ----------------------------------------------------------------------------------------------
@login_not_required
@uncached_page
def draw(request: HttpRequest, league: str, on: date, match: str) -> HttpResponse:
    fixture, order_draw = _draw(on, match)
    ours = side_of(request.user, fixture)
    side = None if ours is None else Side.HOME if ours.pk == fixture.home_id else Side.AWAY
    page = draw_page(order_draw, public_names(fixture) if order_draw.done else {}, side)
    return render(request, "lineups/draw.html", {"fixture": fixture, "page": page})


@uncached_form
def order(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    fixture, order_draw = _draw(on, match)
    entry = _own_side(request, fixture)
    side = Side.HOME if entry.pk == fixture.home_id else Side.AWAY
    if side in order_draw.put_in or order_draw.paper:
        return redirect(fixture.address_of("match-draw"))
    squad, ticked = match_for(fixture).squad(side), expected_for(fixture, side)
    form = OrderForm(request.POST or None, form=order_draw.form, squad=squad, ticked=ticked)
    if request.method == "POST" and form.is_valid() and _put_in(request, fixture, entry, form):
        return redirect(fixture.address_of("match-draw"))
    context = {"fixture": fixture, "side": entry, "form": form, "by_lot": form.by_lot}
    return render(request, "lineups/order.html", context, status=422 if request.method == "POST" else 200)


@require_POST
def paper(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    fixture, _ = _draw(on, match)
    _own_side(request, fixture)
    done = "The draw is done on paper. Write who plays on the card as usual."
    act_and_report(request, draw_on_paper, done, fixture=fixture)
    return redirect(fixture.address_of("match-draw"))


def _put_in(request: MemberRequest, fixture: Fixture, entry: Entry, form: OrderForm) -> bool:
    secret = "-".join(filter(None, (form.cleaned_data["word"].strip(), token_hex(16))))
    with refusals_on(form):
        put_in_order(fixture=fixture, entry=entry, places=form.places, secret=secret, by=request.user, at=now())
        messages.success(request, f"Your order is in and sealed, for {entry}.")
        return True
    return False


def _draw(on: date, match: str) -> tuple[Fixture, OrderDraw]:
    fixture = fixture_by_address(on, match).fixture
    order_draw = draw_of(fixture)
    if order_draw is None:
        raise Http404("This match has no draw on the night.")
    return fixture, order_draw


def _own_side(request: MemberRequest, fixture: Fixture) -> Entry:
    side = side_of(request.user, fixture)
    if side is None:
        raise PermissionDenied
    return side
