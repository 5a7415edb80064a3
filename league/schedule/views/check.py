"""What stands against a season's list, found by counting before any is looked for."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.schedule.queries.check import check_of
from league.schedule.views.nights import arranged_competition
from league.teams.middleware import MemberRequest


@never_cache
@require_safe
def check(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """The clashes that counting finds, and the facts."""
    competition = arranged_competition(request, season)
    context = {"season": competition.season, "check": check_of(competition)}
    return render(request, "schedule/list/check.html", context)
