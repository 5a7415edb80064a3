"""The secretary's pages for teams and venues."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.base.accounts.models import User
from league.base.ui.responses import form_action, form_row, render_form
from league.teams.actions.leagues import (
    add_team,
    add_venue,
    change_venue,
    close_venue,
    match_keepers,
    rename_team,
    reopen_venue,
    settle_team,
)
from league.teams.forms import ClosureForm, TeamForm, VenueForm
from league.teams.middleware import MemberRequest
from league.teams.models import Closure, Team, Venue
from league.teams.permissions import is_secretary, require


def new_team(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    venues = Venue.objects.order_by("name", "pk")
    form = TeamForm(request.POST or None, venues=venues, initial={"start_time": "20:00"})
    del form.fields["active"]
    team = form_row(request, form, add_team, league=request.league)
    if team is not None:
        messages.success(request, f"{team} was added.")
        return redirect("squad", league, team.slug)
    return render_form(request, "teams/team_form.html", form)


def team_details(request: MemberRequest, league: str, team: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    this_team = get_object_or_404(Team.objects.select_related("league", "venue"), slug=team)
    now = {name: getattr(this_team, name) for name in ("name", "venue", "start_time", "active")}
    at_home = "".join(keeper.home_matches_words(this_team) for keeper in match_keepers())
    left = "".join(keeper.matches_left_words(this_team) for keeper in match_keepers())
    venues = Venue.objects.order_by("name", "pk")
    form = TeamForm(request.POST or None, venues=venues, matches=at_home, left=left, initial=now)
    changed = form_row(request, form, _change_team, team=this_team)
    if changed is not None:
        messages.success(request, f"{changed} was saved.")
        return redirect("squad", league, changed.slug)
    return render_form(request, "teams/team_form.html", form, team=this_team)


def _change_team(*, team: Team, name: str, by: User, at: datetime, **values: Any) -> Team:
    return settle_team(team=rename_team(team=team, name=name, by=by, at=at), by=by, at=at, **values)


def new_venue(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = VenueForm(request.POST or None, initial={"boards": 1})
    venue = form_row(request, form, add_venue, league=request.league)
    if venue is not None:
        messages.success(request, f"{venue} was added.")
        return redirect("edit-venue", league, venue.slug)
    return render_form(request, "teams/venue_form.html", form)


def venue_details(request: MemberRequest, league: str, venue: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    this_venue = _venue(venue)
    now = {name: getattr(this_venue, name) for name in VenueForm.base_fields}
    form = VenueForm(request.POST or None, initial=now)
    if form_action(request, form, change_venue, venue=this_venue):
        messages.success(request, f"{this_venue} was saved.")
        return redirect("edit-venue", league, this_venue.slug)
    return render_form(request, "teams/venue_form.html", form, **_closures(this_venue))


@require_POST
def closures(request: MemberRequest, league: str, venue: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    this_venue = _venue(venue)
    form = ClosureForm(request.POST)
    if not form_action(request, form, close_venue, venue=this_venue):
        details = VenueForm(initial={name: getattr(this_venue, name) for name in VenueForm.base_fields})
        context = {"form": details} | _closures(this_venue) | {"closure_form": form}
        return render(request, "teams/venue_form.html", context, status=422)
    nights = (this_venue, form.cleaned_data["first"], form.cleaned_data["last"])
    matches = "".join(app.matches_at_words(*nights) for app in match_keepers())
    sentence = f" It has {matches} then: we e-mail both sides. Move them on the Clashes page." if matches else ""
    messages.success(request, f"Closed nights added.{sentence}")
    return redirect("edit-venue", league, this_venue.slug)


@require_POST
def closure_removal(request: MemberRequest, league: str, venue: str, pk: int) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    closure = get_object_or_404(Closure.objects.select_related("venue"), pk=pk, venue__slug=venue)
    reopen_venue(closure=closure, by=request.user, at=timezone.now())
    messages.success(request, f"{closure.venue} is open on those nights.")
    return redirect("edit-venue", league, venue)


def _venue(slug: str) -> Venue:
    return get_object_or_404(Venue.objects.select_related("league"), slug=slug)


def _closures(venue: Venue) -> dict[str, object]:
    return {"venue": venue, "closures": venue.closures.order_by("first", "pk"), "closure_form": ClosureForm()}
