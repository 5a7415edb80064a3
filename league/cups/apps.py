"""The cups app: draws and their ties, for teams, players and pairs."""

from django.apps import AppConfig


class CupsConfig(AppConfig):
    name = "league.cups"
