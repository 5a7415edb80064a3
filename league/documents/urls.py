"""Addresses of what is printed."""

from django.urls import path

from league.documents.views import cards
from league.ui import converters

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"

urlpatterns = [
    path(f"{MATCH}/blank-card.pdf", cards.blank_card, name="blank-card"),
    path(f"{MATCH}/result-card.pdf", cards.result_card, name="result-card"),
]
