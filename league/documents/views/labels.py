"""Labels for the envelopes that cards travel in."""

from datetime import date

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.documents.pdf import render_pdf
from league.documents.queries.envelopes import STOCKS, Label, night_labels, sheets_of, team_labels
from league.teams.middleware import LeagueRequest
from league.ui.answer import pdf


@login_not_required
@require_safe
def teams(request: LeagueRequest, league: str, labels: str) -> HttpResponse:
    """One label for each team."""
    return _labels(request, labels, team_labels(request.league), "teams")


@login_not_required
@require_safe
def night(request: LeagueRequest, league: str, labels: str, on: date) -> HttpResponse:
    """One label for each venue of a night, with its matches."""
    return _labels(request, labels, night_labels(request.league, on), on.isoformat())


def _labels(request: LeagueRequest, name: str, labels: list[Label], what: str) -> HttpResponse:
    stock = STOCKS.get(name)
    if stock is None or not labels:
        raise Http404("No such labels, or nothing to put on them.")
    context = {"stock": stock, "sheets": list(sheets_of(labels, stock)), "league": request.league}
    made = render_pdf("documents/labels.html", context, at=now())
    return pdf(made, f"{request.league.slug}-labels-{what}")
