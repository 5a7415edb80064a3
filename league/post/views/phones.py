"""Phones that have messages shown, and texts: added, stopped, and the worker that shows them."""

from pathlib import Path

from allauth.account.views import logout
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.views.decorators.http import require_POST, require_safe

from league.accounts.models import User
from league.post.actions import add_phone, choose_texts, stop_phone
from league.post.forms import PhoneForm, TextsForm
from league.post.phones import phone_words
from league.teams.middleware import MemberRequest

IN_SESSION = "phone"  # the key of the phone that this browser is


@require_POST
def addition(request: MemberRequest, league: str) -> HttpResponse:
    """Show messages on this phone: the script of the page has asked the browser for its address and keys."""
    form = PhoneForm(request.POST)
    if not form.is_valid():
        messages.error(request, form.fault)
        return redirect("what-we-send", league)
    words = phone_words(request.headers.get("User-Agent", ""))
    try:
        phone = add_phone(user=request.user, **form.cleaned_data, words=words, at=now())
    except ValidationError as fault:
        messages.error(request, fault.messages[0])
    else:
        request.session[IN_SESSION] = phone.pk
        messages.success(request, "This phone shows messages from now on.")
    return redirect("what-we-send", league)


@require_POST
def removal(request: MemberRequest, league: str) -> HttpResponse:
    """Stop one of one's own phones."""
    key = request.POST.get("phone", "")
    if key.isascii() and key.isdecimal():
        stop_phone(user=request.user, pk=int(key[:18]), at=now())
        messages.success(request, "Nothing more is sent to that phone.")
    return redirect("what-we-send", league)


@require_POST
def texts(request: MemberRequest, league: str) -> HttpResponse:
    """Have texts, or no more."""
    form = TextsForm(request.POST)
    wanted = form.is_valid() and form.cleaned_data["wanted"]
    try:
        choose_texts(league=request.league, user=request.user, wanted=wanted, at=now())
    except ValidationError as fault:
        messages.error(request, fault.messages[0])
    else:
        messages.success(request, "Saved.")
    return redirect("what-we-send", league)


@login_not_required
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that shows messages. It stands below `/push/`, where no page is that it could come between."""
    script = (Path(settings.BASE_DIR) / "static" / "js" / "push" / "worker.js").read_text()
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@login_not_required
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out as ever; a phone that is nobody's any more shows nothing more of theirs."""
    person, phone = request.user, request.session.get(IN_SESSION)
    answer: HttpResponse = logout(request)
    if isinstance(person, User) and phone is not None and not request.user.is_authenticated:
        stop_phone(user=person, pk=phone, at=now())
    return answer
