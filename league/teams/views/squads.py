"""A captain's squad: who is registered, asking for players, letting them go, agreeing to transfers."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.base.ui.formats import night
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.old_addresses import form_on
from league.base.ui.responses import form_action, refusals_on, render_form, require_sent, uncached_form, uncached_page
from league.teams.actions.player_merges import mark_distinct
from league.teams.actions.registrations import (
    agree_transfer,
    approve_registration,
    ask_registration,
    ask_transfer,
    check_signings,
    decide_transfer,
    leave_team,
    nominate_players,
    refuse_registration,
)
from league.teams.forms import LeaveTeamForm, NominationForm, RefusalForm, RegistrationForm, SinceForm, TransferForm
from league.teams.middleware import MemberRequest
from league.teams.models import Registration, Team, Transfer
from league.teams.permissions import is_secretary, leads, may_change_squad, may_see_squad, require
from league.teams.queries.squads import (
    SquadRules,
    concerns,
    link_of_team,
    nominations_of,
    registrations_waiting,
    requests_of,
    signings_to_check,
    similar_players,
    squad_of,
    squad_rules,
    transfers_of,
    transfers_to_decide,
)
from league.teams.tables import SquadTable
from scoring.words import several


@uncached_page
def squad(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = _team(team)
    require(may_see_squad(request.user, this_team))
    return _squad_page(request, this_team)


def _squad_page(request: MemberRequest, team: Team, sent: PlainForm | None = None) -> HttpResponse:
    today, may_change = timezone.localdate(), may_change_squad(request.user, team)
    registrations, requests = list(squad_of(team, today)), list(requests_of(team, timezone.now()))
    table = SquadTable(registrations, exclude=() if may_change else ("leave",), request=request)
    rules = squad_rules(request.league, len(registrations), today)
    context: dict[str, Any] = {
        "team": team,
        "table": table,
        "rules": rules,
        "leaving": sum(row.until is not None for row in registrations),
        "requests": requests,
        "transfers": transfers_of(team),
        "nominations": nominations_of(team, today),
        "leads": leads(request.user, team),
        "form": sent,
    }
    if may_change:
        context |= _squad_forms(request, team, context)
    return render(request, "teams/squad.html", context, status=422 if sent and sent.errors else 200)


def _squad_forms(request: MemberRequest, team: Team, context: dict[str, Any]) -> dict[str, Any]:
    sent, rules, table = context["form"], context["rules"], context["table"]
    opened = sent.section if sent else request.GET.get("open", "")
    for row in (*table.data, *context["requests"]):
        row.leaving = as_sent(sent, LeaveTeamForm(section=f"leave-{row.pk}", initial={"until": rules.today}))
    table.unfold("leave", opened)
    return {
        "may_change": True,
        "registering": as_sent(sent, _registration_form(request, team, rules)),
        "joins": link_of_team(team) is not None,
        "secretary": is_secretary(request.user, request.league),
    }


@form_on("squad", "register")
def register_player(request: MemberRequest, league: str, team: str) -> HttpResponse:
    """Near names are asked about first; the secretary's own asking registers at once."""
    this_team = _team(team)
    require(may_change_squad(request.user, this_team))
    require_sent(request)
    today = timezone.localdate()
    rules = squad_rules(request.league, squad_of(this_team, today).count(), today)
    near = similar_players(request.league, request.POST.get("name", ""))
    form = _registration_form(request, this_team, rules, data=request.POST, near=near)
    if form.is_valid():
        with refusals_on(form):
            messages.success(request, _register(request, this_team, form))
            return redirect("squad", league, this_team.slug)
    return _squad_page(request, this_team, form)


def _registration_form(request: MemberRequest, team: Team, rules: SquadRules, **values: Any) -> RegistrationForm:
    by_secretary, since = is_secretary(request.user, request.league), {"since": rules.today}
    over = rules.over(team) if by_secretary else ""
    return RegistrationForm(over=over, dated=by_secretary, section="register", initial=since, **values)


def _register(request: MemberRequest, team: Team, form: RegistrationForm) -> str:
    chosen, by, at = form.chosen, request.user, timezone.now()
    if chosen is not None and chosen.now is not None and chosen.now.team_id != team.pk:
        ask_transfer(player=chosen.player, joins=team, by=by, at=at)
        return f"{chosen.player} is with {chosen.now.team}. Both captains and the secretary must agree to the transfer."
    if chosen is not None:
        registration = ask_registration(team=team, player=chosen.player, by=by, at=at)
    else:
        values = {name: form.cleaned_data[name] for name in ("name", "known_as", "under_18", "guardian_agreed_on")}
        registration = ask_registration(team=team, by=by, at=at, **values)
    if is_secretary(by, request.league):
        since = form.cleaned_data.get("since") or timezone.localdate()
        approve_registration(registration=registration, since=since, by=by, at=at)
        return f"{registration.player} is registered with {team}."
    return f"We have asked the secretary to register {registration.player}."


@form_on("squad", "leave-{pk}")
def leaving(request: MemberRequest, league: str, team: str, pk: int) -> HttpResponse:
    this_team = _team(team)
    require(may_change_squad(request.user, this_team))
    registration = get_object_or_404(Registration.objects.select_related("player", "team"), pk=pk, team=this_team)
    form = LeaveTeamForm(request.POST, section=f"leave-{pk}")
    if form_action(request, form, leave_team, registration=registration):
        last_day = night(form.cleaned_data["until"], year=True)
        messages.success(request, f"{registration.player}: the last day with {this_team} is {last_day}.")
        return redirect("squad", league, this_team.slug)
    return _squad_page(request, this_team, form)


