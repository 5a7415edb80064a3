"""The list of entrants: everybody reads it, captains enter their own, and the co-ordinator whoever else."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_POST

from league.base.accounts.models import User
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.responses import act_and_report, form_action, render_form, uncached_form
from league.cups.actions.entries import change_entrant, enter, enter_all, mark_paid, substitute, take_off
from league.cups.actions.knockout import enter_late, write_fact
from league.cups.forms.entries import EntrantForm, EntriesForm, EntryForm, LateEntryForm, SubstituteForm
from league.cups.forms.knockout import WithdrawalForm
from league.cups.models import Cup, CupState, Entrant, EntrantKind
from league.cups.permissions import may_enter, runs_cups
from league.cups.presenters.labels import format_summary
from league.cups.queries.cup_state import cup_by_address, snapshot_of
from league.cups.queries.draws import late_places
from league.cups.queries.entries import (
    entered_in,
    entries_page,
    names_of,
    players_of_league,
    public_name,
    teams_to_enter,
)
from league.cups.values import has_stage
from league.schedule.models import Division
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import is_captain_here, leads, require
from scoring.season.knockout.facts import Disqualified, Withdrew


def entries(request: LeagueRequest, this_cup: Cup) -> HttpResponse:
    late = runs_cups(request.user, request.league) and _is_late(this_cup)
    form: Any = None
    if late or may_enter(request.user, request.league, this_cup, localdate(now())):
        form = _entry_form(request, this_cup, None)
    if late and "open" not in request.GET and not form.fields["place"].choices:
        form = None
    return _entries(request, this_cup, form)


def _entries(request: LeagueRequest, this_cup: Cup, form: Any) -> HttpResponse:
    runs = runs_cups(request.user, request.league)
    captain, today = is_captain_here(request.user, request.league), localdate(now())
    shown = entries_page(this_cup, today, inside=runs or captain)
    context = shown | {
        "cup": this_cup,
        "runs": runs,
        "led": {entrant.pk for entrant, *_ in shown["rows"] if leads(request.user, entrant.entry.team)},
        "takes_entries": this_cup.takes_entries(today),
        "late": isinstance(form, LateEntryForm),
        "stage": has_stage(this_cup),
        "played": format_summary(this_cup),
        "form": form,
    }
    return render(request, "cups/entries.html", context, status=422 if form and form.is_bound else 200)


@uncached_form
def new_entry(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = cup_by_address(season, cup)
    runs = runs_cups(request.user, request.league)
    require(runs or is_captain_here(request.user, request.league))
    if request.method != "POST":
        return redirect(f"{this_cup.part('entries')}&open=enter#enter", permanent=True)
    form = _entry_form(request, this_cup, request.POST)
    if isinstance(form, LateEntryForm):
        action: Any = enter_late
    else:
        action = enter_all if isinstance(form, EntriesForm) else enter
    if not form_action(request, form, action, cup=this_cup):
        return _entries(request, this_cup, form)
    number = len([*form.cleaned_data.get("entries", "1"), *form.cleaned_data.get("others", ())])
    late = "late " if action is enter_late else ""
    words = f"{this_cup}: {number} {late}{'entry' if number == 1 else 'entries'} added."
    messages.success(request, words)
    return redirect(this_cup if action is enter_late else this_cup.part("entries"))


def _is_late(this_cup: Cup) -> bool:
    return this_cup.state == CupState.DRAWN and not has_stage(this_cup)


def _entry_form(request: LeagueRequest, this_cup: Cup, data: QueryDict | None) -> Any:
    runs = runs_cups(request.user, request.league)
    today = localdate()
    offered = [team for team in teams_to_enter(this_cup, today) if runs or leads(request.user, team)]
    choices: dict[str, Any] = {"cup": this_cup, "squads": players_of_league(today), "teams": offered, "anybody": runs}
    if runs and _is_late(this_cup):
        places = late_places(snapshot_of(this_cup, now()), names_of(this_cup))
        return LateEntryForm(data, places=places, **choices)
    if this_cup.kind == EntrantKind.COMBINATION:
        return EntryForm(data, **choices)
    return EntriesForm(data, listed=entered_in(this_cup), **choices)


@uncached_form
def removal(request: MemberRequest, league: str, season: str, cup: str, pk: int) -> HttpResponse:
    entrant = _entrant(season, cup, pk)
    require(runs_cups(request.user, request.league) or leads(request.user, entrant.entry.team))
    if request.method == "POST":
        words = f"{public_name(entrant)} is off the list. They can enter again until the draw."
        act_and_report(request, take_off, words, entrant=entrant)
    return redirect(entrant.cup.part("entries"), permanent=request.method != "POST")


@require_POST
def payment(request: MemberRequest, league: str, season: str, cup: str, pk: int) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    entrant = _entrant(season, cup, pk)
    on = localdate(now()) if request.POST.get("value") == "on" else None
    text = f"{public_name(entrant)} is marked as {'paid' if on else 'not paid'}."
    act_and_report(request, mark_paid, text, entrant=entrant, on=on)
    return redirect(entrant.cup.part("entries"))


@uncached_form
def entrant(
    request: MemberRequest, league: str, season: str, cup: str, pk: int, *, act: str = "details"
) -> HttpResponse:
    """One entrant for the co-ordinator: what a draw asks; and an act each, somebody to stand in and being taken out."""
    require(runs_cups(request.user, request.league))
    entrant = _entrant(season, cup, pk)
    if request.method != "POST" and act != "details":
        return redirect("cup-entrant", league, season, cup, pk, permanent=True)
    sent = _form_about(entrant, act, request.POST or None)
    name, (action, words) = public_name(entrant), ENTRANT_ACTS[act]
    if form_action(request, sent, action, entrant=entrant):
        messages.success(request, words.format(name=name))
        return redirect(entrant.cup.part("entries"))
    forms = {section: as_sent(sent, _form_about(entrant, section)) for section in ENTRANT_ACTS}
    context = {"cup": entrant.cup, "entrant": entrant, "name": name, "stage": has_stage(entrant.cup), "forms": forms}
    return render_form(request, "cups/entrant.html", sent, **context)


def _form_about(entrant: Entrant, section: str, data: QueryDict | None = None) -> PlainForm:
    if section == "details":
        divisions = Division.objects.filter(competition__season=entrant.cup.season, competition__kind="league")
        names = divisions.order_by("rank", "pk").values_list("name", flat=True)
        values = {name: getattr(entrant, name) for name in ("seed", "rank", "region", "start")}
        drawn = entrant.cup.state != CupState.OPEN
        return EntrantForm(data, initial=values, divisions=names, drawn=drawn, section=section)
    if section == "substitute":
        today = localdate()
        squads = players_of_league(today)
        return SubstituteForm(data, entrant=entrant, squads=squads, initial={"on": today}, section=section)
    return WithdrawalForm(data, section=section)


def _withdraw(*, entrant: Entrant, how: str, reason: str, by: User, at: datetime) -> None:
    fact = (Withdrew if how == "left" else Disqualified)(entrant.key, reason)
    write_fact(cup=entrant.cup, fact=fact, by=by, at=at)


ENTRANT_ACTS: dict[str, tuple[Callable[..., Any], str]] = {
    "details": (change_entrant, "{name} was changed."),
    "substitute": (substitute, "A substitute was added to {name}."),
    "withdrawal": (_withdraw, "{name} is out of the cup."),
}


def _entrant(season: str, cup: str, pk: int) -> Entrant:
    this_cup = cup_by_address(season, cup)
    rows = Entrant.objects.filter(cup=this_cup).select_related("entry__team__league", "venue")
    entrant: Entrant = get_object_or_404(rows.prefetch_related("entry__players__league"), pk=pk)
    entrant.cup = this_cup
    return entrant
