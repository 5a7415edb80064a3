"""The list of matches: by week, by division, by team."""

from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.pages.queries.fixture_list import nights, season_fixtures
from league.pages.views.ways import address, ways
from league.schedule.forms import FixtureFilter
from league.schedule.models import Season
from league.schedule.permissions import may_arrange
from league.schedule.queries import current_season, week_to_show, weeks_of
from league.teams.middleware import LeagueRequest


@login_not_required
@require_safe
def fixtures(request: LeagueRequest, league: str) -> HttpResponse:
    """This season's matches: this week's, until somebody asks for others."""
    season = current_season(request.league)
    if season is None:
        return render(request, "pages/fixtures.html", {"arranges": may_arrange(request.user, request.league)})
    return _list(request, season)


@login_not_required
@require_safe
def past(request: LeagueRequest, league: str, season: str) -> HttpResponse:
    """The matches of a named season, which stay at this address."""
    return _list(request, get_object_or_404(Season, league=request.league, slug=season))


def _list(request: LeagueRequest, season: Season) -> HttpResponse:
    at, weeks = now(), weeks_of(season)
    asked = FixtureFilter(_asked(request, weeks), season_fixtures(season), season=season, weeks=weeks)
    week = asked.monday
    context = {
        "season": season,
        "filter": asked,
        "asked": bool(request.GET.keys() & {"division", "team"}),
        "week": week,
        "earlier": max((day for day in weeks if week and day < week), default=None),
        "later": min((day for day in weeks if week and day > week), default=None),
        "arranges": may_arrange(request.user, request.league),
        "csv": address(request, season, "fixtures-csv"),
        "ways": ways(request, season, "Week"),
        "nights": nights(asked.qs, at, week=week),
    }
    return render(request, "pages/fixtures.html", context)


def _asked(request: LeagueRequest, weeks: tuple[date, ...]) -> dict[str, Any]:
    """What was asked for; without a week, a team's whole season, and otherwise the week that is on."""
    asked = {name: str(value) for name, value in request.GET.items()}
    if not asked.get("week"):
        shown = week_to_show(weeks, localdate())
        asked["week"] = FixtureFilter.ALL if asked.get("team") or shown is None else str(shown)
    return asked
