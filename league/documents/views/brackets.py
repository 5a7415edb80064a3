"""The tree of a cup as it comes out of the printer."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.cups.queries import cup_by_address
from league.cups.queries.board import board_of
from league.documents.pdf import render_pdf
from league.documents.queries.brackets import PAPERS, trees_of
from league.teams.middleware import LeagueRequest
from league.ui.answer import pdf


@login_not_required
@require_safe
def tree(request: LeagueRequest, league: str, *, season: str, cup: str, paper: str) -> HttpResponse:
    """A cup on A4 or A3, lying on its side, on as many sheets as it needs."""
    at, held = now(), cup_by_address(season, cup)
    board = board_of(held, at) if paper in PAPERS else None
    if board is None:
        raise Http404("There is no tree of this cup: it is not drawn, or on no such paper.")
    size = PAPERS[paper]
    context = {"cup": held, "paper": size, "trees": trees_of(board, size), "league": request.league}
    return pdf(render_pdf("documents/bracket.html", context, at=at), f"{cup}-{season}-{paper}", kept="no-cache")
