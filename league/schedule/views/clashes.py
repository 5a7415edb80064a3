"""What stands against the matches as they are now."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.schedule.permissions import may_arrange
from league.schedule.queries import current_season
from league.schedule.queries.clashes import clashes_of
from league.teams.middleware import MemberRequest
from league.teams.permissions import require


@never_cache
@require_safe
def clashes(request: MemberRequest, league: str) -> HttpResponse:
    """This season's clashes, each with the matches that could be moved."""
    require(may_arrange(request.user, request.league))
    season = current_season(request.league)
    context = {"season": season, "report": clashes_of(season) if season else None}
    return render(request, "schedule/clashes.html", context)
