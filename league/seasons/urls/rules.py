"""Addresses within a league of the pages on which rules are written."""

from django.urls import path

from league.seasons.views import rules as views

LEAGUE = "settings/rules/"
SEASON = "season/<slug:season>/rules/"
DIVISION = "season/<slug:season>/divisions/<slug:division>/rules/"

urlpatterns = [
    path(LEAGUE, views.league_rules, name="league-rules"),
    path(f"{LEAGUE}file/", views.league_rules_file, name="league-rules-file"),
    path(f"{LEAGUE}start/", views.league_rules_start, name="league-rules-start"),
    path(SEASON, views.season_rules, name="season-rules"),
    path(f"{SEASON}start/", views.season_rules_start, name="season-rules-start"),
    path(DIVISION, views.division_rules, name="division-rules"),
    path(f"{DIVISION}start/", views.division_rules_start, name="division-rules-start"),
]
