"""The knockout of a cup: its draws, one tie and what the co-ordinator does about it, the days of its rounds."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_POST

from league.base.accounts.models import User
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.responses import act_and_report, form_action, public_page, uncached_form
from league.cups.actions.knockout import (
    announce_order,
    bring_up_to_date,
    change_night,
    free_tie,
    hold_draw,
    place_tie,
    write_fact,
)
from league.cups.forms import knockout as forms
from league.cups.models import Cup, FinalsNight
from league.cups.permissions import runs_cups
from league.cups.presenters.labels import drawn_name, fact_text
from league.cups.queries.cup_state import cup_by_address, snapshot_of, tie_page, to_chase
from league.cups.queries.draws import draw_pages, draw_preview, draws_due, redraw_of
from league.cups.queries.entries import entrants_in, full_names, names_of, short_of
from league.cups.queries.finals import OnTable, night_by_address, order_of
from league.cups.values import CupSnapshot, has_stage
from league.schedule.permissions import acts_for_entry
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import require
from scoring.season.knockout.bracket import State
from scoring.words import several


def run_cup(request: MemberRequest, season: str, cup: str) -> Cup:
    """A cup of this league, for whoever runs its cups; 403 for others, 404 for no such cup."""
    require(runs_cups(request.user, request.league))
    return cup_by_address(season, cup)


def draw(request: LeagueRequest, this_cup: Cup, to_make: Sequence[Any] = (), form: Any = None) -> HttpResponse:
    """The draws that were made, each with its proof; for whoever runs the cup also those that can be made."""
    snapshot, names = snapshot_of(this_cup, now()), names_of(this_cup)
    if not to_make and runs_cups(request.user, request.league):
        to_make = _draws_to_make(this_cup, snapshot)
    context = {
        "cup": this_cup,
        "draws": draw_pages(snapshot, names),
        "to_make": to_make,
        "stage": has_stage(this_cup),
        "shape": snapshot.rules.shape,
        "takes_entries": this_cup.takes_entries(localdate()),
    }
    return render(request, "cups/draw.html", context | {"form": form}, status=422 if form and form.errors else 200)


@uncached_form
def hold_draw_page(request: MemberRequest, league: str, season: str, cup: str, which: str) -> HttpResponse:
    this_cup = run_cup(request, season, cup)
    if request.method != "POST":
        return redirect(this_cup.part("draw"), permanent=True)
    to_make = _draws_to_make(this_cup, snapshot_of(this_cup, now()), which, request.POST)
    draw_to_make = next((each for each in to_make if each["due"].key == which), None)
    if draw_to_make is None:
        messages.error(request, "This draw is not due: it has been made already, or it comes later.")
        return redirect(this_cup.part("draw"))
    due, form = draw_to_make["due"], draw_to_make["form"]
    drawn = draw_preview(due, form.cleaned_data["lots"], draw_to_make["hat"]) if form.is_valid() else None
    draw_to_make["drawn"] = drawn
    if (drawn and form.to_look_at(drawn["text"])) or not form_action(
        request, form, hold_draw, cup=this_cup, part=due.part, round=due.round
    ):
        return draw(request, this_cup, to_make, form)
    messages.success(request, f"{this_cup}: {several(len(due.entrants), 'name')} drawn. The ties are below.")
    return redirect(this_cup.part("draw"))


def _draws_to_make(
    cup: Cup, snapshot: CupSnapshot, which: str = "", data: QueryDict | None = None
) -> list[dict[str, Any]]:
    """The draws that are due or may be made again, each with its hat and its form; `data` is sent for `which`."""
    names, called, again = names_of(cup), full_names(entrants_in(cup)), redraw_of(cup, snapshot)
    to_make: list[dict[str, Any]] = []
    for due in (*draws_due(cup, now(), snapshot), *again):
        hat = [(each.id, drawn_name(each.id, names, snapshot.bracket)) for each in due.entrants]
        form = forms.DrawForm(
            data if due.key == which else None, hat=hat, purpose=due.purpose, waiting=len(due.waiting),
            again=due in again, full_names=called, section=due.key,
        )  # fmt: skip
        to_make.append({"due": due, "again": due in again, "hat": hat, "form": form})
    return to_make


# --- ties, and the days of rounds -------------------------------------------------------------------------------------
@public_page
def tie(request: LeagueRequest, league: str, season: str, cup: str, tie: str) -> HttpResponse:
    return _tie_page(request, cup_by_address(season, cup), tie)


@uncached_form
def tie_fact(
    request: MemberRequest, league: str, season: str, cup: str, tie: str, *, kind: type[forms.FactForm]
) -> HttpResponse:
    this_cup = run_cup(request, season, cup)
    if request.method != "POST":
        return redirect("cup-tie", league, season, cup, tie, permanent=True)
    form = kind(request.POST, **_about(tie_page(this_cup, tie, now())))
    if form_action(request, form, _write, cup=this_cup, form=form):
        messages.success(request, fact_text(form.fact, names_of(this_cup), snapshot_of(this_cup, now()).bracket))
        return redirect("cup-tie", league, season, cup, tie)
    return _tie_page(request, this_cup, tie, form)


def _write(*, cup: Cup, form: forms.FactForm, by: User, at: datetime, **_typed: Any) -> None:
    write_fact(cup=cup, fact=form.fact, by=by, at=at)


def _tie_page(request: LeagueRequest, this_cup: Cup, tie: str, form: forms.FactForm | None = None) -> HttpResponse:
    shown, runs = tie_page(this_cup, tie, now()), runs_cups(request.user, request.league)
    sides = [side["entrant"] for side in shown["sides"] if side["entrant"] is not None]
    ours = request.user.is_authenticated and any(acts_for_entry(request.user, each.entry) for each in sides)
    context: dict[str, Any] = {"cup": this_cup, "seen": shown, "runs": runs, "ours": ours, "form": form, "short": {}}
    if runs:
        kinds = _may_be_done(shown)
        context["acts"] = [as_sent(form, kind(**_about(shown))) for kind in kinds]
        context["acts"] += [form] if form and type(form) not in kinds else []
    if runs or ours:
        context["short"] = [one for each in short_of(this_cup, sides, localdate(now())).values() for one in each]
    return render(request, "cups/tie.html", context, status=422 if form else 200)


def _may_be_done(shown: dict[str, Any]) -> list[type[forms.FactForm]]:
    decided = bool(shown["tie"].scores) or shown["tie"].state is State.WALKOVER
    offers = (
        (forms.TieRulingForm, shown["disputes"]),
        (forms.TieScoreForm, shown["playable"]),
        (forms.WalkoverForm, shown["playable"]),
        (forms.CorrectionForm, shown["tie"].scores and not shown["on_cards"]),
        (forms.ReplayForm, decided),
        (forms.DisqualificationForm, shown["playable"] or decided),
    )
    return [kind for kind, offered in offers if offered]


def _about(shown: dict[str, Any]) -> dict[str, Any]:
    """What a form about a tie is made with: the tie, the sides that are known, and its scores."""
    tie = shown["tie"]
    seats = zip((tie.first, tie.second), shown["sides"], strict=True)
    named_sides = [(seat, side["name"]) for seat, side in seats if isinstance(seat, str)]
    return {"tie": tie.id, "sides": named_sides, "scores": tie.scores}


@require_POST
def matches(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Take in results and put up what can be played: whoever runs cups, or anybody who is in this one."""
    this_cup = cup_by_address(season, cup)
    entries = (each.entry for each in entrants_in(this_cup))
    require(runs_cups(request.user, request.league) or any(acts_for_entry(request.user, each) for each in entries))
    made = bring_up_to_date(cup=this_cup, by=request.user, at=now())
    text = f"{this_cup}: {several(len(made), 'match')} added to the fixtures."
    messages.success(request, text if made else f"{this_cup}: every match that can be played is in the fixtures.")
    return redirect(this_cup)


