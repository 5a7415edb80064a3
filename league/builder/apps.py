"""The pages on which a league writes its rules, with what they come to drawn beside them. No rows of its own."""

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    name = "league.builder"
    verbose_name = "Rules builder"
