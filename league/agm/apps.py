"""The annual meeting: a season's end and the next one's start."""

from django.apps import AppConfig


class AgmConfig(AppConfig):
    name = "league.agm"
    verbose_name = "Annual meeting"
