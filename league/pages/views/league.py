"""A league's public pages: its front page, its teams and its venues."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.cups.queries.honours import honours_of
from league.pages.queries.checklist import checklist
from league.pages.queries.league import front
from league.pages.queries.lists import at_venue, lines
from league.pages.queries.team import closed_from, entered, team_seen, venues_of
from league.teams.middleware import LeagueRequest
from league.teams.models import Team, Venue
from league.teams.permissions import is_secretary
from league.teams.queries import team_or_redirect

VENUE_MATCHES = 10


@login_not_required
@require_safe
def home(request: LeagueRequest, league: str) -> HttpResponse:
    """Tonight or next, the latest results, and the head of each table; for a new league's secretary what to set up."""
    at = now()
    steps = checklist(request.league) if is_secretary(request.user, request.league) else None
    context = {"front": front(request.league, at), "today": localdate(at), "checklist": steps}
    return render(request, "pages/league.html", context)


@login_not_required
@require_safe
def teams(request: LeagueRequest, league: str) -> HttpResponse:
    """This season's teams by division; where there is no season yet, the teams that there are."""
    divisions = list(entered(request.league))
    others = Team.objects.filter(active=True).select_related("venue").order_by("name", "pk") if not divisions else ()
    return render(request, "pages/teams.html", {"divisions": divisions, "others": others})


@login_not_required
@require_safe
def team(request: LeagueRequest, league: str, team: str) -> HttpResponse:
    """One team; under a name that it no longer has, the way to the new address."""
    found = team_or_redirect(team)
    if found.moved:
        return redirect(found.team, permanent=True)
    context = {"seen": team_seen(found.team, now()), "team": found.team, "honours": honours_of(team=found.team)}
    return render(request, "pages/team.html", context)


@login_not_required
@require_safe
def venues(request: LeagueRequest, league: str) -> HttpResponse:
    """Where the league plays."""
    return render(request, "pages/venues.html", {"venues": venues_of(request.league)})


@login_not_required
@require_safe
def venue(request: LeagueRequest, league: str, venue: str) -> HttpResponse:
    """One venue: how to get there, who plays there, what is on."""
    at = now()
    found = get_object_or_404(Venue.objects.select_related("league"), slug=venue)
    context = {
        "venue": found,
        "teams": Team.objects.filter(venue=found, active=True).order_by("name"),
        "matches": lines(at_venue(request.league, found, localdate(at), VENUE_MATCHES), at),
        "closures": closed_from(found, localdate(at)),
    }
    return render(request, "pages/venue.html", context)
