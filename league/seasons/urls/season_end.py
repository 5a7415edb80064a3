"""Addresses of a season's end, of the next season, and of the annual report."""

from django.urls import path

from league.seasons.views import season_end as views

SEASON = "season/<slug:season>/"

urlpatterns = [
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
