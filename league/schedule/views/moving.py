"""The league's own rules for moving matches, on the season's pages."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.schedule.actions.seasons import settle_moving
from league.schedule.forms import MoveRulesForm
from league.schedule.queries.move_rules import rules_of
from league.schedule.views.seasons import FORM_METHODS, arranged_season
from league.teams.middleware import MemberRequest
from league.ui.answer import page


@never_cache
@require_http_methods(FORM_METHODS)
def moving(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Notice, how often, who settles it, by when: what a captain is held to, and the secretary may overrule."""
    shown = arranged_season(request, season)
    form = MoveRulesForm(request.POST or None, rules=rules_of(shown.competition))
    if request.method == "POST" and form.is_valid():
        settle_moving(competition=shown.competition, rules=form.rules, by=request.user, at=now())
        messages.success(request, "Saved.")
        return redirect("season-setup", league, season)
    return page(request, "schedule/moving.html", form, season=shown.season)
