"""How sure we are of who is signed in: whether they have a second factor, and whether they showed it just now.

How long an invitation is good for, and who may send a file.
"""

import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.apps import apps
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.db import connection
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.http.response import HttpResponseBase

from league.base.accounts.models import User
from league.base.ui.converters import site_of
from league.base.ui.responses import typed_fields, unsent_form, wants_part

View = Callable[..., HttpResponse]
CONFIRMED_FOR = 15 * 60  # seconds
FILES, FILES_SALT, FILES_FOR = "files", "league.accounts.files", 2 * 60 * 60  # seconds
LAPSED = "invitation_over"  # in the session: the person who proved who they are after their invitation had run out


class SignedInRequest(HttpRequest):
    user: User


@runtime_checkable
class InvitationKeeper(Protocol):
    """The AppConfig of an app that may extend invitations."""

    def keeps_invitation(self, user: User, at: datetime) -> bool: ...


def invitation_over(user: User, at: datetime) -> bool:
    keepers = (app for app in apps.get_app_configs() if isinstance(app, InvitationKeeper))
    return user.invitation_ran_out(at) and not any(keeper.keeps_invitation(user, at) for keeper in keepers)


def factors_of(user: User) -> dict[str, int]:
    """How many there are of each type."""
    return Counter(Authenticator.objects.filter(user=user).values_list("type", flat=True))


def has_second_factor(user: User) -> bool:
    return bool(is_mfa_enabled(user, types=[Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]))


def showed_second_factor(request: HttpRequest) -> bool:
    return any(record["method"] == "mfa" for record in get_authentication_records(request, request.user))


def confirmed_recently(request: HttpRequest, now: float) -> bool:
    """With the second factor of whoever has one; `now` since 1970. True for who has nothing to show, and with DEMO."""
    if settings.DEMO or not get_adapter().get_reauthentication_methods(request.user):
        return True
    factor = has_second_factor(request.user)  # type: ignore[arg-type]
    records = get_authentication_records(request, request.user)
    return any(now - record["at"] < CONFIRMED_FOR for record in records if not factor or record["method"] == "mfa")


def ask_again(request: HttpRequest) -> HttpResponse:
    url = get_adapter().get_reauthentication_methods(request.user)[0]["url"]
    question = redirect_to_login(request.get_full_path(), url)
    return unsent_form(request, sign_in=question["Location"]) if typed_fields(request) else question


def confirm_first(view: View) -> View:
    """Asked before the form is shown."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if confirmed_recently(request, time.time()):
            return view(request, *args, **kwargs)
        return ask_again(request)

    return wrapper


class SignInFirstMiddleware(LoginRequiredMiddleware):
    """What was typed is on a page to send again after signing in beside it; a mere button leads back to its page."""

    def handle_no_permission(  # type: ignore[override]  # which only redirects
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponse:
        page, ours = request.headers.get("Referer", ""), f"{site_of(request)}/"
        if request.method != "POST" or not page.startswith(ours):
            return super().handle_no_permission(request, view_func)
        if wants_part(request):
            return HttpResponse(status=HTTPStatus.FORBIDDEN)
        sign_in = redirect_to_login(f"/{page.removeprefix(ours).lstrip('/')}", self.get_login_url(view_func))
        if not typed_fields(request):
            messages.warning(request, "You are not signed in, so nothing was sent. Sign in, then do it again.")
            return sign_in
        list(messages.get_messages(request))  # an earlier try's is over, and not to be read in this very tab
        answer = unsent_form(request, sign_in=sign_in["Location"], messages=())
        # for the next page, since this one is drawn
        messages.info(request, "What you typed is in the other tab. Once you have signed in, go back to it.")
        return answer


def let_send_files(request: HttpRequest, response: HttpResponse) -> None:
    """A signed cookie for this path."""
    response.set_signed_cookie(
        FILES, request.path, salt=FILES_SALT, max_age=FILES_FOR, path=request.path, httponly=True, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip


def was_let_send_files(request: HttpRequest, path: str) -> bool:
    return bool(request.get_signed_cookie(FILES, default="", salt=FILES_SALT, max_age=FILES_FOR) == path)


def may_send_files(path: str, cookie: str) -> bool:
    """Asked before Django has the request; whole archives are for administrators alone."""
    request = HttpRequest()
    request.COOKIES = parse_cookie(cookie)
    if was_let_send_files(request, path):
        return True
    session_key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    try:
        user = get_user(request)
    finally:
        connection.close()  # this thread is no request's, so that nobody else would give it back
    return user.is_authenticated and (user.is_staff or not path.startswith("/leagues/archive/"))
