"""The secretary's answers: registrations and transfers that wait."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.teams.actions import approve_registration, decide_transfer, refuse_registration
from league.teams.forms import ReasonForm, SinceForm, TransferForm
from league.teams.middleware import MemberRequest
from league.teams.models import Registration, Transfer
from league.teams.permissions import is_secretary, require
from league.teams.queries import concerns, registrations_waiting, transfers_waiting
from league.ui.answer import page


@require_safe
@never_cache
def registrations(request: MemberRequest, league: str) -> HttpResponse:
    """Everything about players that waits for the secretary."""
    require(is_secretary(request.user, request.league))
    waiting = concerns(request.league, registrations_waiting(request.league), timezone.localdate())
    context = {"registrations": waiting, "transfers": transfers_waiting(request.league)}
    return render(request, "teams/registrations.html", context)


@never_cache
def approval(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Register a player, from today unless said otherwise."""
    require(is_secretary(request.user, request.league))
    asked = _asked(pk)
    form = SinceForm(request.POST or None, initial={"since": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        try:
            approve_registration(registration=asked, by=request.user, at=timezone.now(), **form.cleaned_data)
        except ValidationError as fault:
            form.add_fault(fault)
        else:
            messages.success(request, f"{asked.player} is registered with {asked.team}.")
            return redirect("registrations", league)
    [shown] = concerns(request.league, [asked], timezone.localdate())
    return page(request, "teams/approval.html", form, asked=shown)


@never_cache
def refusal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Refuse a registration, with a reason."""
    require(is_secretary(request.user, request.league))
    asked = _asked(pk)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            refuse_registration(registration=asked, by=request.user, at=timezone.now(), **form.cleaned_data)
        except ValidationError as fault:
            form.add_fault(fault)
        else:
            messages.success(request, f"{asked.player} was not registered. {asked.team} can read why.")
            return redirect("registrations", league)
    return page(request, "teams/refusal.html", form, asked=asked)


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
    form = TransferForm(request.POST or None, initial={"on": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        try:
            decide_transfer(
                transfer=transfer, accepted=accepted, by=request.user, at=timezone.now(), **form.cleaned_data
            )
        except ValidationError as fault:
            form.add_fault(fault)
        else:
            done = f"plays for {transfer.joins} from now on" if accepted else f"stays with {transfer.leaves}"
            messages.success(request, f"{transfer.player} {done}.")
            return redirect("registrations", league)
    return page(request, "teams/transfer_decision.html", form, transfer=transfer, accepted=accepted)


def _asked(pk: int) -> Registration:
    related = Registration.objects.select_related("player__league", "team__league", "asked_by")
    return get_object_or_404(related, pk=pk)
