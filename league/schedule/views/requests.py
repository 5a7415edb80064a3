"""A captain asks for a match to be moved and offers dates, the other captain takes one, the secretary may decide."""

from datetime import date

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.schedule.actions import accept_date, answer_move, ask_move, decide_move, withdraw_request
from league.schedule.forms import AskMoveForm, DecideMoveForm, RefuseMoveForm, TakeDateForm
from league.schedule.models import MoveRequest
from league.schedule.permissions import may_answer_move, may_ask_move, may_move, may_withdraw_request, side_of
from league.schedule.queries import fixture_by_address, requests_about
from league.schedule.queries.move_rules import between_captains, nights_for, standing_of
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from league.ui.answer import done, page

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(FORM_METHODS)
def asking(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    """A captain asks for another date, and says which of those that fit would suit."""
    fixture = fixture_by_address(on, match).fixture
    require(may_ask_move(request.user, fixture))
    side = side_of(request.user, fixture)
    nights = nights_for(fixture, today=localdate())
    form = AskMoveForm(request.POST or None, offers=nights.offers, arranging=fixture.to_arrange)
    if done(request, form, ask_move, fixture=fixture, asked_by=side):
        waits = "has no date until you hear" if fixture.to_arrange else "stays as it is until you hear"
        messages.success(request, f"Your request has gone out. The match {waits}.")
        return redirect(fixture)
    context = {"fixture": fixture, "side": side, "nights": nights, "standing": standing_of(fixture, side, at=now())}
    return page(request, "schedule/move_request.html", form, **context)


@never_cache
@require_http_methods(FORM_METHODS)
def acceptance(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """The other captain takes one of the dates."""
    asked = get_object_or_404(requests_about(), pk=pk)
    require(may_answer_move(request.user, asked))
    dates, nights = [offer.date for offer in asked.offers.all()], nights_for(asked.fixture, today=localdate())
    form = TakeDateForm(request.POST or None, dates=dates, offers=nights.offers)
    if done(request, form, accept_date, request=asked):
        asked.refresh_from_db()
        settled = (
            f"{asked.fixture} has its date." if asked.accepted else "Your answer is with the secretary, who decides."
        )
        messages.success(request, settled)
        return redirect(asked.fixture)
    context = {"asked": asked, "fixture": asked.fixture, "settles": between_captains(asked)}
    return page(request, "schedule/move_acceptance.html", form, **context)


@never_cache
@require_POST
def agreement(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """The other captain agrees."""
    return _answered(request, pk, agreed=True)


@never_cache
@require_POST
def objection(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """The other captain does not agree."""
    return _answered(request, pk, agreed=False)


@never_cache
@require_POST
def withdrawal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """The side that asked takes it back."""
    asked = get_object_or_404(requests_about(), pk=pk)
    require(may_withdraw_request(request.user, asked))
    try:
        withdraw_request(request=asked, by=request.user, at=now())
    except ValidationError as fault:
        messages.error(request, " ".join(fault.messages))
    else:
        messages.success(request, "Your request is taken back. The match stays as it is.")
    return redirect(asked.fixture)


@never_cache
@require_http_methods(FORM_METHODS)
def granting(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """The secretary moves the match."""
    asked = _decidable(request, pk)
    form = DecideMoveForm(request.POST or None, asked=asked)
    if done(request, form, decide_move, request=asked, accepted=True):
        messages.success(request, f"{asked.fixture} is moved.")
        return redirect(asked.fixture)
    standing = standing_of(asked.fixture, asked.asked_by, at=asked.at)
    context = {"asked": asked, "fixture": asked.fixture, "standing": standing}
    return page(request, "schedule/move_granting.html", form, **context)


@never_cache
@require_http_methods(FORM_METHODS)
def refusal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """The secretary leaves the match where it is."""
    asked = _decidable(request, pk)
    form = RefuseMoveForm(request.POST or None)
    if done(request, form, decide_move, request=asked, accepted=False):
        messages.success(request, f"{asked.fixture} stays as it is. Both captains can read why.")
        return redirect(asked.fixture)
    return page(request, "schedule/move_refusal.html", form, asked=asked, fixture=asked.fixture)


def _answered(request: MemberRequest, pk: int, *, agreed: bool) -> HttpResponse:
    asked = get_object_or_404(requests_about(), pk=pk)
    require(may_answer_move(request.user, asked))
    try:
        answer_move(request=asked, agreed=agreed, by=request.user, at=now())
    except ValidationError as fault:
        messages.error(request, " ".join(fault.messages))
    else:
        messages.success(request, "Your answer is with the secretary, who decides.")
    return redirect(asked.fixture)


def _decidable(request: MemberRequest, pk: int) -> MoveRequest:
    asked = get_object_or_404(requests_about(), pk=pk)
    require(may_move(request.user, asked.fixture))
    return asked
