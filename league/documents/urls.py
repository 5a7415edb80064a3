"""Addresses of what is printed, and of files for a spreadsheet."""

from django.urls import path

from league.documents.views import brackets, cards, spreadsheets
from league.ui import converters

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"

urlpatterns = [
    path("fixtures.csv", spreadsheets.fixtures, name="fixtures-csv"),
    path("seasons/<slug:season>/fixtures.csv", spreadsheets.fixtures, name="fixtures-csv"),
    path("cups/<slug:season>/<slug:cup>/bracket-<slug:paper>.pdf", brackets.tree, name="cup-pdf"),
    path(f"{MATCH}/blank-card.pdf", cards.blank_card, name="blank-card"),
    path(f"{MATCH}/result-card.pdf", cards.result_card, name="result-card"),
]
