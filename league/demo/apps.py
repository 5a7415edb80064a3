"""The demonstration: two made-up leagues, loaded into an empty database."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "league.demo"
