"""How a league and its teams look, and the pictures themselves."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.http.response import HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect
from django.utils.timezone import now
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.teams.actions.looks import remove_crest, settle_league_look, settle_team_look
from league.teams.forms.looks import LeagueLookForm, TeamLookForm
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Picture, Team
from league.teams.permissions import is_secretary, may_change_squad, require
from league.ui.responses import form_action, render_form

KEPT = 7 * 24 * 60 * 60


@require_http_methods(["GET", "HEAD", "POST"])
def league_look(request: MemberRequest, league: str) -> HttpResponse:
    """The league's colour and crest, and the colours of all its teams."""
    require(is_secretary(request.user, request.league))
    teams = list(Team.objects.filter(active=True).order_by("name", "pk"))
    data, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = LeagueLookForm.of(request.league, teams, data, files)
    if form_action(request, form, settle_league_look, league=request.league):
        messages.success(request, "The colours and the crest were saved.")
        return redirect("league-look", league)
    return render_form(request, "teams/league_look.html", form)


@require_http_methods(["GET", "HEAD", "POST"])
def team_look(request: MemberRequest, league: str, team: str) -> HttpResponse:
    """A team's colours and crest: its captain knows them best, and the secretary may put them right."""
    found = _team_to_change(request, team)
    data, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = TeamLookForm.of(found, data, files)
    if form_action(request, form, settle_team_look, team=found):
        messages.success(request, f"The colours and the crest of {found} were saved.")
        return redirect(found)
    return render_form(request, "teams/team_look.html", form, team=found)


@require_POST
def league_crest_removal(request: MemberRequest, league: str) -> HttpResponse:
    """Delete the league's crest."""
    require(is_secretary(request.user, request.league))
    remove_crest(of=request.league, by=request.user, at=now())
    messages.success(request, "The crest was deleted. Every page shows the league's initials.")
    return redirect("league-look", league)


@require_POST
def team_crest_removal(request: MemberRequest, league: str, team: str) -> HttpResponse:
    """Delete a team's crest."""
    found = _team_to_change(request, team)
    remove_crest(of=found, by=request.user, at=now())
    messages.success(request, f"The crest was deleted. {found} is shown by its initials.")
    return redirect("team-look", league, team)


def _team_to_change(request: MemberRequest, slug: str) -> Team:
    found = get_object_or_404(Team.objects.select_related("league"), slug=slug)
    require(may_change_squad(request.user, found))
    return found


@login_not_required
@require_safe
def picture(request: LeagueRequest, league: str, pk: int) -> HttpResponse:
    """A crest, logo or photograph of the league's own. It never changes, so it is kept for a week unasked."""
    shown = get_object_or_404(Picture, pk=pk)
    tag = f'"{shown.pk}-{len(shown.data)}"'
    same = request.headers.get("If-None-Match") == tag
    answer = HttpResponseNotModified() if same else HttpResponse(bytes(shown.data), content_type=shown.kind)
    answer["ETag"], answer["X-Content-Type-Options"] = tag, "nosniff"
    answer["Cache-Control"] = f"{'public' if request.league.public else 'private'}, max-age={KEPT}"
    return answer
