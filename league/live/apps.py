"""The live app."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "league.live"
