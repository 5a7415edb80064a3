"""The public interface for programs: JSON over HTTP, described by itself."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "league.api"
    verbose_name = "Interface for programs"
