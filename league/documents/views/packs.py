"""Blank cards for a night, a venue or the rest of the season: as one file, made by long work."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.documents.actions import ask_for_paper
from league.documents.choices import Audience
from league.documents.forms.packs import PackForm
from league.documents.models import Paper
from league.documents.permissions import somebody
from league.documents.queries.packs import nights_to_play, venues_to_play_at
from league.documents.views.papers import lead_to
from league.teams.middleware import LeagueRequest
from league.teams.permissions import is_officer
from league.ui import words
from league.ui.answer import site_of


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def cards(request: LeagueRequest, league: str) -> HttpResponse:
    """Choose which; `?night=2026-11-24` and `?venue=crown` are chosen already."""
    nights, venues = nights_to_play(request.league), venues_to_play_at(request.league)
    given = request.POST if request.method == "POST" else None
    form = PackForm(given, initial=request.GET.dict(), nights=nights, venues=venues)
    if form.is_valid():
        return lead_to(request, _asked(request, form))
    context = {"form": form, "nights": nights, "officer": is_officer(request.user, request.league)}
    return render(request, "documents/cards_wanted.html", context, status=422 if form.is_bound else 200)


def _asked(request: LeagueRequest, form: PackForm) -> Paper | None:
    night, officer = form.chosen_night, is_officer(request.user, request.league)
    when = words.night(night) if night else "the rest of the season"
    return ask_for_paper(
        league=request.league,
        kind="cards",
        args={"night": night.isoformat() if night else None, "venue": form.chosen_venue},
        title=f"Match cards for {when}",
        name="-".join(filter(None, (request.league.slug, "cards", str(night or "season"), form.chosen_venue))),
        site=site_of(request),
        by=somebody(request.user),
        at=now(),
        audience=Audience.OFFICERS if officer else Audience.PUBLIC,
    )
