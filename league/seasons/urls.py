"""Addresses of the pages on which rules are written, of a season's end, of the next season, and of the report."""

from django.urls import path

from league.base.ui.old_addresses import leads_to
from league.seasons import views

SEASON = "season/<slug:season>/"
RULES = "settings/rules/"
SEASON_RULES = f"{SEASON}rules/"
DIVISION_RULES = f"{SEASON}divisions/<slug:division>/rules/"

urlpatterns = [
    path(RULES, views.rules_page, name="league-rules"),
    path(f"{RULES}file/", views.league_rules_file, name="league-rules-file"),
    path(f"{RULES}start/", leads_to("league-rules", section="start", open="start")),
    path(SEASON_RULES, views.rules_page, name="season-rules"),
    path(f"{SEASON_RULES}start/", leads_to("season-rules", section="start", open="start")),
    path(DIVISION_RULES, views.rules_page, name="division-rules"),
    path(f"{DIVISION_RULES}start/", leads_to("division-rules", section="start", open="start")),
    path(f"{SEASON}end/", views.season_end, name="season-end"),
    path(f"{SEASON}end/papers/", views.pack, name="agm-pack"),
    path(f"{SEASON}end/closing/", views.close_page, name="close-season"),
    path(f"{SEASON}end/reopening/", views.reopen_page, name="reopen-season"),
    path(f"{SEASON}end/places/", views.places, name="season-places"),
    path(f"{SEASON}end/play-off/<slug:division>/", views.play_off, name="play-off"),
    path(f"{SEASON}next/", views.next_season, name="next-season"),
    path(f"{SEASON}undoing/", views.undo_page, name="undo-season"),
    path("seasons/<slug:season>/report/", views.report, name="season-report"),
    path("seasons/<slug:season>/report.pdf", views.report_pdf, name="season-report-pdf"),
]
