"""How allauth behaves here: nobody signs up by themselves, an invitation runs out, factors have plain names."""

import time
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.stages import EmailVerificationStage, LoginByCodeStage
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from league.base.accounts.limits import refuse_too_many_passwords, remember_device
from league.base.accounts.models import User
from league.base.accounts.permissions import LAPSED, confirmed_recently, invitation_over
from league.base.server.headers import network_of


# allauth leads every sign-in page back to a step that is not finished. Here those pages stay open: whoever mistyped an
# address, or lent out a phone, starts again, and the new sign-in takes the place of the old one.
class CodeStage(LoginByCodeStage):
    def is_resumable(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False


class AddressStage(EmailVerificationStage):
    def is_resumable(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False


class FactorStage(AuthenticateStage):
    def is_resumable(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False


WAYS_TO_CONFIRM = {
    "reauthenticate": "Your password",
    "mfa_reauthenticate": "A code from your app, or a recovery code",
    "mfa_reauthenticate:webauthn": "Your passkey",
}


class InviteOnlyAdapter(DefaultAccountAdapter):
    """People are invited by an officer of their league; there is no open sign-up."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account is closed.",
        "email_password_mismatch": "The e-mail address or password is not right.",
        "email_taken": "Someone else signs in with that address.",
        "incorrect_code": "That code is not right. Check the e-mail and try again.",
        "incorrect_password": "That password is not right.",
        "rate_limited": "Too many attempts. Wait a minute, then try again.",
        "same_as_current": "That is already your address.",
        "too_many_login_attempts": "That was the third wrong code, so it no longer works. Ask for a new one.",
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Of IPv6 the network, since whoever has one address there has them all."""
        return network_of(super().get_client_ip(request))

    def get_login_stages(self) -> list[str]:
        return [f"league.base.accounts.adapter.{name}" for name in ("CodeStage", "AddressStage", "FactorStage")]

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:  # noqa: ARG002
        """Ask again only after a quarter of an hour: who has just signed in has just shown who they are."""
        return not confirmed_recently(self.request, time.time())

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, str]]:
        """Whoever has a second factor shows that, since a password is less."""
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        methods = [method | {"description": WAYS_TO_CONFIRM[method["id"]]} for method in methods]
        return [method for method in methods if method["id"] != "reauthenticate"] or methods

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """The person has shown a password or code by now, so that telling them gives nothing away."""
        if invitation_over(user, timezone.now()):
            clear_login(request)  # or the next sign-in would wait for this one's code, and send no other
            request.session[LAPSED] = user.pk
            return redirect("invitation-over")
        return super().pre_login(request, user, **kwargs)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_device(response, user)
        return response

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count by account and client address, where allauth counts by account: anybody could lock a person out."""
        refuse_too_many_passwords(request, credentials.get("email", ""))

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """The outbox sends no code that has run out."""
        if "code" in context:
            runs_out = timezone.now() + timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
            headers = {**(headers or {}), "Expires": format_datetime(runs_out)}
        return super().render_mail(template_prefix, email, context, headers)

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """A form only says so of codes from an app, of which allauth counts five in five minutes for each person."""
        if code in {"rate_limited", "too_many_login_attempts"}:
            return ValidationError("Too many wrong codes. Wait five minutes, then try again.", code=code)
        return super().validation_error(code, *args)


class PlainFactors(DefaultMFAAdapter):
    """Second factors in words that a secretary would use."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": "Remove your second step first, then change the address.",
        "incorrect_code": "That code is not right. Codes change every 30 seconds: try the newest one.",
        "unverified_email": "Confirm your e-mail address first: sign out, then sign in with an e-mailed code.",
    }

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        others = Authenticator.objects.filter(user=user, type=type).count()
        return f"Passkey {others + 1}" if others else "Passkey"
