"""Addresses within a league of the pages on which rules are written."""

from django.urls import path

from league.builder.views import rules

LEAGUE = "settings/rules/"
SEASON = "season/<slug:season>/rules/"
DIVISION = "season/<slug:season>/divisions/<slug:division>/rules/"

urlpatterns = [
    path(LEAGUE, rules.league_rules, name="league-rules"),
    path(f"{LEAGUE}file/", rules.league_rules_file, name="league-rules-file"),
    path(f"{LEAGUE}start/", rules.league_rules_start, name="league-rules-start"),
    path(SEASON, rules.season_rules, name="season-rules"),
    path(f"{SEASON}start/", rules.season_rules_start, name="season-rules-start"),
    path(DIVISION, rules.division_rules, name="division-rules"),
    path(f"{DIVISION}start/", rules.division_rules_start, name="division-rules-start"),
]
