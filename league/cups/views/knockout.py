"""The knockout of a cup: its draws, one tie, the days of its rounds, and what the co-ordinator does about a tie.

Each thing done about a tie is a page with its form, and writes one fact down.
"""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.base.accounts.models import User
from league.base.ui.responses import act_and_report, form_action, render_form, require_form_methods
from league.cups.actions.finals import announce_order, change_night, free_tie, open_night, place_tie, set_rounds
from league.cups.actions.knockout import bring_up_to_date, hold_draw, write_fact
from league.cups.forms.knockout import DrawForm, FactForm, FinalsNightForm, FinalsPlaceForm, RoundsForm
from league.cups.models import Cup, FinalsNight
from league.cups.permissions import acts_for_entry, runs_cups
from league.cups.presenters.labels import dispute, drawn_name, side_name, tie_name
from league.cups.presenters.ties import rounds_of, rounds_of_groups
from league.cups.queries.cup_state import cup_by_address, day_of, days_of, snapshot_of, tie_page, to_chase
from league.cups.queries.draws import draw_check, draw_pages, draw_preview, draws_due, redraw_of
from league.cups.queries.entries import entrants_in, full_names, names_of, short_of
from league.cups.queries.finals import OnTable, night_by_address, nights_of, order_of
from league.cups.values import has_stage
from league.cups.views.cups import run_cup
from league.schedule.queries.matches import current_season
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import require


