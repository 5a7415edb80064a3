"""Everything that a league can have on paper, on one page, with whom it is for."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from league.documents.permissions import somebody
from league.documents.queries.fixture_rows import COLUMNS, fixture_rows
from league.documents.queries.printables import printables
from league.documents.spreadsheet import csv_of
from league.schedule.models import Season
from league.schedule.queries import current_season
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
        "there": printables(request.league, localdate()),
        "officer": officer,
        "leads": [] if officer else _teams_led(request),
    }
    return render(request, "documents/print.html", context)


def _teams_led(request: LeagueRequest) -> list[Team]:
    """The teams whose captain or vice-captain is looking."""
    user = somebody(request.user)
    rows = roles_of(user, request.league) if user else ()
    return [role.team for role in rows if role.kind in HEADED_BY and role.team]


# --- files for a spreadsheet ----------------------------------------------------------------------------------------


@login_not_required
@require_safe
def fixtures(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """Every match of this season, or of a named one."""
    found = current_season(request.league) if season is None else get_object_or_404(Season, slug=season)
    if found is None:
        raise Http404("No season has started yet.")
    answer = HttpResponse(csv_of(COLUMNS, fixture_rows(found)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{league}-{found.slug}-fixtures.csv"'
    return answer
