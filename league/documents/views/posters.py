"""What is pinned to a wall, on A4 or A3: posters, and the tree of a cup. Drawn while the reader waits."""

from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.base.ui.pictures import qr_code
from league.cups.queries.cup_state import bracket_page, cup_by_address
from league.documents.pdf.response import paper_response
from league.documents.presenters.brackets import PAPERS, trees_of
from league.documents.queries.posters import (
    division_nights,
    night_to_come,
    poster_foot,
    pubs_on,
    team_nights,
    venue_nights,
)
from league.results.queries.final_tables import table_shown
from league.results.queries.tables import division_named, divisions
from league.schedule.queries.matches import current_season
from league.teams.middleware import LeagueRequest
from league.teams.models import Venue
from league.teams.queries.squads import team_or_redirect

SIZES = ("a4", "a3")


@login_not_required
@require_safe
def table(request: LeagueRequest, league: str, size: str, division: str) -> HttpResponse:
    """A division's table, in letters that are read from the bar."""
    division_row = division_named(divisions(), division)
    standings, _ = table_shown(division_row, now())
    context = {"division": division_row, "season": division_row.competition.season, "standings": standings}
    return _poster(request, "table", size, context, reverse("table", args=[league, division_row.slug]))


@login_not_required
@require_safe
def fixtures(request: LeagueRequest, league: str, size: str, division: str) -> HttpResponse:
    division_row = division_named(divisions(), division)
    context = {
        "what": division_row.name,
        "season": division_row.competition.season,
        "nights": division_nights(division_row, now()),
    }
    return _poster(request, "fixtures", size, context, reverse("fixtures", args=[league]))


@login_not_required
@require_safe
def team(request: LeagueRequest, league: str, size: str, team: str) -> HttpResponse:
    at_address = team_or_redirect(team)
    if at_address.moved:
        return redirect("team-poster", league, size, at_address.team.slug, permanent=True)
    context = {"what": at_address.team.name, "team": at_address.team, "nights": team_nights(at_address.team, now())}
    context["season"] = current_season(request.league)
    return _poster(request, "fixtures", size, context, at_address.team.get_absolute_url())


@login_not_required
@require_safe
def venue(request: LeagueRequest, league: str, size: str, venue: str) -> HttpResponse:
    this_venue = get_object_or_404(Venue.objects.select_related("league"), slug=venue)
    context = {"what": this_venue.name, "venue": this_venue, "nights": venue_nights(this_venue, now())}
    context["season"] = current_season(request.league)
    return _poster(request, "fixtures", size, context, this_venue.get_absolute_url())


@login_not_required
@require_safe
def tonight(request: LeagueRequest, league: str, size: str) -> HttpResponse:
    """Who plays where tonight, or on the next night with a match."""
    night = night_to_come(request.league, localdate())
    if night is None:
        raise Http404("No match is to be played at present.")
    return evening(request, league, size=size, on=night)


@login_not_required
@require_safe
def evening(request: LeagueRequest, league: str, size: str, on: date) -> HttpResponse:
    at = now()
    pubs = pubs_on(request.league, on, at)
    if not pubs:
        raise Http404("Nobody plays that night.")
    context = {"night": on, "pubs": pubs, "matches": sum(len(pub["matches"]) for pub in pubs)}
    context["tonight"] = on == localdate(at)
    return _poster(request, "tonight", size, context, reverse("tonight", args=[league]))


def _poster(request: LeagueRequest, kind: str, size: str, context: dict[str, Any], leads_to: str) -> HttpResponse:
    """A poster with a square pattern that leads to the page where all this is up to date."""
    if size not in SIZES:
        raise Http404(f"No paper {size}.")
    sponsor, pictures = poster_foot(request.league)
    frame = {"league": request.league, "size": size, "kind": kind, "qr": qr_code(request.build_absolute_uri(leads_to))}
    frame |= {"sponsor": sponsor}
    name = f"{request.league.slug}-{kind}-{size}"
    return paper_response(request, f"documents/posters/{kind}.html", context | frame, name, pictures=pictures)


# --- the tree of a cup ----------------------------------------------------------------------------------------------
@login_not_required
@require_safe
def tree(request: LeagueRequest, league: str, *, season: str, cup: str, paper: str) -> HttpResponse:
    """A cup on A4 or A3, lying on its side, on as many sheets as it needs."""
    this_cup = cup_by_address(season, cup)
    board = bracket_page(this_cup, now()) if paper in PAPERS else None
    if board is None:
        raise Http404("There is no tree of this cup: it is not drawn, or on no such paper.")
    size = PAPERS[paper]
    context = {"cup": this_cup, "paper": size, "trees": trees_of(board, size), "league": request.league}
    name = f"{cup}-{season}-{paper}"
    return paper_response(request, "documents/bracket.html", context, name, cache_control="no-cache")
