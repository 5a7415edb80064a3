"""The standings app."""

from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "league.standings"
