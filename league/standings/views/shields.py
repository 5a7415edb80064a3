"""A table splits into shields for the second part of a season."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.schedule.permissions import may_arrange
from league.standings.actions import split_into_shields
from league.standings.forms import ShieldsForm
from league.standings.queries import divisions, standings
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from league.ui.responses import form_action, render_form


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shields(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    """Who would be in which by the table as it stands, and what they take along; their matches are the next step."""
    require(may_arrange(request.user, request.league))
    held = get_object_or_404(divisions(season), slug=division)
    found = standings(held, now())
    form = ShieldsForm(request.POST or None, rows=found.rows, initial={"on": localdate()})
    if form_action(request, form, split_into_shields, division=held):
        messages.success(request, f"{held} is split. The matches of the shields come next.")
        return redirect("mend-rest", league, season)
    context = {"season": held.competition.season, "division": held, "rows": form.rows}
    return render_form(request, "standings/shields.html", form, **context)
