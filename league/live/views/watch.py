"""The live page of a match, and the picture of its score for those who pass it on."""

import json
from datetime import date
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.fixtures.models import Fixture
from league.fixtures.queries import fixture_by_address
from league.live.permissions import ticket_for
from league.live.picture import picture_of
from league.live.queries.sharing import score_of, sharing_of
from league.live.queries.watch import TOLD, live_of
from league.teams.middleware import LeagueRequest
from league.ui.answer import jpeg

YEAR = 365 * 24 * 60 * 60


@login_not_required
@require_safe
def live(request: LeagueRequest, league: str, night: date, match: str) -> HttpResponse:
    """The match as it is played: every board, the card filling, what happened last."""
    found = fixture_by_address(night, match)
    fixture = _played(found.fixture)
    if found.moved:
        return redirect("live", league, fixture.first_date, fixture.slug, permanent=True)
    seen = live_of(fixture)
    context = {
        "fixture": fixture,
        "seen": seen,
        "stream": stream_of(fixture),
        "told": json.dumps(TOLD),
        "shared": sharing_of(seen),
        "at": now(),
    }
    return render(request, "live/match.html", context)


@login_not_required
@require_safe
def image(request: LeagueRequest, league: str, night: date, match: str, head: int) -> HttpResponse:
    """The score as a picture. Its address has the number of the last event, so that it never changes.

    Any other number leads to the picture of now.
    """
    fixture = _played(fixture_by_address(night, match).fixture)
    seen = live_of(fixture)
    if head != seen.head:
        return redirect("live-image", league, fixture.first_date, fixture.slug, seen.head)
    return jpeg(picture_of(score_of(seen)), public=request.league.public, age=YEAR)


def stream_of(fixture: Fixture) -> str:
    """Where the stream of a match is read; of a private league with a ticket, since it asks for no session."""
    address = f"/live/{fixture.code}/"
    return address if fixture.league.public else f"{address}?{urlencode({'ticket': ticket_for(fixture)})}"


def _played(fixture: Fixture) -> Fixture:
    if fixture.away is None:
        raise Http404("Nobody plays a bye.")
    return fixture
