"""A league's public pages: its front page, its teams and venues, its rule book, and search."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.cups.queries.honours import honours_of
from league.pages.forms import SearchForm
from league.pages.queries.checklist import checklist
from league.pages.queries.league import (
    SHORTEST,
    closed_from,
    divisions_with_teams,
    front_page,
    search,
    team_page,
    venues_of,
)
from league.pages.queries.match_lists import match_lines, matches_at_venue
from league.schedule.queries.rule_book import rule_book
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
    context = {"front": front_page(request.league, at), "today": localdate(at), "checklist": steps}
    return render(request, "pages/league.html", context)


@login_not_required
@require_safe
def teams(request: LeagueRequest, league: str) -> HttpResponse:
    """This season's teams by division; where there is no season yet, the teams that there are."""
    divisions = list(divisions_with_teams(request.league))
    others = Team.objects.filter(active=True).select_related("venue").order_by("name", "pk") if not divisions else ()
    return render(request, "pages/teams.html", {"divisions": divisions, "others": others})


@login_not_required
@require_safe
def team(request: LeagueRequest, league: str, team: str) -> HttpResponse:
    """One team; under a name that it no longer has, the way to the new address."""
    found = team_or_redirect(team)
    if found.moved:
        return redirect(found.team, permanent=True)
    context = {"seen": team_page(found.team, now()), "team": found.team, "honours": honours_of(team=found.team)}
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
        "matches": match_lines(matches_at_venue(request.league, found, localdate(at), VENUE_MATCHES), at),
        "closures": closed_from(found, localdate(at)),
    }
    return render(request, "pages/venue.html", context)


# --- the rule book, and finding things --------------------------------------------------------------------------------
@login_not_required
@require_safe
def rule_book_page(request: LeagueRequest, league: str) -> HttpResponse:
    """The rules of this league, written out from its settings."""
    return render(request, "pages/rule_book.html", {"book": rule_book(request.league)})


@login_not_required
@require_safe
def find(request: LeagueRequest, league: str) -> HttpResponse:
    """Teams, players and venues by a few letters."""
    form = SearchForm(request.GET if "q" in request.GET else None)
    words = form.cleaned_data["q"] if form.is_valid() else ""
    found = search(request.league, words, localdate()) if words else None
    return render(request, "pages/search.html", {"form": form, "words": words, "found": found, "shortest": SHORTEST})
