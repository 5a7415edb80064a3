"""Calendars to follow: of the league, a division, a team, a venue and a cup, and the page that tells how."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.cups.queries import cup_by_address
from league.documents.ical import calendar_of
from league.documents.permissions import is_member
from league.documents.queries.calendar_lists import followed
from league.documents.queries.calendars import Feed, of_cup, of_division, of_league, of_team, of_venue
from league.results.queries.stamp import stamp_of
from league.standings.queries import division_named, divisions
from league.teams.middleware import LeagueRequest
from league.teams.models import League, Venue
from league.teams.queries import team_or_redirect
from league.ui.answer import site_of
from league.ui.fresh import unless_known

KEPT = 15 * 60  # seconds for which a program need not ask again


@login_not_required
@require_safe
def calendars(request: LeagueRequest, league: str) -> HttpResponse:
    """Every calendar there is, and how each telephone takes one in."""
    context: dict[str, Any] = {
        "groups": followed(request.league),
        "host": request.get_host(),
        "member": request.user.is_authenticated and is_member(request.user, request.league),
    }
    return render(request, "documents/calendars.html", context)


@login_not_required
@require_safe
def whole_league(request: LeagueRequest, league: str) -> HttpResponse:
    """Every match of the league."""
    return calendar(request, of_league, f"{league}.ics")


@login_not_required
@require_safe
def team(request: LeagueRequest, league: str, team: str) -> HttpResponse:
    """A team's matches; under a name that it no longer has, the way to the new address."""
    found = team_or_redirect(team)
    if found.moved:
        return redirect("team-calendar", league, found.team.slug, permanent=True)
    return calendar(request, lambda _, at: of_team(found.team, at), f"{found.team.slug}.ics")


@login_not_required
@require_safe
def venue(request: LeagueRequest, league: str, venue: str) -> HttpResponse:
    """What is played at a venue."""
    found = get_object_or_404(Venue.objects.select_related("league"), slug=venue)
    return calendar(request, lambda _, at: of_venue(found, at), f"{found.slug}.ics")


@login_not_required
@require_safe
def division(request: LeagueRequest, league: str, division: str) -> HttpResponse:
    """This season's matches of a division."""
    found = division_named(divisions(), division)
    return calendar(request, lambda held, at: of_division(found, held, at), f"{league}-{found.slug}.ics")


@login_not_required
@require_safe
def cup(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    """The ties of a cup that have a date."""
    found = cup_by_address(season, cup)
    return calendar(request, lambda held, at: of_cup(found, held, at), f"{cup}-{season}.ics")


def calendar(
    request: LeagueRequest, feed: Callable[[League, datetime], Feed], name: str, *, own: str = ""
) -> HttpResponse:
    """The feed as a file, or 304 for a program that has it; `own` says whose it is, and then no proxy keeps it."""
    at, site = now(), site_of(request)

    def draw() -> HttpResponse:
        answer = HttpResponse(calendar_of(feed(request.league, at), site), content_type="text/calendar; charset=utf-8")
        answer["Content-Disposition"] = f'inline; filename="{name}"'
        return answer

    answer = unless_known(request, stamp_of(request.league, at), own, draw=draw)
    shared = request.league.public and not own
    answer["Cache-Control"] = f"public, max-age={KEPT}" if shared else "private, no-cache"
    return answer
