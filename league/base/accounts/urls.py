"""Addresses under /accounts/ that come before allauth's own."""

from typing import Any

from allauth.account.internal.stagekit import get_pending_stage
from allauth.account.views import EmailView, LoginView, PasswordChangeView, PasswordSetView, RequestLoginCodeView
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from allauth.mfa.webauthn.views import AddWebAuthnView, login_webauthn
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from league.base.accounts.actions import end_other_sessions
from league.base.ui.old_addresses import lead_to_form


class SignIn(LoginView):
    """allauth's page, with a way back to the step of a sign-in that was begun."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "begun": get_pending_stage(self.request)}


class CodeStart(RequestLoginCodeView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "begun": get_pending_stage(self.request)}


class OnAccountPage:
    """A form of allauth's that stands on the page of the account; one that is refused is drawn by itself."""

    template_name = "accounts/refused.html"
    section, title = "password", "Change your password"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            return HttpResponsePermanentRedirect(f"{reverse('me')}#{self.section}")
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]


class AddressChange(OnAccountPage, EmailView):
    section, title = "email", "Change your e-mail address"


class PasswordSetUp(OnAccountPage, PasswordSetView):
    title = "Set a password"


class PasswordReplacement(OnAccountPage, PasswordChangeView):
    """With the password that there is."""


@require_safe
def second_step(_request: HttpRequest) -> HttpResponse:
    return lead_to_form("me", "second-step")


class AppSetUp(ActivateTOTPView):
    """allauth's page, which also ends the sessions that began without the factor."""

    def form_valid(self, form: ActivateTOTPForm) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        end_other_sessions(request=self.request)
        return response


class PasskeySetUp(AddWebAuthnView):
    def form_valid(self, form: AddWebAuthnForm) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        end_other_sessions(request=self.request)
        return response


urlpatterns = [
    path("email/", AddressChange.as_view(), name="account_email"),
    path("password/set/", PasswordSetUp.as_view(), name="account_set_password"),
    path("password/change/", PasswordReplacement.as_view(), name="account_change_password"),
    path("2fa/", second_step, name="mfa_index"),
    path("2fa/totp/activate/", AppSetUp.as_view(), name="mfa_activate_totp"),
    path("2fa/webauthn/add/", PasskeySetUp.as_view(), name="mfa_add_webauthn"),
    path("login/", SignIn.as_view(), name="account_login"),
    path("login/code/", CodeStart.as_view(), name="account_request_login_code"),
    # allauth forgets to say that signing in with a passkey is for people who are not signed in.
    path("2fa/webauthn/login/", login_not_required(login_webauthn), name="mfa_login_webauthn"),
]
