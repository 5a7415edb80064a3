"""The report of a season for the annual meeting: a page for everybody, and the same on paper."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.agm.queries.report import Report, report_of
from league.documents.pdf import render_pdf
from league.schedule.models import Season
from league.teams.middleware import LeagueRequest
from league.ui.responses import pdf


@login_not_required
@require_safe
def report(request: LeagueRequest, league: str, season: str) -> HttpResponse:
    """Final tables, honours and figures of a season."""
    return render(request, "agm/report.html", {"report": _report(request, season)})


@login_not_required
@require_safe
def report_pdf(request: LeagueRequest, league: str, season: str) -> HttpResponse:
    """The same as a PDF, to be handed round."""
    made = _report(request, season)
    paper = render_pdf("agm/report_paper.html", {"report": made, "league": request.league}, at=now())
    return pdf(paper, f"{request.league.slug}-{made.season.slug}-report", cache_control=None)


def _report(request: LeagueRequest, slug: str) -> Report:
    found = get_object_or_404(Season.objects.select_related("league"), league=request.league, slug=slug)
    return report_of(found, now())
