"""Two phones pegged one game: both accounts side by side, and the captains' choice between them."""

from datetime import date
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_http_methods

from league.fixtures.models import Fixture
from league.fixtures.queries import fixture_by_address
from league.live.actions.events import say
from league.live.forms.tracks import TrackForm
from league.live.permissions import Author, may_score
from league.live.queries.games import PeggedGame, game_of
from league.live.queries.stories import match_of
from league.live.queries.tracks import tracks_of
from league.results.actions import NotAcceptedError
from league.results.actions.cards import refuse_unless_open
from league.results.permissions import may_enter
from league.teams.middleware import MemberRequest
from league.teams.permissions import require


@require_http_methods(["GET", "HEAD", "POST"])
def tracks(request: MemberRequest, league: str, night: date, match: str, *, line: int, game: int) -> HttpResponse:
    """What counts and what was kept aside; a captain of either side or an officer says which stands."""
    fixture = fixture_by_address(night, match).fixture
    require(may_score(request.user, fixture))
    seen = _seen(fixture, line, game)
    form = TrackForm(request.POST or None, tracks=seen["tracks"])
    seen |= {"form": form, "closed": _closed(fixture), "may_choose": may_enter(request.user, fixture)}
    if request.method == "POST":
        require(seen["may_choose"])
        if form.is_valid() and not seen["closed"]:
            author = Author(request.user, None, request.user.name)
            say(fixture=fixture, line=line, game=game, kind="chosen", body=form.cleaned_data, author=author, at=now())
            return redirect(request.path)
    return render(request, "live/tracks.html", seen, status=422 if request.method == "POST" else 200)


def _seen(fixture: Fixture, line: int, game: int) -> dict[str, Any]:
    match = match_of(fixture)
    found: PeggedGame | None = game_of(match, fixture, (line, game)) if match else None
    if match is None or found is None or fixture.away is None:
        raise Http404("Nothing was pegged of this game.")
    teams = (fixture.home.name, fixture.away.name)
    return {"fixture": fixture, "game": found, "teams": teams, "tracks": tracks_of(match, found, teams)}


def _closed(fixture: Fixture) -> str:
    """Why nothing can be chosen any more; empty while it can."""
    try:
        refuse_unless_open(fixture, at=now())
    except NotAcceptedError as refused:
        return refused.words
    return ""