@login_not_required
@require_safe
def draw(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = cup_by_address(season, cup)
    snapshot = snapshot_of(this_cup, now())
    runs = runs_cups(request.user, request.league)
    due = draws_due(this_cup, now(), snapshot) if runs else ()
    again = redraw_of(this_cup, snapshot) if runs else ()
    context = {
        "cup": this_cup,
        "draws": draw_pages(snapshot, names_of(this_cup)),
        "due": due,
        "again": again,
        "stage": has_stage(this_cup),
        "shape": snapshot.rules.shape,
    }
    return render(request, "cups/draw.html", context)


@never_cache
@require_form_methods
def hold_draw_page(request: MemberRequest, league: str, season: str, cup: str, which: str) -> HttpResponse:
    """Make a draw: by the site, from the names as they came out of the hat, or from a published number."""
    this_cup = run_cup(request, season, cup)
    snapshot = snapshot_of(this_cup, now())
    again = redraw_of(this_cup, snapshot)
    due = next((each for each in (*draws_due(this_cup, now(), snapshot), *again) if each.key == which), None)
    if due is None:
        messages.error(request, "This draw is not due: it has been made already, or it comes later.")
        return redirect("cup-draw", league, season, cup)
    names, takes_entries = names_of(this_cup), this_cup.takes_entries(localdate())
    hat = [(each.id, drawn_name(each.id, names, snapshot.bracket)) for each in due.entrants]
    kinds: dict[str, Any] = {"purpose": due.purpose, "waiting": len(due.waiting), "again": due in again}
    form = DrawForm(request.POST or None, hat=hat, full_names=full_names(entrants_in(this_cup)), **kinds)
    drawn = draw_preview(due, form.cleaned_data["lots"], hat) if form.is_valid() else None
    context = {"cup": this_cup, "due": due, "hat": hat, "drawn": drawn, "takes_entries": takes_entries}
    if drawn and form.to_look_at(drawn["text"]):
        return render(request, "cups/holding.html", {"form": form, **context})
    if form_action(request, form, hold_draw, cup=this_cup, part=due.part, round=due.round):
        messages.success(request, "The draw has been made.")
        return redirect("cup-draw", league, season, cup)
    return render_form(request, "cups/holding.html", form, **context)


@login_not_required
@require_safe
def check(request: LeagueRequest, league: str, season: str, cup: str, which: str) -> HttpResponse:
    """Make a draw again from what is published, and show what each name was sorted by."""
    this_cup = cup_by_address(season, cup)
    snapshot, names = snapshot_of(this_cup, now()), names_of(this_cup)
    page = next((each for each in draw_pages(snapshot, names) if each["key"] == which), None)
    if page is None:
        raise Http404(f"No draw {which}.")
    context = {"cup": this_cup} | draw_check(page, names, snapshot.bracket)
    return render(request, "cups/draw_check.html", context)


# --- ties, and the days of rounds -------------------------------------------------------------------------------------
@login_not_required
@require_safe
def tie(request: LeagueRequest, league: str, season: str, cup: str, tie: str) -> HttpResponse:
    this_cup = cup_by_address(season, cup)
    tie_shown, runs = tie_page(this_cup, tie, now()), runs_cups(request.user, request.league)
    sides = [side["entrant"] for side in tie_shown["sides"] if side["entrant"] is not None]
    ours = request.user.is_authenticated and any(acts_for_entry(request.user, each.entry) for each in sides)
    context: dict[str, Any] = {"cup": this_cup, "seen": tie_shown, "runs": runs, "ours": ours, "short": {}}
    if runs or ours:
        context["short"] = [one for each in short_of(this_cup, sides, localdate(now())).values() for one in each]
    return render(request, "cups/tie.html", context)


@never_cache
@require_POST
def matches(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Take in results and put up what can be played: whoever runs cups, or anybody who is in this one."""
    this_cup = cup_by_address(season, cup)
    entries = (each.entry for each in entrants_in(this_cup))
    require(runs_cups(request.user, request.league) or any(acts_for_entry(request.user, each) for each in entries))
    made = bring_up_to_date(cup=this_cup, by=request.user, at=now())
    text = "1 match is put up." if len(made) == 1 else f"{len(made)} matches are put up."
    messages.success(request, text if made else "Everything that can be played is put up.")
    return redirect(this_cup)


@never_cache
@require_form_methods
def days(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_cup(request, season, cup)
    snapshot = snapshot_of(this_cup, now())
    groups = rounds_of_groups(day_of(this_cup, now())) if this_cup.groups_by_card else ()
    rounds = (*groups, *rounds_of(snapshot.bracket, len(entrants_in(this_cup))))
    nights = nights_of(this_cup.season)
    form = RoundsForm(request.POST or None, rounds=rounds, days=days_of(this_cup), nights=nights)
    if form_action(request, form, set_rounds, cup=this_cup):
        messages.success(request, "The days are set.")
        return redirect("cup-days", league, season, cup)
    return render_form(request, "cups/days.html", form, cup=this_cup, nights=nights)


@never_cache
@require_safe
def chase_page(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_cup(request, season, cup)
    return render(request, "cups/chasing.html", {"cup": this_cup, "chased": to_chase(this_cup, now())})


# --- what the co-ordinator does about one tie -------------------------------------------------------------------------
@never_cache
@require_form_methods
def tie_fact(
    request: MemberRequest, league: str, season: str, cup: str, tie: str, *, kind: type[FactForm]
) -> HttpResponse:
    this_cup = run_cup(request, season, cup)
    context = _about(this_cup, tie)
    form = kind(request.POST or None, tie=tie, sides=context["sides"], scores=context["tie"].scores)
    if form_action(request, form, _write, cup=this_cup, form=form):
        messages.success(request, "It is written down.")
        return redirect("cup-tie", request.league.slug, season, cup, tie)
    return render_form(request, "cups/action_form.html", form, **context)


def _write(*, cup: Cup, form: FactForm, by: User, at: datetime, **_typed: Any) -> None:
    write_fact(cup=cup, fact=form.fact, by=by, at=at)


def _about(cup: Cup, tie: str) -> dict[str, Any]:
    """The tie with the sides that are known, for its page; Http404 for no such tie."""
    bracket = snapshot_of(cup, now()).bracket
    match = next((each for each in bracket.ties if each.id == tie), None) if bracket else None
    if bracket is None or match is None:
        raise Http404(f"No tie {tie} in {cup}.")
    names = names_of(cup)
    sides = [(seat, side_name(seat, names)) for seat in (match.first, match.second) if isinstance(seat, str)]
    disputes = [dispute(bracket, each, names) for each in match.conflicts]
    return {"cup": cup, "tie": match, "sides": sides, "name": tie_name(bracket, match), "disputes": disputes}


# --- finals nights ----------------------------------------------------------------------------------------------------
@login_not_required
@require_safe
def night(request: LeagueRequest, league: str, season: str, night: str) -> HttpResponse:
    finals = night_by_address(season, night)
    context = {"night": finals, "order": order_of(finals, now()), "runs": runs_cups(request.user, request.league)}
    return render(request, "cups/finals/night.html", context | {"printed": now()})


@never_cache
@require_form_methods
def new_night(request: MemberRequest, league: str) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    season = current_season(request.league)
    if season is None:
        raise Http404("There is no season running.")
    form = FinalsNightForm(request.POST or None)
    if form_action(request, form, open_night, season=season):
        messages.success(request, "Now choose in each cup, under “Round deadlines”, what is played that night.")
        return redirect("finals-night", league, season.slug, season.finals_nights.latest("pk").slug)
    return render_form(request, "cups/finals/new.html", form, season=season, nights=nights_of(season))


@never_cache
@require_form_methods
def settings(request: MemberRequest, league: str, season: str, night: str) -> HttpResponse:
    finals = _run_night(request, season, night)
    form = FinalsNightForm(request.POST or None, night=finals)
    if form_action(request, form, change_night, night=finals):
        messages.success(request, "Saved. The matches of this night have moved with it.")
        return redirect("finals-night", league, season, night)
    return render_form(request, "cups/finals/settings.html", form, night=finals)


@never_cache
@require_POST
def announcement(request: MemberRequest, league: str, season: str, night: str) -> HttpResponse:
    finals = _run_night(request, season, night)
    act_and_report(request, announce_order, "Match times set.", night=finals)
    return redirect("finals-night", league, season, night)


@never_cache
@require_form_methods
def place(request: MemberRequest, league: str, season: str, night: str, pk: int) -> HttpResponse:
    finals, tie = _tie_on_night(request, season, night, pk)
    form = FinalsPlaceForm(request.POST or None, initial={"turn": tie.turn, "table": tie.table})
    if form_action(request, form, place_tie, night=finals, row=tie.row):
        messages.success(request, f"{tie.sides[0]} v {tie.sides[1]} is moved.")
        return redirect("finals-night", league, season, night)
    return render_form(request, "cups/finals/place.html", form, night=finals, tie=tie)


@never_cache
@require_POST
def free_tie_page(request: MemberRequest, league: str, season: str, night: str, pk: int) -> HttpResponse:
    finals, tie = _tie_on_night(request, season, night, pk)
    act_and_report(
        request, free_tie, f"{tie.sides[0]} v {tie.sides[1]} is where the order has it.", night=finals, row=tie.row
    )
    return redirect("finals-night", league, season, night)


def _tie_on_night(request: MemberRequest, season: str, night: str, pk: int) -> tuple[FinalsNight, OnTable]:
    finals = _run_night(request, season, night)
    tie = next((each for each in order_of(finals, now()).ties if each.row is not None and each.row.pk == pk), None)
    if tie is None:
        raise Http404("No such tie is played that night.")
    return finals, tie


def _run_night(request: MemberRequest, season: str, night: str) -> FinalsNight:
    require(runs_cups(request.user, request.league))
    return night_by_address(season, night)
