"""Addresses of the pages on which rules are written, of a season's end, of the next season, and of the report."""

from django.urls import path

from league.seasons.views import rules, season_end

SEASON = "season/<slug:season>/"
RULES = "settings/rules/"
SEASON_RULES = f"{SEASON}rules/"
DIVISION_RULES = f"{SEASON}divisions/<slug:division>/rules/"

urlpatterns = [
    path(RULES, rules.rules_page, name="league-rules"),
    path(f"{RULES}file/", rules.league_rules_file, name="league-rules-file"),
    path(f"{RULES}start/", rules.rules_start, name="league-rules-start"),
    path(SEASON_RULES, rules.rules_page, name="season-rules"),
    path(f"{SEASON_RULES}start/", rules.rules_start, name="season-rules-start"),
    path(DIVISION_RULES, rules.rules_page, name="division-rules"),
    path(f"{DIVISION_RULES}start/", rules.rules_start, name="division-rules-start"),
    path(f"{SEASON}end/", season_end.season_end, name="season-end"),
    path(f"{SEASON}end/papers/", season_end.pack, name="agm-pack"),
    path(f"{SEASON}end/closing/", season_end.close_page, name="close-season"),
    path(f"{SEASON}end/reopening/", season_end.reopen_page, name="reopen-season"),
    path(f"{SEASON}end/places/", season_end.places, name="season-places"),
    path(f"{SEASON}end/play-off/<slug:division>/", season_end.play_off, name="play-off"),
    path(f"{SEASON}next/", season_end.next_season, name="next-season"),
    path(f"{SEASON}undoing/", season_end.undo_page, name="undo-season"),
    path("seasons/<slug:season>/report/", season_end.report, name="season-report"),
    path("seasons/<slug:season>/report.pdf", season_end.report_pdf, name="season-report-pdf"),
]
