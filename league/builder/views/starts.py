"""Choosing the rules to start from."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.builder.queries.start import offered
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require


@never_cache
@require_safe
def starts(request: MemberRequest, league: str, **names: str) -> HttpResponse:
    """Presets, leagues of this site and files; whatever is chosen is only shown, on the page that one comes from."""
    require(is_secretary(request.user, request.league))
    page = {"": "league-rules", "season": "season-rules", "division season": "division-rules"}[" ".join(sorted(names))]
    address = reverse(page, kwargs={"league": league, **names})
    return render(request, "builder/start.html", {"starts": offered(request.user, request.league), "address": address})
