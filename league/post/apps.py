"""Messages to people: what is sent to whom about which deed, and what became of it."""

from django.apps import AppConfig


class PostConfig(AppConfig):
    name = "league.post"
    verbose_name = "Messages"
