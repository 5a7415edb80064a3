"""Everything that a league can have on paper, on one page, with whom it is for."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from league.documents.permissions import somebody
from league.documents.queries.printing import to_print
from league.teams.middleware import LeagueRequest
from league.teams.models import Team
from league.teams.permissions import is_officer, roles_of
from league.teams.queries import HEADED_BY


@login_not_required
@require_safe
def everything(request: LeagueRequest, league: str) -> HttpResponse:
    """What there is; the papers about people only for those who may have them."""
    officer = is_officer(request.user, request.league)
    context = {
        "there": to_print(request.league, localdate()),
        "officer": officer,
        "leads": [] if officer else _led(request),
    }
    return render(request, "documents/print.html", context)


def _led(request: LeagueRequest) -> list[Team]:
    """The teams whose captain or vice-captain is looking."""
    user = somebody(request.user)
    held = roles_of(user, request.league) if user else ()
    return [role.team for role in held if role.kind in HEADED_BY and role.team]
