"""What people want to be sent: each kind on or off, the phones that show messages, texts, and the links of mails."""

from functools import partial
from pathlib import Path

from allauth.account.views import logout
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.base.accounts.models import User
from league.base.ui.responses import public_page, require_form_methods, uncached_form
from league.notifications.actions.preferences import (
    add_phone,
    choose_kinds,
    opt_out,
    set_copy_opt_in,
    set_sms_opt_in,
    stop_phone,
)
from league.notifications.choices import PUSH_KINDS, Channel
from league.notifications.forms import PhoneForm, kinds_form, texts_form
from league.notifications.queries.letter import stop_token
from league.notifications.sms import browser_name
from league.teams.middleware import LeagueRequest, MemberRequest, lets_in_by_itself
from league.teams.permissions import may_read


@require_form_methods
def kinds(request: MemberRequest, league: str) -> HttpResponse:
    if request.method != "POST":
        return _asked(league, permanent=True)
    form = kinds_form(request.user, request.league, request.POST)
    if form.is_valid():
        user, at, chosen = request.user, now(), form.cleaned_data
        choose = partial(choose_kinds, league=request.league, user=user, by=user, at=at)
        choose(offered=form.offered, kinds=chosen["kinds"])
        if "copies" in chosen:
            set_copy_opt_in(league=request.league, user=user, wanted=chosen["copies"], at=at)
        if "pushed" in chosen:
            choose(offered=PUSH_KINDS, kinds=chosen["pushed"], channel=Channel.PUSH)
        messages.success(request, "Your choice of messages was changed.")
    return _asked(league)


def _asked(league: str, *, permanent: bool = False) -> HttpResponse:
    """The choices; once they were sent, the head of their page, where it says what came of it."""
    return redirect(f"{reverse('me')}?league={league}{'#e-mails' if permanent else ''}", permanent=permanent)


@csrf_exempt
@lets_in_by_itself
@login_not_required
@uncached_form
def unsubscribe(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """Asked on a page, or in one click by the mail program (RFC 8058); the link is signed."""
    named = stop_token(token)
    if named is None or named[1] != request.league.pk:
        if not may_read(request.user, request.league):
            request.league = None  # type: ignore[assignment]  # the page that says so does not name it
            raise Http404("There is no such page.")
        return render(request, "notifications/unsubscribe_wrong.html", status=410)
    user, kind = get_object_or_404(User, pk=named[0]), named[2]
    done = request.method == "POST"
    if done:
        opt_out(league=request.league, user=user, kind=kind, at=now())
    return render(request, "notifications/unsubscribe.html", {"kind": kind, "done": done})


# --- phones and texts -------------------------------------------------------------------------------------------------
IN_SESSION = "phone"  # the key of the phone that this browser is


@require_POST
def addition(request: MemberRequest, league: str) -> HttpResponse:
    form = PhoneForm(request.POST)
    if not form.is_valid():
        messages.error(request, form.error)
        return _asked(league)
    text = browser_name(request.headers.get("User-Agent", ""))
    try:
        phone = add_phone(user=request.user, **form.cleaned_data, words=text, at=now())
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        request.session[IN_SESSION] = phone.pk
        messages.success(request, "This phone will now show messages.")
    return _asked(league)


@require_POST
def removal(request: MemberRequest, league: str) -> HttpResponse:
    key = request.POST.get("phone", "")
    if key.isascii() and key.isdecimal():
        stop_phone(user=request.user, pk=int(key[:18]), at=now())
        messages.success(request, "We will send no more messages to that phone.")
    return _asked(league)


@require_POST
def texts(request: MemberRequest, league: str) -> HttpResponse:
    form = texts_form(request.user, request.league, request.POST)
    wanted = form.cleaned_data if form.is_valid() else {}
    try:
        set_sms_opt_in(league=request.league, user=request.user, **wanted, at=now())
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, f"Text messages are {'on' if any(wanted.values()) else 'off'}.")
    return _asked(league)


@public_page
def worker(request: HttpRequest) -> HttpResponse:
    script = (Path(settings.BASE_DIR) / "static" / "js" / "push" / "worker.js").read_text()
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@login_not_required
def sign_out(request: HttpRequest) -> HttpResponse:
    """The phone of this browser is told nothing more; cached pages go, taps not yet sent stay."""
    if request.method != "POST":
        return redirect("me", permanent=True)
    person, phone = request.user, request.session.get(IN_SESSION)
    answer: HttpResponse = logout(request)
    if isinstance(person, User) and phone is not None and not request.user.is_authenticated:
        stop_phone(user=person, pk=phone, at=now())
    answer["Clear-Site-Data"] = '"cache"'
    return answer
