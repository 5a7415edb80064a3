"""Messages to people: what is sent to whom about which action, and what became of it."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "league.notifications"
    label = "post"  # of its tables and migrations: docs/decisions/0029-packages-are-renamed-tables-are-not.md
    verbose_name = "Messages"
