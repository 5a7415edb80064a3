"""The secretary's answers: registrations and transfers that wait."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.responses import form_action, render_form
from league.teams.actions import approve_registration, check_signings, decide_transfer, refuse_registration
from league.teams.actions.player_merges import mark_distinct
from league.teams.forms import RefusalForm, SinceForm, TransferForm
from league.teams.middleware import MemberRequest
from league.teams.models import Registration, Transfer
from league.teams.permissions import is_secretary, require
from league.teams.queries import concerns, registrations_waiting, signings_to_check, similar_players, transfers_waiting
from scoring.words import several


@require_safe
@never_cache
def registrations(request: MemberRequest, league: str) -> HttpResponse:
    """Everything about players that waits for the secretary."""
    require(is_secretary(request.user, request.league))
    waiting = concerns(request.league, registrations_waiting(request.league), timezone.localdate())
    context = {
        "registrations": waiting,
        "transfers": transfers_waiting(request.league),
        "signings": concerns(request.league, signings_to_check(request.league), timezone.localdate()),
    }
    return render(request, "teams/registrations.html", context)


@require_POST
def signings(request: MemberRequest, league: str) -> HttpResponse:
    """The secretary has looked at some of those who signed on the night, or at all of them."""
    require(is_secretary(request.user, request.league))
    keys = [key for key in request.POST.getlist("signing") if key.isdecimal()]
    looked = signings_to_check(request.league).filter(pk__in=keys)
    number = check_signings(registrations=looked, by=request.user, at=timezone.now())
    messages.success(request, f"{several(number, 'signing')} checked.")
    return redirect("registrations", league)


@never_cache
def approval(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Register a player, from today unless said otherwise."""
    require(is_secretary(request.user, request.league))
    registration = _registration(pk)
    near = [
        each for each in similar_players(request.league, registration.player.name) if each.player != registration.player
    ]
    form = SinceForm(request.POST or None, near=near, initial={"since": timezone.localdate()})
    if form_action(request, form, approve_registration, registration=registration):
        for other in form.near:
            mark_distinct(one=registration.player, two=other, by=request.user, at=timezone.now())
        messages.success(request, f"{registration.player} is registered with {registration.team}.")
        return redirect("registrations", league)
    [shown] = concerns(request.league, [registration], timezone.localdate())
    return render_form(request, "teams/approval.html", form, asked=shown)


@never_cache
def refusal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Refuse a registration, with a reason."""
    require(is_secretary(request.user, request.league))
    registration = _registration(pk)
    form = RefusalForm(request.POST or None)
    if form_action(request, form, refuse_registration, registration=registration):
        messages.success(request, f"{registration.player} was not registered. {registration.team} can read why.")
        return redirect("registrations", league)
    return render_form(request, "teams/refusal.html", form, asked=registration)


@never_cache
def acceptance(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Make a transfer."""
    return _decide(request, league, pk, accepted=True)


@never_cache
def transfer_refusal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Refuse a transfer, with a reason."""
    return _decide(request, league, pk, accepted=False)


def _decide(request: MemberRequest, league: str, pk: int, *, accepted: bool) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    related = Transfer.objects.select_related("player", "leaves", "joins", "left_agreed_by", "joined_agreed_by")
    transfer = get_object_or_404(related, pk=pk)
    today, sent = {"on": timezone.localdate()}, request.POST or None
    form = TransferForm(sent, initial=today) if accepted else RefusalForm(sent)
    known = {} if accepted else today
    if form_action(request, form, decide_transfer, transfer=transfer, accepted=accepted, **known):
        done = f"plays for {transfer.joins} from now on" if accepted else f"stays with {transfer.leaves}"
        messages.success(request, f"{transfer.player} {done}.")
        return redirect("registrations", league)
    return render_form(request, "teams/transfer_decision.html", form, transfer=transfer, accepted=accepted)


def _registration(pk: int) -> Registration:
    related = Registration.objects.select_related("player__league", "team__league", "asked_by")
    return get_object_or_404(related, pk=pk)
