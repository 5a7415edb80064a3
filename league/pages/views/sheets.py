"""The season of one team or of one pub, to be printed and pinned up."""

from typing import Any, TypeAlias

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.pages.queries.season_sheets import team_sheet, venue_sheet, venues_in
from league.pages.queries.team import entered_in
from league.pages.tables import TeamSheet, VenueSheet
from league.pages.views.ways import address, season_asked, ways
from league.schedule.models import Entry, Season
from league.teams.middleware import LeagueRequest
from league.teams.models import Venue
from league.teams.queries import team_or_redirect

# A name, what is said beside it, and where it leads.
Choice: TypeAlias = tuple[str, str, str]


@login_not_required
@require_safe
def teams(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """Whose season?"""
    asked = season_asked(request, season)
    if asked is None:
        return redirect("fixtures", league)
    groups = [
        (division.name, [_of_team(request, asked, each) for each in division.entries.all()])
        for division in entered_in(competition__season=asked)
    ]
    return _choice(request, asked, "Team", groups)


@login_not_required
@require_safe
def venues(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """Which pub's season?"""
    asked = season_asked(request, season)
    if asked is None:
        return redirect("fixtures", league)
    named = [
        (each.name, boards(each), address(request, asked, "fixtures-venue", venue=each.slug))
        for each in venues_in(asked)
    ]
    return _choice(request, asked, "Venue", [("", named)] if named else [])


@login_not_required
@require_safe
def team(request: LeagueRequest, league: str, team: str, season: str | None = None) -> HttpResponse:
    """One team's season; under a name that it no longer has, the way to the new address."""
    found, asked, at = team_or_redirect(team), season_asked(request, season), now()
    if asked is None:
        return redirect("fixtures", league)
    if found.moved:
        return redirect(address(request, asked, "fixtures-team", team=found.team.slug), permanent=True)
    sheet = team_sheet(found.team, asked, at)
    context = {"sheet": sheet, "team": found.team, "printed": at, "table": TeamSheet(sheet, found.team, asked)}
    return render(request, "pages/fixtures/team.html", context | _frame(request, asked, "Team"))


@login_not_required
@require_safe
def venue(request: LeagueRequest, league: str, venue: str, season: str | None = None) -> HttpResponse:
    """One pub's season."""
    found, asked, at = get_object_or_404(Venue, slug=venue), season_asked(request, season), now()
    if asked is None:
        return redirect("fixtures", league)
    sheet = venue_sheet(found, asked, at)
    context = {"sheet": sheet, "venue": found, "printed": at, "table": VenueSheet(sheet, found, asked)}
    context["boards"] = boards(found)
    return render(request, "pages/fixtures/venue.html", context | _frame(request, asked, "Venue"))


def boards(venue: Venue) -> str:
    """How many matches a pub has room for, in words."""
    return "1 board" if venue.boards == 1 else f"{venue.boards} boards"


def _of_team(request: LeagueRequest, season: Season, entry: Entry) -> Choice:
    return entry.name, entry.team.venue.name, address(request, season, "fixtures-team", team=entry.team.slug)


def _choice(request: LeagueRequest, season: Season, way: str, groups: list[tuple[str, list[Choice]]]) -> HttpResponse:
    """Names that lead on, group by group."""
    return render(request, "pages/fixtures/choice.html", {"groups": groups, "way": way} | _frame(request, season, way))


def _frame(request: LeagueRequest, season: Season, way: str) -> dict[str, Any]:
    return {"season": season, "ways": ways(request, season, way)}
