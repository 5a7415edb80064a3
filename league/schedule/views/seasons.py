"""Seasons from the secretary's side: the ones there are, a new one, its days, and opening it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.schedule.actions import change_season, open_season, start_season
from league.schedule.forms import SeasonForm
from league.schedule.models import Entry, Season
from league.schedule.permissions import may_arrange
from league.schedule.queries.seasons import SetUp, seasons_of, set_up_of
from league.teams.middleware import MemberRequest
from league.teams.models import Team
from league.teams.permissions import require
from league.ui.responses import form_action, render_form

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_safe
def seasons(request: MemberRequest, league: str) -> HttpResponse:
    """Every season, and a new one."""
    require(may_arrange(request.user, request.league))
    return render(request, "schedule/seasons.html", {"seasons": seasons_of(request.league)})


@never_cache
@require_http_methods(FORM_METHODS)
def new_season(request: MemberRequest, league: str) -> HttpResponse:
    """The first page of setting a season up: its name and days."""
    require(may_arrange(request.user, request.league))
    before = Season.objects.order_by("-starts", "-pk")
    teams = Team.objects.filter(active=True).exists()
    form = SeasonForm(request.POST or None, before=before, teams=teams, initial={"like": before.first()})
    if form_action(request, form, start_season, league=request.league):
        made = Season.objects.latest("pk")
        placed = Entry.objects.filter(division__competition__season=made).exists()
        messages.success(request, f"Season {made} is set up. Its {'fixtures' if placed else 'divisions'} come next.")
        return redirect("season-setup", league, made.slug)
    return render_form(request, "schedule/new_season.html", form)


@never_cache
@require_safe
def set_up(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """How far the setting up has come, and where each part of it is changed."""
    return render(request, "schedule/set_up.html", {"set_up": arranged_season(request, season)})


@never_cache
@require_http_methods(FORM_METHODS)
def season_days(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Another name or other days for a season."""
    shown = arranged_season(request, season).season
    days = {"name": shown.name, "starts": shown.starts, "halfway": shown.halfway, "ends": shown.ends}
    form = SeasonForm(request.POST or None, initial=days)
    if form_action(request, form, change_season, season=shown):
        messages.success(request, "Saved.")
        return redirect("season-setup", league, season)
    return render_form(request, "schedule/season_days.html", form, season=shown)


@never_cache
@require_http_methods(FORM_METHODS)
def opening(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Make a season the one that the site shows; what that means is said first."""
    shown = arranged_season(request, season)
    if request.method == "POST":
        open_season(season=shown.season, by=request.user, at=now())
        messages.success(request, f"The league is now in season {shown.season}.")
        return redirect("season-setup", league, season)
    return render(request, "schedule/opening.html", {"set_up": shown})


def arranged_season(request: MemberRequest, slug: str) -> SetUp:
    """A season of this league, for somebody who may set it up; 403 for others, 404 for no such season."""
    require(may_arrange(request.user, request.league))
    return set_up_of(get_object_or_404(Season, league=request.league, slug=slug))
