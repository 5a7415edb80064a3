"""The picture of a table that stands beside a link to it."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.standings.picture import picture_of
from league.standings.queries import division_named, divisions, standings
from league.standings.queries.pictured import picture_address, pictured
from league.teams.middleware import LeagueRequest
from league.ui.responses import jpeg

YEAR = 365 * 24 * 60 * 60


@login_not_required
@require_safe
def image(request: LeagueRequest, league: str, division: str, digest: str) -> HttpResponse:
    """The first places as a picture. Its address stands for what is on it; an old one leads to the table of now."""
    found = division_named(divisions(), division)
    picture = pictured(found, standings(found, now()), request.league)
    if digest != picture.digest:
        return redirect(picture_address(found, picture, request.league))
    return jpeg(picture_of(picture), public=request.league.public, age=YEAR)
