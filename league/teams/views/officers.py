"""Who runs the league: its officers for everybody, with their numbers for those who may have them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.teams.actions import settle_officers
from league.teams.forms.officers import OfficersForm
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import is_secretary, may_see_contacts, require
from league.teams.queries import officers_of
from league.ui.responses import form_action, render_form


@login_not_required
@never_cache
@require_safe
def officers(request: LeagueRequest, league: str) -> HttpResponse:
    """Offices and names for everybody; telephone numbers and addresses for officers and captains, signed in."""
    context = {
        "officers": officers_of(request.league),
        "numbers": may_see_contacts(request.user, request.league),
        "may_change": is_secretary(request.user, request.league),
    }
    return render(request, "teams/officers.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def details(request: MemberRequest, league: str) -> HttpResponse:
    """Write down who holds which office."""
    require(is_secretary(request.user, request.league))
    data = request.POST if request.method == "POST" else None
    form = OfficersForm(data, held=list(officers_of(request.league)))
    if form_action(request, form, settle_officers, league=request.league):
        messages.success(request, "The officers were saved.")
        return redirect("officers", league)
    return render_form(request, "teams/officers_form.html", form)
