"""Addresses in no league of what phones need: the worker that shows messages, and signing out, which ends them."""

from django.urls import path

from league.post.views import phones

urlpatterns = [
    path("push/worker.js", phones.worker, name="push-worker"),
    path("accounts/logout/", phones.sign_out, name="sign-out"),
]
