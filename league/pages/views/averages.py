"""Averages of divisions, who has got better, and what there has been between two teams."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.pages.queries.averages import averages_seen, improved_since
from league.pages.queries.meetings import teams_met, two_teams
from league.pages.tables import AveragesTable, TeamsMetTable
from league.pages.views.ways import Way, address, links, season_asked
from league.schedule.models import Division, Season
from league.standings.queries import division_named, divisions
from league.teams.middleware import LeagueRequest
from league.teams.queries import team_or_redirect

IMPROVED = 20


@login_not_required
@require_safe
def averages(
    request: LeagueRequest, league: str, division: str | None = None, season: str | None = None
) -> HttpResponse:
    """Who wins most of the games he plays, of those who play enough: a division's, without a name the top one's."""
    tabs = tuple(divisions(season))
    if not tabs and division is None and season is None:
        return render(request, "pages/no_averages.html")
    shown = division_named(tabs, division)
    kind = request.GET.get("games", "")
    seen = averages_seen(shown, int(kind) if kind in {"1", "2", "3", "4"} else None)
    table = AveragesTable(seen, shown, request.league)
    context = {"division": shown, "season": shown.competition.season, "seen": seen, "table": table}
    return render(request, "pages/averages.html", context | _ways(request, tabs, shown, seen.kinds))


@login_not_required
@require_safe
def most_improved(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """Who wins more of his games than the season before."""
    asked = season_asked(request, season)
    before, found = improved_since(asked, request.league, IMPROVED) if asked else (None, ())
    back = address(request, asked, "averages") if asked else ""
    context = {"season": asked, "before": before, "improved": found, "back": back}
    return render(request, "pages/improved.html", context)


@login_not_required
@require_safe
def teams_against(request: LeagueRequest, league: str, team: str) -> HttpResponse:
    """Every team that a team has met."""
    found = team_or_redirect(team).team
    table = TeamsMetTable(teams_met(found), found, request.league)
    return render(request, "pages/teams_met.html", {"team": found, "table": table})


@login_not_required
@require_safe
def team_against(request: LeagueRequest, league: str, team: str, other: str) -> HttpResponse:
    """Two teams, and every match between them."""
    one, two = team_or_redirect(team).team, team_or_redirect(other).team
    return render(request, "pages/team_against.html", {"team": one, "other": two, "seen": two_teams(one, two, now())})


def _ways(
    request: LeagueRequest, tabs: tuple[Division, ...], shown: Division, kinds: tuple[tuple[int, str], ...]
) -> dict[str, Any]:
    """The links to the other divisions, and to the other kinds of game."""
    season: Season = shown.competition.season
    here = address(request, season, "averages", division=shown.slug)
    named = [(each.name, address(request, season, "averages", division=each.slug)) for each in tabs]
    asked = [("All games", here), *((noun.capitalize(), f"{here}?games={size}") for size, noun in kinds)]
    wanted = request.GET.get("games", "")
    found: tuple[Way, ...] = links(request, asked, f"{here}?games={wanted}" if wanted else here)
    improved = address(request, season, "averages-improved")
    return {"tabs": links(request, named, here), "kinds": found if len(kinds) > 1 else (), "improved": improved}
