"""A season's divisions and its teams: the later pages of setting a season up."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.schedule.actions import add_division, change_division, place_teams, remove_division
from league.schedule.forms import DivisionForm, PlacesForm
from league.schedule.models import Division
from league.schedule.queries.seasons import SetUp
from league.schedule.views.seasons import FORM_METHODS, arranged_season
from league.teams.middleware import MemberRequest
from league.ui.answer import done, page


@never_cache
@require_http_methods(FORM_METHODS)
def divisions(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """The divisions of a season, and one more."""
    shown = arranged_season(request, season)
    form = DivisionForm(request.POST or None)
    if done(request, form, add_division, competition=shown.competition):
        messages.success(request, f"{form.cleaned_data['name']} is added.")
        return redirect("season-divisions", league, season)
    return page(request, "schedule/divisions.html", form, set_up=shown)


@never_cache
@require_http_methods(FORM_METHODS)
def division(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    """One division's name and numbers."""
    shown = arranged_season(request, season)
    row = _division(shown, division)
    now_is = {name: getattr(row, name) for name in ("name", "legs", "promoted", "relegated")}
    form = DivisionForm(request.POST or None, initial=now_is)
    if done(request, form, change_division, division=row):
        messages.success(request, "Saved.")
        return redirect("season-divisions", league, season)
    return page(request, "schedule/division.html", form, set_up=shown, division=row)


@never_cache
@require_http_methods(FORM_METHODS)
def division_removal(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    """Take a division out again; what goes with it is said first."""
    shown = arranged_season(request, season)
    row = _division(shown, division)
    fault = None
    if request.method == "POST":
        try:
            remove_division(division=row, by=request.user, at=now())
        except ValidationError as refused:
            fault = refused
        else:
            messages.success(request, f"{row.name} is taken out of the season.")
            return redirect("season-divisions", league, season)
    context = {"set_up": shown, "division": row, "entries": dict(shown.divisions)[row], "fault": fault}
    return render(request, "schedule/division_removal.html", context, status=422 if fault else 200)


@never_cache
@require_http_methods(FORM_METHODS)
def teams(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Which team plays in which division."""
    shown = arranged_season(request, season)
    placed = {entry.team: division for division, entries in shown.divisions for entry in entries}
    order = sorted([*placed, *shown.unplaced], key=lambda team: team.name)
    form = PlacesForm(
        request.POST or None,
        teams=order,
        divisions=[division for division, _ in shown.divisions],
        now={team.pk: division.pk for team, division in placed.items()},
    )
    if request.method == "POST" and form.is_valid() and _placed(request, shown, form):
        return redirect("season-setup", league, season)
    return page(request, "schedule/places.html", form, set_up=shown)


def _division(shown: SetUp, slug: str) -> Division:
    found: Division = get_object_or_404(
        Division.objects.select_related("competition"), competition=shown.competition, slug=slug
    )
    return found


def _placed(request: MemberRequest, shown: SetUp, form: PlacesForm) -> bool:
    try:
        changed = place_teams(competition=shown.competition, places=form.places, by=request.user, at=now())
    except ValidationError as fault:
        form.add_fault(fault)
        return False
    messages.success(request, f"Teams placed: {len(changed)} changed.")
    return True
