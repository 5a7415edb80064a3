"""The papers of the annual meeting, asked for by the secretary and made by long work."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.documents.actions import request_paper
from league.documents.choices import PaperAudience
from league.schedule.models import Season
from league.schedule.permissions import may_arrange
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from league.ui.responses import site_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pack(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """What the papers are; with the button they are made."""
    require(may_arrange(request.user, request.league))
    found = get_object_or_404(Season, league=request.league, slug=season)
    if request.method != "POST":
        return render(request, "agm/pack/wanted.html", {"season": found})
    made = request_paper(
        league=request.league,
        kind="agm-pack",
        args={"season": found.slug},
        title=f"Papers for the annual meeting, {found}",
        name=f"{request.league.slug}-{found.slug}-meeting",
        site=site_of(request),
        by=request.user,
        at=now(),
        audience=PaperAudience.OFFICERS,
    )
    assert made is not None  # the limit is for those who are not signed in
    return redirect(made)
