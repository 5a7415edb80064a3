"""The fixture booklet of a season, made by long work and handed out as one file."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.documents.actions import ask_for_paper
from league.documents.forms.booklets import BookletForm, Way
from league.documents.models import Paper
from league.documents.permissions import somebody
from league.documents.views.papers import lead_to
from league.fixtures.models import Season
from league.fixtures.queries import current_season
from league.teams.middleware import LeagueRequest
from league.ui.answer import site_of


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def booklet(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """Choose how this season's booklet, or a named season's, is folded."""
    found = current_season(request.league) if season is None else get_object_or_404(Season, slug=season)
    if found is None:
        raise Http404("No season has started yet.")
    form = BookletForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        return lead_to(request, _asked(request, found, form.chosen))
    context = {"form": form, "season": found}
    return render(request, "documents/booklet_wanted.html", context, status=422 if form.is_bound else 200)


def _asked(request: LeagueRequest, season: Season, way: Way) -> Paper | None:
    folded = "-to-fold" if way.folded else ""
    return ask_for_paper(
        league=request.league,
        kind="booklet",
        args={"season": season.slug, "size": way.size, "folded": way.folded, "address": _list(request)},
        title=f"Fixture booklet {season}, {way.title}",
        name=f"{request.league.slug}-{season.slug}-booklet-{way.size}{folded}",
        site=site_of(request),
        by=somebody(request.user),
        at=now(),
    )


def _list(request: LeagueRequest) -> str:
    """Where the list of matches is that is always right."""
    return request.build_absolute_uri(reverse("fixtures", args=[request.league.slug]))
