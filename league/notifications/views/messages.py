"""What was sent to whom, for the secretary; notices to many, given and being written; and fines for late cards;
and texts that come in.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages as flash
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.base.ui.responses import act_and_report, refusals_on, render_form, uncached_form, uncached_page
from league.notifications.actions.mailed_results import receive_text
from league.notifications.actions.send_messages import send_again
from league.notifications.actions.write_messages import give_notice
from league.notifications.choices import MessageState
from league.notifications.forms import NoticeForm
from league.notifications.models import Message
from league.notifications.permissions import sees_messages, writes_notices
from league.notifications.queries.letter import absolute
from league.notifications.queries.recipients import recipients_of
from league.notifications.queries.sent_messages import counts_of, late_cards_with_reminders, messages_of, notices_of
from league.notifications.sms import ReceivingGateway, RefusedError, gateway
from league.results.actions.adjustments import deduct_points, waive_penalty
from league.results.values import fines
from league.schedule.models import Fixture
from league.teams.middleware import MemberRequest
from league.teams.models import Team
from league.teams.permissions import is_secretary, require, teams_led
from scoring.treasury.facts import pounds


@uncached_page
def messages(request: MemberRequest, league: str) -> HttpResponse:
    require(sees_messages(request.user, request.league))
    state = request.GET.get("state", "")
    rows = messages_of(request.league, state)
    context = {"rows": rows, "state": state, "states": counts_of(request.league), "all": not state}
    return render(request, "notifications/messages.html", context)


@uncached_page
def message(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Without its text and links, which are the receiver's."""
    require(sees_messages(request.user, request.league))
    this_message = get_object_or_404(Message.objects.select_related("to", "league"), pk=pk, to__isnull=False)
    return render(request, "notifications/message.html", {"message": this_message})


@require_POST
def repetition(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    require(sees_messages(request.user, request.league))
    sent = send_again(message=get_object_or_404(Message, pk=pk, to__isnull=False), by=request.user, at=now())
    if sent.state == MessageState.WAITING:
        flash.success(request, "We will send it again within a minute.")
    return redirect(sent)


# --- notices ----------------------------------------------------------------------------------------------------------
@uncached_form
def notices(request: MemberRequest, league: str) -> HttpResponse:
    require(writes_notices(request.user, request.league))
    secretary = is_secretary(request.user, request.league)
    active = Team.objects.filter(league=request.league, active=True).order_by("name", "pk")
    teams = list(active) if secretary else teams_led(request.user, request.league)
    form = NoticeForm(request.POST or None, teams=teams, captains=secretary)
    if request.method != "POST" or not form.is_valid() or "change" in request.POST:
        return _list(request, form)
    if "send" not in request.POST:
        reach = recipients_of(request.league, form.team)
        return render(request, "notifications/notice_preview.html", {"form": form, "reach": reach, "team": form.team})
    values = {name: form.cleaned_data[name] for name in ("subject", "words")}
    with refusals_on(form):
        made = give_notice(league=request.league, team=form.team, by=request.user, at=now(), **values)
        flash.success(request, f"Sending to {made.reached} {'person' if made.reached == 1 else 'people'}.")
        return redirect("notices", request.league.slug)
    return _list(request, form)


def _list(request: MemberRequest, form: NoticeForm) -> HttpResponse:
    everything = is_secretary(request.user, request.league)
    rows = notices_of(request.league, None if everything else request.user)
    return render_form(request, "notifications/notices.html", form, notices=rows)


@uncached_page
def late_cards(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    late, fine = late_cards_with_reminders(request.league, now()), fines().late_card_fine(request.league)
    return render(request, "notifications/late_cards.html", {"late": late, "fine": pounds(fine) if fine else ""})


@require_POST
def penalty(request: MemberRequest, league: str, fixture: int, entry: int) -> HttpResponse:
    return _decide(request, deduct_points, fixture, entry, "Points deducted. The table says why.")


@require_POST
def lenience(request: MemberRequest, league: str, fixture: int, entry: int) -> HttpResponse:
    return _decide(request, waive_penalty, fixture, entry, "No points deducted.")


def _decide(
    request: MemberRequest, decide: Callable[..., object], fixture: int, entry: int, words: str
) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    this_fixture = get_object_or_404(Fixture, pk=fixture)
    act_and_report(request, decide, words, league=request.league, fixture_id=this_fixture.pk, entry_id=entry)
    return redirect("late-cards", request.league.slug)


# --- texts that come in -----------------------------------------------------------------------------------------------
@csrf_exempt  # the gateway has no cookie; it signs what it sends
@login_not_required
@require_POST
def received_text(request: HttpRequest) -> HttpResponse:
    sms_gateway = gateway()
    if not isinstance(sms_gateway, ReceivingGateway):
        raise Http404
    try:
        text = sms_gateway.receive(address=absolute(request.path), headers=request.headers, body=request.body)
    except RefusedError:
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    if text is not None:
        receive_text(text=text, at=now())
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
