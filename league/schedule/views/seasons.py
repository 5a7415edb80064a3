"""Seasons from the secretary's side: a new one, its days, divisions, teams and rules for moves, and opening it."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.base.ui.forms import PlainForm
from league.base.ui.responses import form_action, render_form, require_form_methods
from league.schedule.actions import (
    add_division,
    change_division,
    change_season,
    open_season,
    place_teams,
    remove_division,
    start_season,
)
from league.schedule.actions.seasons import settle_moving
from league.schedule.forms.matches import MoveRulesForm
from league.schedule.forms.seasons import DivisionForm, SeasonForm, TeamPlacesForm
from league.schedule.models import Division, Entry, Season
from league.schedule.permissions import may_arrange
from league.schedule.queries.move_rules import rules_of
from league.schedule.queries.seasons import SetUp, seasons_of, set_up_of
from league.teams.middleware import MemberRequest
from league.teams.models import Team
from league.teams.permissions import require


@never_cache
@require_safe
def seasons(request: MemberRequest, league: str) -> HttpResponse:
    require(may_arrange(request.user, request.league))
    return render(request, "schedule/seasons.html", {"seasons": seasons_of(request.league)})


@never_cache
@require_form_methods
def new_season(request: MemberRequest, league: str) -> HttpResponse:
    """The first page of setting a season up: its name and days."""
    require(may_arrange(request.user, request.league))
    before = Season.objects.order_by("-starts", "-pk")
    teams = Team.objects.filter(active=True).exists()
    form = SeasonForm(request.POST or None, before=before, teams=teams)
    if form_action(request, form, start_season, league=request.league):
        made = Season.objects.latest("pk")
        placed = Entry.objects.filter(division__competition__season=made).exists()
        messages.success(request, f"Season {made} is set up. Its {'fixtures' if placed else 'divisions'} come next.")
        return redirect("season-setup", league, made.slug)
    return render_form(request, "schedule/new_season.html", form)


@never_cache
@require_safe
def set_up(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """How far the setting up has come, and where each part of it is changed."""
    return render(request, "schedule/set_up.html", {"set_up": arranged_season(request, season)})


@never_cache
@require_form_methods
def season_days(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = arranged_season(request, season).season
    days = {"name": shown.name, "starts": shown.starts, "halfway": shown.halfway, "ends": shown.ends}
    form = SeasonForm(request.POST or None, initial=days)
    if form_action(request, form, change_season, season=shown):
        messages.success(request, "Saved.")
        return redirect("season-setup", league, season)
    return render_form(request, "schedule/season_days.html", form, season=shown)


@never_cache
@require_form_methods
def opening(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Make a season the one that the site shows; what that means is said first."""
    shown = arranged_season(request, season)
    if request.method == "POST" and not shown.season.current:
        open_season(season=shown.season, by=request.user, at=now())
        messages.success(request, f"The league is now in season {shown.season}.")
        return redirect("season-setup", league, season)
    return render(request, "schedule/opening.html", {"set_up": shown})


def arranged_season(request: MemberRequest, slug: str) -> SetUp:
    """A season of this league, for somebody who may set it up; 403 for others, 404 for no such season."""
    require(may_arrange(request.user, request.league))
    return set_up_of(get_object_or_404(Season, league=request.league, slug=slug))


# --- divisions and teams ----------------------------------------------------------------------------------------------
@never_cache
@require_form_methods
def divisions(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = arranged_season(request, season)
    form = DivisionForm(request.POST or None)
    if form_action(request, form, add_division, competition=shown.competition):
        messages.success(request, f"{form.cleaned_data['name']} is added.")
        return redirect("season-divisions", league, season)
    return render_form(request, "schedule/divisions.html", form, set_up=shown)


@never_cache
@require_form_methods
def division(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    shown = arranged_season(request, season)
    row = _division(shown, division)
    now_is = {name: getattr(row, name) for name in ("name", "legs", "promoted", "relegated")}
    form = DivisionForm(request.POST or None, initial=now_is)
    if form_action(request, form, change_division, division=row):
        messages.success(request, "Saved.")
        return redirect("season-divisions", league, season)
    return render_form(request, "schedule/division.html", form, set_up=shown, division=row)


@never_cache
@require_form_methods
def division_removal(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    """Take a division out again; what goes with it is said first."""
    shown = arranged_season(request, season)
    row = _division(shown, division)
    form = PlainForm(request.POST if request.method == "POST" else None)
    if form_action(request, form, remove_division, division=row):
        messages.success(request, f"{row.name} is removed from the season.")
        return redirect("season-divisions", league, season)
    context = {"set_up": shown, "division": row, "entries": dict(shown.divisions)[row]}
    context |= {"faults": form.non_field_errors()}
    return render(request, "schedule/division_removal.html", context, status=422 if form.errors else 200)


@never_cache
@require_form_methods
def teams(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = arranged_season(request, season)
    placed = {entry.team: division for division, entries in shown.divisions for entry in entries}
    order = sorted([*placed, *shown.unplaced], key=lambda team: team.name)
    form = TeamPlacesForm(
        request.POST or None,
        teams=order,
        divisions=[division for division, _ in shown.divisions],
        now={team.pk: division.pk for team, division in placed.items()},
    )
    if request.method == "POST" and form.is_valid() and _placed(request, shown, form):
        return redirect("season-setup", league, season)
    return render_form(request, "schedule/places.html", form, set_up=shown)


def _division(shown: SetUp, slug: str) -> Division:
    row: Division = get_object_or_404(
        Division.objects.select_related("competition"), competition=shown.competition, slug=slug
    )
    return row


def _placed(request: MemberRequest, shown: SetUp, form: TeamPlacesForm) -> bool:
    try:
        changed = place_teams(competition=shown.competition, places=form.places, by=request.user, at=now())
    except ValidationError as fault:
        form.add_validation_error(fault)
        return False
    messages.success(request, f"Teams placed: {len(changed)} changed.")
    return True


# --- rules for moving matches -----------------------------------------------------------------------------------------
@never_cache
@require_form_methods
def move_rules(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Notice, how often, who settles it, by when: what a captain is held to, and the secretary may overrule."""
    shown = arranged_season(request, season)
    form = MoveRulesForm(request.POST or None, rules=rules_of(shown.competition))
    if request.method == "POST" and form.is_valid():
        settle_moving(competition=shown.competition, rules=form.rules, by=request.user, at=now())
        messages.success(request, "Saved.")
        return redirect("season-setup", league, season)
    return render_form(request, "schedule/move_rules.html", form, season=shown.season)