@uncached_form
def nominating(request: MemberRequest, league: str, team: str) -> HttpResponse:
    """Name the players of an A team who may play for no other: its captain until the last day, then the secretary."""
    this_team, by_secretary = _team(team), is_secretary(request.user, request.league)
    nominations = nominations_of(this_team, timezone.localdate())
    require(may_change_squad(request.user, this_team))
    may_name = nominations is not None and (by_secretary or nominations.open)
    form = NominationForm(request.POST if request.method == "POST" else None, nominations=nominations)
    if form_action(request, form, nominate_players, team=this_team):
        messages.success(request, f"{this_team}: {several(len(form.cleaned_data['players']), 'player')} nominated.")
        return redirect("squad", league, this_team.slug)
    return render_form(
        request, "teams/nomination.html", form, team=this_team, nominations=nominations, may_name=may_name
    )


@require_POST
def agreement(request: MemberRequest, league: str, team: str, pk: int) -> HttpResponse:
    this_team = _team(team)
    require(leads(request.user, this_team))
    transfer = get_object_or_404(transfers_of(this_team), pk=pk)
    agree_transfer(transfer=transfer, team=this_team, by=request.user, at=timezone.now())
    messages.success(request, f"You agreed to the transfer of {transfer.player}.")
    return redirect("squad", league, this_team.slug)


def _team(slug: str) -> Team:
    return get_object_or_404(Team.objects.select_related("league", "venue"), slug=slug)


# --- registrations and transfers --------------------------------------------------------------------------------------
@uncached_page
def registrations(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    return _registrations_page(request)


@require_POST
def signings(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    keys = [key for key in request.POST.getlist("signing") if key.isdecimal()]
    looked = signings_to_check(request.league).filter(pk__in=keys)
    number = check_signings(registrations=looked, by=request.user, at=timezone.now())
    messages.success(request, f"{several(number, 'signing')} checked.")
    return redirect("registrations", league)


@form_on("registrations", "register-{pk}")
def approval(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    registration = _registration(request, pk)
    form = SinceForm(request.POST, near=registration.near, section=f"register-{pk}")
    if form_action(request, form, approve_registration, registration=registration):
        for other in form.near:
            mark_distinct(one=registration.player, two=other, by=request.user, at=timezone.now())
        messages.success(request, f"{registration.player} is registered with {registration.team}.")
        return redirect("registrations", league)
    return _registrations_page(request, form)


@form_on("registrations", "refuse-{pk}")
def refusal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    registration = _registration(request, pk)
    form = RefusalForm(request.POST, section=f"refuse-{pk}")
    if form_action(request, form, refuse_registration, registration=registration):
        messages.success(request, f"{registration.player} was not registered. {registration.team} can read why.")
        return redirect("registrations", league)
    return _registrations_page(request, form)


@form_on("registrations", "transfer-{pk}")
def acceptance(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    transfer = _transfer(request, pk)
    form = TransferForm(request.POST, section=f"transfer-{pk}")
    if form_action(request, form, decide_transfer, transfer=transfer, accepted=True):
        first_day = night(form.cleaned_data["on"], year=True)
        messages.success(request, f"{transfer.player} plays for {transfer.joins} from {first_day}.")
        return redirect("registrations", league)
    return _registrations_page(request, form)


@form_on("registrations", "keep-{pk}")
def transfer_refusal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    transfer = _transfer(request, pk)
    form = RefusalForm(request.POST, section=f"keep-{pk}")
    if form_action(request, form, decide_transfer, transfer=transfer, accepted=False, on=timezone.localdate()):
        messages.success(request, f"{transfer.player} stays with {transfer.leaves}.")
        return redirect("registrations", league)
    return _registrations_page(request, form)


def _registrations_page(request: MemberRequest, sent: Any = None) -> HttpResponse:
    today = timezone.localdate()
    waiting: Any = concerns(request.league, registrations_waiting(request.league), today)
    transfers: Any = transfers_to_decide(request.league, today)
    for row in waiting:
        row.approval = as_sent(sent, SinceForm(near=row.near, section=f"register-{row.pk}", initial={"since": today}))
        row.refusal = as_sent(sent, RefusalForm(section=f"refuse-{row.pk}"))
    for row in transfers:
        row.approval = as_sent(sent, TransferForm(section=f"transfer-{row.pk}", initial={"on": today}))
        row.refusal = as_sent(sent, RefusalForm(section=f"keep-{row.pk}"))
    context = {
        "registrations": waiting,
        "transfers": transfers,
        "signings": concerns(request.league, signings_to_check(request.league), today),
        "form": sent,
    }
    return render(request, "teams/registrations.html", context, status=422 if sent else 200)


def _transfer(request: MemberRequest, pk: int) -> Transfer:
    require(is_secretary(request.user, request.league))
    return get_object_or_404(Transfer.objects.select_related("player", "leaves", "joins"), pk=pk)


def _registration(request: MemberRequest, pk: int) -> Any:
    require(is_secretary(request.user, request.league))
    related = Registration.objects.select_related("player__league", "team__league", "asked_by")
    [registration] = concerns(request.league, [get_object_or_404(related, pk=pk)], timezone.localdate())
    return registration
