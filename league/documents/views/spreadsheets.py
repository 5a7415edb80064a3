"""What comes out of the site as a file for a spreadsheet."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from league.documents.queries.fixture_rows import COLUMNS, fixture_rows
from league.documents.spreadsheet import csv_of
from league.fixtures.models import Season
from league.fixtures.queries import current_season
from league.teams.middleware import LeagueRequest


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
