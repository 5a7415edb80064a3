"""Addresses of the draw on the night."""

from django.urls import URLPattern, path

from league.base.ui import converters
from league.matchnight.views import lineups as views

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:on>/<slug:match>/draw"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}/", views.draw, name="match-draw"),
    path(f"{MATCH}/order/", views.order, name="put-in-order"),
    path(f"{MATCH}/paper/", views.paper, name="draw-on-paper"),
]
