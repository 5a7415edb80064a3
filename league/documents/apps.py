"""The documents app."""

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "league.documents"
