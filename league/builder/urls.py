"""Addresses within a league of the pages on which rules are written."""

from django.urls import path

from league.builder.views import rules

urlpatterns = [
    path("settings/rules/", rules.league_rules, name="league-rules"),
    path("settings/rules/file/", rules.league_rules_file, name="league-rules-file"),
]
