"""One match, and the short code on its paper card that leads to it."""

from datetime import date

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_http_methods, require_safe
from django_scopes import scope

from league.live.link_preview import image_address
from league.live.permissions import link_of
from league.live.queries.event_log import match_of
from league.live.queries.match_page import match_view
from league.pages.forms import CodeForm
from league.pages.queries.deeds import deeds
from league.pages.queries.match import fixture_by_code, match_seen, photos_of
from league.pages.queries.pegged import pegged_links
from league.results.permissions import may_enter, may_see_cards
from league.schedule.models import Fixture
from league.schedule.queries import desk_of, fixture_by_address
from league.teams.middleware import LeagueRequest
from league.teams.permissions import may_read


@login_not_required
@require_safe
def match(request: LeagueRequest, league: str, on: date, match: str) -> HttpResponse:
    """One match: the score, where it is, the card in the order of the paper, what became of it."""
    found = fixture_by_address(on, match)
    if found.moved:
        return redirect(found.fixture, permanent=True)
    at, user = now(), request.user
    seen, pegged = match_seen(found.fixture, at), match_of(found.fixture)
    live = match_view(found.fixture) if pegged else None
    context = {
        "pegged": pegged,
        "picture": image_address(found.fixture, pegged.head if pegged else 0, seen.line.score)
        if found.fixture.away
        else "",
        "fixture": found.fixture,
        "seen": seen,
        "desk": desk_of(user, found.fixture),
        "pegged_games": pegged_links(found.fixture, live) if live else (),
        "deeds": deeds(user, found.fixture, seen, at, live),  # type: ignore[arg-type]
        "photos": photos_of(found.fixture) if may_see_cards(user, found.fixture) else (),  # type: ignore[arg-type]
    }
    return render(request, "pages/match.html", context)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def short_code(request: HttpRequest) -> HttpResponse:
    """Type the code that is printed on a card, or that of a scorer link."""
    form = CodeForm(request.POST or None)
    if request.method != "POST":
        return render(request, "pages/code.html", {"form": CodeForm()})
    if form.is_valid():
        if fixture_by_code(form.cleaned_data["code"]) is not None:
            return redirect("match-code", form.cleaned_data["code"])
        if link_of(form.cleaned_data["code"]) is not None:
            return redirect("scorer-link", form.cleaned_data["code"])
        form.add_error("code", "No match has this code. Check it against the card: it is beside the square pattern.")
    return render(request, "pages/code.html", {"form": form}, status=422)


@login_not_required
@require_safe
def match_code(request: HttpRequest, code: str) -> HttpResponse:
    """From the square pattern on the card: a captain to the card, anybody else to the match."""
    fixture = fixture_by_code(code)
    if fixture is None:
        raise Http404("No match has this code.")
    with scope(league=fixture.league):
        return redirect(_landing(request, fixture))


def _landing(request: HttpRequest, fixture: Fixture) -> str:
    if not may_read(request.user, fixture.league):
        raise Http404("No match has this code.")
    page = fixture.get_absolute_url()
    return f"{page}card/" if may_enter(request.user, fixture) else page  # type: ignore[arg-type]
