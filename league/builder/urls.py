"""Addresses within a league of the pages on which rules are written."""

from django.urls import path

from league.builder.views import rules, starts

LEAGUE = "settings/rules/"
SEASON = "season/<slug:season>/rules/"
DIVISION = "season/<slug:season>/divisions/<slug:division>/rules/"

urlpatterns = [
    path(LEAGUE, rules.league_rules, name="league-rules"),
    path(f"{LEAGUE}file/", rules.league_rules_file, name="league-rules-file"),
    path(f"{LEAGUE}start/", starts.starts, name="league-rules-start"),
    path(SEASON, rules.season_rules, name="season-rules"),
    path(f"{SEASON}start/", starts.starts, name="season-rules-start"),
    path(DIVISION, rules.division_rules, name="division-rules"),
    path(f"{DIVISION}start/", starts.starts, name="division-rules-start"),
]
