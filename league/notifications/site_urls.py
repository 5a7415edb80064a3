"""Addresses in no league of what phones need: the worker that shows messages, and signing out, which ends them."""

from django.urls import path

from league.notifications.views import preferences

urlpatterns = [
    path("push/worker.js", preferences.worker, name="push-worker"),
    path("accounts/logout/", preferences.sign_out, name="sign-out"),
]
