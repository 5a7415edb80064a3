"""What comes in from other programs, and whole leagues going from one site to another."""

from django.apps import AppConfig


class ImportExportConfig(AppConfig):
    name = "league.importexport"
    label = "exchange"  # of its tables and migrations: docs/decisions/0029-packages-are-renamed-tables-are-not.md
    verbose_name = "Imports and archives"
