"""What happened: to a match, a team, a player, a season, or in the whole league. For officers only."""

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.base.audit.queries import describe, entries_about, entries_of_league
from league.schedule.models import Fixture, Season
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import MemberRequest
from league.teams.models import Player
from league.teams.permissions import is_officer, require
from league.teams.queries.squads import team_or_redirect

ON_A_PAGE = 30


@never_cache
@require_safe
def history(request: MemberRequest, league: str) -> HttpResponse:
    """Of whatever the query names; of the whole league where it names nothing."""
    require(is_officer(request.user, request.league))
    row: Any = None
    match of := request.GET.dict():
        case {"season": season}:
            row = get_object_or_404(Season, league=request.league, slug=season)
        case {"on": on, "match": match}:
            row = _match(on, match)
        case {"team": team}:
            row = team_or_redirect(team).team
        case {"player": player}:
            row = get_object_or_404(Player.objects.select_related("league"), slug=player)
    entries = entries_about(row) if row else entries_of_league(request.league.pk)
    page = Paginator(entries, ON_A_PAGE).get_page(request.GET.get("page"))
    subject = f"Season {row}" if "season" in of else str(row or "The whole league")
    context = {"page": page, "told": [describe(each) for each in page], "subject": subject}
    return render(request, "audit/history.html", context | {"link": None if "season" in of else row})


def _match(on: str, slug: str) -> Fixture:
    try:
        return fixture_by_address(date.fromisoformat(on), slug).fixture
    except ValueError as error:
        raise Http404(f"{on} is no day.") from error
