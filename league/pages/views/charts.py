"""A division's fixtures as a square, team by team."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.pages.queries.cross_table import cross_table, divisions_of
from league.pages.views.ways import address, links, season_asked, ways
from league.teams.middleware import LeagueRequest


@login_not_required
@require_safe
def grid(request: LeagueRequest, league: str, season: str | None = None, division: str | None = None) -> HttpResponse:
    """One division, home teams down the side and away teams along the top; without a name, the top one."""
    asked = season_asked(request, season)
    found = list(divisions_of(asked)) if asked else []
    shown = next((each for each in found if division in (None, each.slug)), None)
    if asked is None or shown is None:
        if division is not None:
            raise Http404(f"No division {division} in this season.")
        return redirect("fixtures", league)
    tabs = ((each.name, address(request, asked, "fixtures-grid", division=each.slug)) for each in found)
    context = {
        "season": asked,
        "table": cross_table(shown, now()),
        "tabs": links(request, tabs, address(request, asked, "fixtures-grid", division=shown.slug)),
        "ways": ways(request, asked, "Grid"),
        "printed": now(),
    }
    return render(request, "pages/fixtures/grid.html", context)
