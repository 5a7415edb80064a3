"""The results app."""

from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "league.results"