def chasing(request: LeagueRequest, this_cup: Cup) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    return render(request, "cups/chasing.html", {"cup": this_cup, "chased": to_chase(this_cup, now())})


# --- finals nights ----------------------------------------------------------------------------------------------------
@public_page
def night(request: LeagueRequest, league: str, season: str, night: str) -> HttpResponse:
    return _night_page(request, night_by_address(season, night))


def _night_page(request: LeagueRequest, finals: FinalsNight, sent: PlainForm | None = None) -> HttpResponse:
    """The order of a night with what changes it: the forms of the night, and of each match."""
    order, runs = order_of(finals, now()), runs_cups(request.user, request.league)
    turns = [(at, [(tie, _place_form(tie, sent) if runs else None) for tie in ties]) for at, ties in order.turns]
    context = {"night": finals, "order": order, "turns": turns, "runs": runs, "form": sent}
    if runs:
        context["settings"] = as_sent(sent, forms.FinalsNightForm(night=finals))
    return render(request, "cups/finals/night.html", context, status=422 if sent else 200)


def _place_form(tie: OnTable, sent: PlainForm | None) -> PlainForm | None:
    if tie.row is None or tie.decided:
        return None
    initial = {"turn": tie.turn, "table": tie.table}
    return as_sent(sent, forms.FinalsPlaceForm(initial=initial, section=f"tie-{tie.row.pk}"))


@uncached_form
def settings(request: MemberRequest, league: str, season: str, night: str) -> HttpResponse:
    finals = _run_night(request, season, night)
    form = forms.FinalsNightForm(request.POST or None, night=finals)
    if form_action(request, form, change_night, night=finals):
        messages.success(request, f"{finals} was changed. Its matches have moved with it.")
    elif request.method == "POST":
        return _night_page(request, finals, form)
    return redirect("finals-night", league, season, night, permanent=request.method != "POST")


@require_POST
def announcement(request: MemberRequest, league: str, season: str, night: str) -> HttpResponse:
    finals = _run_night(request, season, night)
    act_and_report(request, announce_order, f"The match times of {finals} are set.", night=finals)
    return redirect("finals-night", league, season, night)


@uncached_form
def place(request: MemberRequest, league: str, season: str, night: str, pk: int) -> HttpResponse:
    finals, tie = _tie_on_night(request, season, night, pk)
    form = forms.FinalsPlaceForm(request.POST or None, section=f"tie-{pk}")
    if form_action(request, form, place_tie, night=finals, row=tie.row):
        messages.success(request, f"{tie.sides[0]} v {tie.sides[1]} is moved.")
    elif request.method == "POST":
        return _night_page(request, finals, form)
    return redirect("finals-night", league, season, night, permanent=request.method != "POST")


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
