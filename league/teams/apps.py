"""The teams app."""

from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "league.teams"
