"""Fixtures by the calendar: one night with who is where, and a month of nights."""

from datetime import date

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.pages.queries.months import month_of
from league.pages.queries.nights import night_to_show, season_of_day, who_is_where
from league.pages.views.ways import address, season_asked, ways
from league.schedule.permissions import may_arrange
from league.teams.middleware import LeagueRequest


@login_not_required
@require_safe
def tonight(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """The night that is on, or comes next, or was the season's last."""
    asked = season_asked(request, season)
    shown = night_to_show(asked, localdate()) if asked else None
    if asked is None or shown is None:
        return redirect("fixtures", league)
    return redirect("fixtures-night", league, shown)


@login_not_required
@require_safe
def this_month(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """The month of that night; before there are matches, the month in which the season starts."""
    asked = season_asked(request, season)
    if asked is None:
        return redirect("fixtures", league)
    return redirect("fixtures-month", league, night_to_show(asked, localdate()) or asked.starts)


@login_not_required
@require_safe
def night(request: LeagueRequest, league: str, on: date) -> HttpResponse:
    """Who is where on one night."""
    at = now()
    shown = who_is_where(request.league, on, at)
    context = {
        "night": shown,
        "ways": ways(request, shown.season, "Night") if shown.season else (),
        "arranges": may_arrange(request.user, request.league),
        "printed": at,
    }
    return render(request, "pages/fixtures/night.html", context)


@login_not_required
@require_safe
def month(request: LeagueRequest, league: str, first: date) -> HttpResponse:
    """One month: how many matches there are on each night, and why there are none."""
    at = now()
    season = season_of_day(request.league, first) or season_of_day(request.league, localdate(at))
    context = {
        "month": month_of(request.league, first, season),
        "season": season,
        "today": localdate(at),
        "ways": ways(request, season, "Month") if season else (),
        "all": address(request, season, "fixtures") if season else "",
    }
    return render(request, "pages/fixtures/month.html", context)
