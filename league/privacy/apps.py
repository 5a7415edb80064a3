"""What is kept about people, for how long, and how it is handed out and forgotten."""

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "league.privacy"
    verbose_name = "Privacy"
