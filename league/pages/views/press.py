"""A week of the league as text for the local paper."""

from datetime import date

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.pages.queries.press import press_report
from league.schedule.queries import current_season, weeks_of
from league.teams.middleware import LeagueRequest


@login_not_required
@require_safe
def press(request: LeagueRequest, league: str) -> HttpResponse:
    """The report of the last week that had matches, or of another one of this season."""
    season = current_season(request.league)
    weeks = weeks_of(season) if season else ()
    if season is None or not weeks:
        return render(request, "pages/press.html", {"report": None})
    week = _week_asked(request, weeks)
    context = {
        "report": press_report(request.league, season, week, now()),
        "earlier": max((day for day in weeks if day < week), default=None),
        "later": min((day for day in weeks if day > week), default=None),
    }
    return render(request, "pages/press.html", context)


@login_not_required
@require_safe
def press_text(request: LeagueRequest, league: str) -> HttpResponse:
    """The same alone, as a plain text."""
    season = current_season(request.league)
    weeks = weeks_of(season) if season else ()
    if season is None or not weeks:
        raise Http404("No season has started yet.")
    report = press_report(request.league, season, _week_asked(request, weeks), now())
    answer = HttpResponse(report.text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{league}-{report.monday}.txt"'
    return answer


def _week_asked(request: LeagueRequest, weeks: tuple[date, ...]) -> date:
    """The week that was asked for, if it has matches; else the last one that has begun, or the first."""
    asked = request.GET.get("week", "")
    begun = [day for day in weeks if day <= localdate()]
    return next((day for day in weeks if day.isoformat() == asked), begun[-1] if begun else weeks[0])
