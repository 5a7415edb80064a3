"""A finals night: its running order for everybody, and for the co-ordinator what can be changed about it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.responses import form_action, render_form, require_form_methods
from league.cups.actions.finals import announce_order, change_night, free_tie, open_night, place_tie
from league.cups.forms.finals import FinalsNightForm, FinalsPlaceForm
from league.cups.models import FinalsNight
from league.cups.permissions import runs_cups
from league.cups.queries.finals import OnTable, night_by_address, nights_of, order_of
from league.cups.views.cups import act_and_report
from league.schedule.models import Season
from league.schedule.queries import current_season
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import require


@login_not_required
@require_safe
def night(request: LeagueRequest, league: str, season: str, night: str) -> HttpResponse:
    """Who plays whom, on which table, and when."""
    found = night_by_address(season, night)
    context = {"night": found, "order": order_of(found, now()), "runs": runs_cups(request.user, request.league)}
    return render(request, "cups/finals/night.html", context | {"printed": now()})


@never_cache
@require_form_methods
def new_night(request: MemberRequest, league: str) -> HttpResponse:
    """A new finals night of the season under way."""
    require(runs_cups(request.user, request.league))
    season = current_season(request.league)
    if season is None:
        raise Http404("There is no season running.")
    form = FinalsNightForm(request.POST or None)
    if form_action(request, form, open_night, season=season):
        messages.success(
            request,
            "Now choose in each cup, under “Round deadlines”, what is played that night.",
        )
        return redirect("finals-night", league, season.slug, _latest(season).slug)
    return render_form(request, "cups/finals/new.html", form, season=season, nights=nights_of(season))


@never_cache
@require_form_methods
def settings(request: MemberRequest, league: str, season: str, night: str) -> HttpResponse:
    """Another day, place, hour, or number of tables."""
    found = _run_night(request, season, night)
    form = FinalsNightForm(request.POST or None, night=found)
    if form_action(request, form, change_night, night=found):
        messages.success(request, "Saved. The matches of this night have moved with it.")
        return redirect("finals-night", league, season, night)
    return render_form(request, "cups/finals/settings.html", form, night=found)


@never_cache
@require_POST
def announcement(request: MemberRequest, league: str, season: str, night: str) -> HttpResponse:
    """Write each tie's hour into its match."""
    found = _run_night(request, season, night)
    act_and_report(request, announce_order, "Match times set.", night=found)
    return redirect("finals-night", league, season, night)


@never_cache
@require_form_methods
def place(request: MemberRequest, league: str, season: str, night: str, pk: int) -> HttpResponse:
    """Put one tie on another table, or in another turn."""
    found, tie = _tie_on_night(request, season, night, pk)
    form = FinalsPlaceForm(request.POST or None, initial={"turn": tie.turn, "table": tie.table})
    if form_action(request, form, place_tie, night=found, row=tie.row):
        messages.success(request, f"{tie.sides[0]} v {tie.sides[1]} is moved.")
        return redirect("finals-night", league, season, night)
    return render_form(request, "cups/finals/place.html", form, night=found, tie=tie)


@never_cache
@require_POST
def free_tie_page(request: MemberRequest, league: str, season: str, night: str, pk: int) -> HttpResponse:
    """Let the order say again where a tie is."""
    found, tie = _tie_on_night(request, season, night, pk)
    act_and_report(
        request, free_tie, f"{tie.sides[0]} v {tie.sides[1]} is where the order has it.", night=found, row=tie.row
    )
    return redirect("finals-night", league, season, night)


def _tie_on_night(request: MemberRequest, season: str, night: str, pk: int) -> tuple[FinalsNight, OnTable]:
    found = _run_night(request, season, night)
    tie = next((each for each in order_of(found, now()).ties if each.row is not None and each.row.pk == pk), None)
    if tie is None:
        raise Http404("No such tie is played that night.")
    return found, tie


def _run_night(request: MemberRequest, season: str, night: str) -> FinalsNight:
    require(runs_cups(request.user, request.league))
    return night_by_address(season, night)


def _latest(season: Season) -> Any:
    return FinalsNight.objects.filter(season=season).latest("pk")
