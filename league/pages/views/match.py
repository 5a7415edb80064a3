"""One match, the short code on its paper card that leads to it, and the games of it that were pegged live.

A pegged game is shown hand by hand, checked and reviewed; its record can be taken away.
"""

from datetime import date, datetime
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope

from league.base.accounts.limits import PRINTED_CODES, wait_for_codes
from league.base.accounts.models import User
from league.base.ui.converters import site_of
from league.base.ui.responses import public_page, require_form_methods, saved_file
from league.matchnight.link_preview import image_address
from league.matchnight.permissions import link_of, may_score
from league.matchnight.queries.event_log import heads_on, match_of
from league.matchnight.queries.games import game_of
from league.matchnight.queries.match_state import states_of
from league.pages.forms import CodeForm
from league.pages.presenters.game_record import pack
from league.pages.queries.match import (
    LiveGames,
    MatchPage,
    about_match,
    match_actions,
    match_page,
    pegged_links,
    photos_of,
)
from league.pages.queries.pegged_game import pegged_game_page
from league.results.choices import PUBLIC_STATES
from league.results.kept_pages import kept_while_unchanged
from league.results.permissions import may_enter
from league.results.queries.messages import messages_for
from league.results.queries.to_do import TO_SEND, card_words, has_begun, task_of_match
from league.schedule.models import Fixture
from league.schedule.queries.matches import desk_of, fixture_by_address, fixture_by_code
from league.teams.middleware import LeagueRequest
from league.teams.permissions import may_read

NO_CODE = "No match has this code. Check it against the card: it is beside the QR code."


@public_page
def match(request: LeagueRequest, league: str, on: date, match: str) -> HttpResponse:
    at_address = fixture_by_address(on, match)
    if at_address.moved:
        return redirect(at_address.fixture, permanent=True)
    return render(request, "pages/match.html", _context(request, at_address.fixture))


def _context(request: LeagueRequest, fixture: Fixture) -> dict[str, Any]:
    at, user = now(), request.user
    page = match_page(fixture, at)
    pegged, state = states_of([fixture]).get(fixture.pk, (None, None))
    games = state["games"] if state else []
    return {
        "fixture": fixture,
        "seen": page,
        "pegged": pegged,
        "running": state["games_won"] if state and games and fixture.open else None,
        "pegged_games": pegged_links(fixture, games),
        "picture": image_address(fixture, pegged.head if pegged else 0, page.line.score) if fixture.away else "",
        **about_match(page, site_of(request)),
        **(_for_people(user, page, at, games) if user.is_authenticated else {}),
    }


def _for_people(user: User, page: MatchPage, at: datetime, games: LiveGames) -> dict[str, Any]:
    """What somebody who is signed in may do, and what those concerned with the match may see."""
    fixture = page.line.fixture
    task, concerned = task_of_match(user, fixture, at), may_enter(user, fixture)
    actions, links = match_actions(user, page, at, task=task, games=games), fixture.address_of("scorer-links")
    context = {
        "desk": desk_of(user, fixture),
        "actions": actions,
        "scorers": fixture.open and concerned and links not in dict(actions).values(),
    }
    if not concerned:
        return context
    return context | {
        "photos": photos_of(fixture),
        "card_messages": messages_for(user, fixture),
        "by_code": page.by_code if page.state in PUBLIC_STATES else "",
        "card_words": card_words(task, now()) if task and task.kind in TO_SEND and task.begun else "",
    }


@login_not_required
@require_form_methods
def short_code(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.POST or None)
    if request.method != "POST":
        return render(request, "pages/code.html", {"form": CodeForm()})
    if wait := wait_for_codes(request):
        form.add_error("code", wait)
        return render(request, "pages/code.html", {"form": form}, status=429)
    if form.is_valid():
        if fixture_by_code(form.cleaned_data["code"]) is not None:
            return redirect("match-code", form.cleaned_data["code"])
        if link_of(form.cleaned_data["code"]) is not None:
            return redirect("scorer-link", form.cleaned_data["code"])
        PRINTED_CODES.refuse(request)
        form.add_error("code", NO_CODE)
    return render(request, "pages/code.html", {"form": form}, status=422)


@public_page
def match_code(request: HttpRequest, code: str) -> HttpResponse:
    """From the square pattern on the card: a captain to the card, anybody else to send it, or to the match before."""
    wait = wait_for_codes(request)
    fixture = None if wait else fixture_by_code(code)
    if fixture is None:
        if not wait:
            PRINTED_CODES.refuse(request)
        form = CodeForm({"code": code})
        form.add_error("code", wait or NO_CODE)
        return render(request, "pages/code.html", {"form": form}, status=429 if wait else 404)
    with scope(league=fixture.league):
        return redirect(_landing(request, fixture))


def _landing(request: HttpRequest, fixture: Fixture) -> str:
    """The code alone opens no league that is not public, but for this match's card."""
    readable, page = may_read(request.user, fixture.league), fixture.get_absolute_url()
    if may_enter(request.user, fixture):
        return f"{page}card/"
    begun = fixture.date is not None and fixture.away_id is not None and has_begun(fixture, now())
    if fixture.league.cards_by_code and (begun or not readable):
        return reverse("code-send", args=[fixture.code])
    if not readable:
        raise Http404("No match has this code.")
    return page


# --- a game that was pegged live --------------------------------------------------------------------------------------
@public_page
@kept_while_unchanged(pegs=heads_on)
def pegged_game(request: HttpRequest, league: str, on: date, match: str, *, line: int, game: int) -> HttpResponse:
    at_address = fixture_by_address(on, match)
    fixture = at_address.fixture
    if at_address.moved:
        return redirect(fixture.address_of("live-game", line, game), permanent=True)
    page = _pegged(fixture, line, game)
    context = {
        "fixture": fixture,
        "seen": page,
        "packed": pack(page["text"]),
        "may_score": may_score(request.user, fixture),
    }
    return render(request, "pages/live_game.html", context)


@public_page
def pegged_record(request: HttpRequest, league: str, on: date, match: str, *, line: int, game: int) -> HttpResponse:
    page = _pegged(fixture_by_address(on, match).fixture, line, game)
    return saved_file(page["text"], f"{on.isoformat()}-{match}-{page['file_name']}", "text/plain; charset=utf-8")


def _pegged(fixture: Fixture, line: int, game: int) -> dict[str, Any]:
    pegged = match_of(fixture)
    this_game = game_of(pegged, fixture, (line, game)) if pegged else None
    if this_game is None or this_game.scorer_log.opening is None:
        raise Http404("Nothing was pegged of this game.")
    return pegged_game_page(fixture, this_game)
