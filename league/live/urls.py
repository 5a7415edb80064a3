"""Addresses of live matches: the scorer, the wire, the spectators."""

from django.urls import URLPattern

from league.ui import converters

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"

urlpatterns: list[URLPattern] = []
