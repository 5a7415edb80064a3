"""Addresses in no league of what phones need: the worker that shows messages, and signing out, which ends them; and
where the gateway of texts tells of those that came in.
"""

from django.urls import path

from league.notifications.views import messages, preferences

urlpatterns = [
    path("push/worker.js", preferences.worker, name="push-worker"),
    path("texts/", messages.received_text, name="received-text"),
    path("accounts/logout/", preferences.sign_out, name="sign-out"),
]
