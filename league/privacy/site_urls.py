"""Addresses that belong to no league."""

from django.urls import path

from league.privacy.views import people

urlpatterns = [path("privacy/", people.privacy, name="privacy")]
