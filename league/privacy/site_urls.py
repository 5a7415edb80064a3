"""Addresses that belong to no league."""

from django.urls import path

from league.privacy.views import rules

urlpatterns = [path("privacy/", rules.privacy, name="privacy")]
