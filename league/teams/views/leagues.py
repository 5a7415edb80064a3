"""A league's own pages: setting one up, and its settings."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from league.base.accounts.permissions import SignedInRequest, confirm_first
from league.base.ui.old_addresses import leads_to
from league.base.ui.responses import form_action, form_row, public_page, render_form, require_form_methods
from league.teams.actions.leagues import change_league, create_league
from league.teams.actions.noticeboard import remove_crest, remove_sponsor, settle_league_look, settle_sponsor
from league.teams.forms import LeagueLookForm, NewLeagueForm, SettingsForm, SponsorForm
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Picture, Team
from league.teams.permissions import is_secretary, is_site_admin, require
from league.teams.queries.noticeboard import sponsor_of


def new_league(request: SignedInRequest) -> HttpResponse:
    require(is_site_admin(request.user))
    form = NewLeagueForm(request.POST or None)
    league = form_row(request, form, create_league)
    if league is not None:
        if form.cleaned_data["secretary"]:
            messages.success(request, f"{league} is set up, and you are its secretary.")
            return redirect(league)
        messages.success(request, f"{league} is set up. Invite its secretary next.")
        return redirect("invite-person", league.slug)
    return render_form(request, "teams/new_league.html", form)


@confirm_first
def league_settings(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = SettingsForm.of(request.league, request.POST or None)
    if form_action(request, form, change_league, league=request.league):
        messages.success(request, f"The details of {request.league} were changed.")
        return redirect("league-settings", league)
    return render_form(request, "teams/league_settings.html", form)


# --- How a league looks, and the pictures themselves ------------------------------------------------------------------
MAX_AGE = 7 * 24 * 60 * 60


@require_form_methods
def league_look(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = _look_form(request, request.POST, request.FILES) if request.method == "POST" else None
    if form and form_action(request, form, settle_league_look, league=request.league):
        messages.success(request, f"The colours and the crest of {request.league} were changed.")
        return redirect("league-look", league)
    return _look(request, form)


@require_form_methods
def sponsor(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    if request.method != "POST":
        return leads_to("league-look", section="sponsor")(request, league=league)
    form = SponsorForm.of(None, request.POST, request.FILES)
    if form_action(request, form, settle_sponsor, league=request.league):
        messages.success(request, f"{form.cleaned_data['name']} is named as the sponsor on every page.")
        return redirect("league-look", league)
    return _look(request, form)


def _look_form(request: MemberRequest, data: Any = None, files: Any = None) -> LeagueLookForm:
    teams = list(Team.objects.filter(active=True).order_by("name", "pk"))
    return LeagueLookForm.of(request.league, teams, data, files)


def _look(request: MemberRequest, sent: LeagueLookForm | SponsorForm | None) -> HttpResponse:
    named = sponsor_of(request.league)
    look = sent if isinstance(sent, LeagueLookForm) else _look_form(request)
    sponsoring = sent if isinstance(sent, SponsorForm) else SponsorForm.of(named, None, None)
    return render_form(request, "teams/league_look.html", sent or look, look=look, sponsoring=sponsoring, named=named)


@require_POST
def league_crest_removal(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    remove_crest(of=request.league, by=request.user, at=now())
    messages.success(request, "The crest was deleted. Every page shows the league’s initials.")
    return redirect("league-look", league)


@require_POST
def sponsor_removal(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    remove_sponsor(league=request.league, by=request.user, at=now())
    messages.success(request, "The sponsor was deleted and is on no page any more.")
    return redirect("league-look", league)


@public_page
def picture(request: LeagueRequest, league: str, pk: int) -> HttpResponse:
    shown = get_object_or_404(Picture, pk=pk)
    tag = f'"{shown.pk}-{len(shown.data)}"'
    same = request.headers.get("If-None-Match") == tag
    answer = HttpResponseNotModified() if same else HttpResponse(bytes(shown.data), content_type=shown.kind)
    answer["ETag"], answer["X-Content-Type-Options"] = tag, "nosniff"
    answer["Cache-Control"] = f"{'public' if request.league.public else 'private'}, max-age={MAX_AGE}"
    return answer
