"""Addresses under /accounts/ that come before allauth's own."""

from typing import Any

from allauth.account.internal.stagekit import get_pending_stage
from allauth.account.views import LoginView, RequestLoginCodeView
from allauth.mfa.webauthn.views import login_webauthn
from django.contrib.auth.decorators import login_not_required
from django.urls import path


class SignIn(LoginView):
    """allauth's page, with a way back to the step of a sign-in that was begun."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "begun": get_pending_stage(self.request)}


class CodeStart(RequestLoginCodeView):
    """The same for asking for a code."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "begun": get_pending_stage(self.request)}


urlpatterns = [
    path("login/", SignIn.as_view(), name="account_login"),
    path("login/code/", CodeStart.as_view(), name="account_request_login_code"),
    # allauth forgets to say that signing in with a passkey is for people who are not signed in.
    path("2fa/webauthn/login/", login_not_required(login_webauthn), name="mfa_login_webauthn"),
]
