"""What comes in from other programs, and whole leagues going from one site to another."""

from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "league.exchange"
    verbose_name = "Imports and archives"
