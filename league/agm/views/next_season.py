"""The next season: one page to read and change what it will be, and the way back."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.agm.actions import make_next_season, undo_next_season
from league.agm.forms import NextSeasonForm
from league.agm.models import Rollover
from league.agm.queries.next_season import old_season
from league.agm.views.ending import FORM_METHODS, arranged
from league.schedule.forms import ReasonForm
from league.teams.middleware import MemberRequest
from league.ui.responses import form_action, render_form


@never_cache
@require_http_methods(FORM_METHODS)
def next_season(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Every change in words, each with its field; nothing is made before it was read as it is."""
    old = old_season(arranged(request, season))
    form = NextSeasonForm(request.POST if request.method == "POST" else None, old=old)
    if form_action(request, form, make_next_season, old=old):
        made = Rollover.objects.select_related("season").filter(before=old.season).latest("pk").season
        messages.success(request, f"Season {made} is made. Its nights and its list come next.")
        return redirect("season-setup", league, made.slug)
    return render_form(request, "agm/next_season.html", form, old=old)


@never_cache
@require_http_methods(FORM_METHODS)
def undoing(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Take a season back that was made from another."""
    shown = arranged(request, season)
    rollover = Rollover.objects.filter(season=shown).select_related("season", "before").first()
    if rollover is None:
        raise Http404(f"Season {shown} was not made from another.")
    form = ReasonForm(request.POST or None)
    if form_action(request, form, undo_next_season, rollover=rollover):
        messages.success(request, f"Season {shown} is taken back.")
        return redirect("season-end", league, rollover.before.slug)
    return render_form(request, "agm/undoing.html", form, rollover=rollover)
