"""Addresses under /accounts/ that come before allauth's own."""

from allauth.mfa.webauthn.views import login_webauthn
from django.contrib.auth.decorators import login_not_required
from django.urls import path

urlpatterns = [
    # allauth forgets to say that signing in with a passkey is for people who are not signed in.
    path("2fa/webauthn/login/", login_not_required(login_webauthn), name="mfa_login_webauthn"),
]
