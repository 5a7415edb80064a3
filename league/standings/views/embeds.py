"""A table for somebody else's page: the pub's, the town's. And the lines of HTML that put it there."""

from datetime import datetime

from csp.constants import NONE, SELF
from csp.decorators import csp, csp_update
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.results.queries.etag import league_version
from league.standings.queries import division_named, divisions, table_shown
from league.teams.middleware import LeagueRequest
from league.ui.conditional import conditional_response
from league.ui.static_files import THEMES

KEPT = 5 * 60  # seconds for which a browser shows the table without asking again
# Anybody's page may have it in a frame. Nothing in it runs, asks or sends.
FRAMED = {
    "default-src": [NONE],
    "style-src": [SELF],
    "font-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}
ROW, REST = 53, 170  # pixels of a team's line, and of all else on the page with room for long names


@login_not_required
@require_safe
@xframe_options_exempt
@csp(FRAMED)  # type: ignore[arg-type]  # which knows no view but the plainest
def embed(request: LeagueRequest, league: str, division: str) -> HttpResponse:
    """The table alone, light or dark as the page around it is, without a script or a cookie."""
    at = now()
    answer = conditional_response(
        request, league_version(request.league, at), draw=lambda: _framed(request, division, at)
    )
    answer["Cache-Control"] = f"{'public' if request.league.public else 'private'}, max-age={KEPT}"
    return answer


@login_not_required
@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]
def embedding(request: LeagueRequest, league: str, division: str) -> HttpResponse:
    """What to copy into another page, with what it will look like."""
    shown = division_named(divisions(), division)
    address = request.build_absolute_uri(reverse("table-embed", args=[league, shown.slug]))
    height = REST + ROW * shown.entries.count()
    context = {"division": shown, "address": address, "height": height}
    return render(request, "standings/embedding.html", context)


def _framed(request: LeagueRequest, division: str, at: datetime) -> HttpResponse:
    shown = division_named(divisions(), division)
    standings, _ = table_shown(shown, at)
    asked = request.GET.get("theme", "")
    context = {"division": shown, "standings": standings, "theme": asked if asked in THEMES else "", "at": at}
    return render(request, "standings/embed.html", context)
