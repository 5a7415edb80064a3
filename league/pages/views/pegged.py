"""How a game was pegged: hand by hand, checked and reviewed, and its record to take away."""

from datetime import date

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.live.permissions import may_score
from league.live.queries.event_log import match_of
from league.live.queries.games import game_of
from league.pages.queries.pegged import SeenGame, pegged_seen
from league.pages.queries.record_link import pack
from league.schedule.models import Fixture
from league.schedule.queries import fixture_by_address


@login_not_required
@require_safe
def game(request: HttpRequest, league: str, on: date, match: str, *, line: int, game: int) -> HttpResponse:
    """One pegged game: the board at its end, every hand, what cannot have been, and figures."""
    fixture, seen = _found(on, match, line, game)
    link = pack(seen.text)
    context = {"fixture": fixture, "seen": seen, "packed": link, "may_score": may_score(request.user, fixture)}
    return render(request, "pages/live_game.html", context)


@login_not_required
@require_safe
def record(request: HttpRequest, league: str, on: date, match: str, *, line: int, game: int) -> HttpResponse:
    """The record of a pegged game as a text file."""
    _, seen = _found(on, match, line, game)
    named = {"Content-Disposition": f'attachment; filename="{on.isoformat()}-{match}-{seen.file_name}"'}
    return HttpResponse(seen.text, content_type="text/plain; charset=utf-8", headers=named)


def _found(on: date, match: str, line: int, game: int) -> tuple[Fixture, SeenGame]:
    fixture = fixture_by_address(on, match).fixture
    pegged = match_of(fixture)
    found = game_of(pegged, fixture, (line, game)) if pegged else None
    if found is None or found.story.opening is None:
        raise Http404("Nothing was pegged of this game.")
    return fixture, pegged_seen(fixture, found)
