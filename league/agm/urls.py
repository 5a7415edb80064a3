"""Addresses of a season's end, of the next season, and of the annual report."""

from django.urls import path

from league.agm.views import ending, next_season, pack, report

SEASON = "season/<slug:season>/"

urlpatterns = [
    path(f"{SEASON}end/", ending.season_end, name="season-end"),
    path(f"{SEASON}end/papers/", pack.pack, name="agm-pack"),
    path(f"{SEASON}end/closing/", ending.closing, name="close-season"),
    path(f"{SEASON}end/reopening/", ending.reopening, name="reopen-season"),
    path(f"{SEASON}end/places/", ending.places, name="season-places"),
    path(f"{SEASON}end/play-off/<slug:division>/", ending.play_off, name="play-off"),
    path(f"{SEASON}next/", next_season.next_season, name="next-season"),
    path(f"{SEASON}undoing/", next_season.undoing, name="undo-season"),
    path("seasons/<slug:season>/report/", report.report, name="season-report"),
    path("seasons/<slug:season>/report.pdf", report.report_pdf, name="season-report-pdf"),
]
