"""The ui app."""

from django.apps import AppConfig


class UiConfig(AppConfig):
    name = "league.ui"
