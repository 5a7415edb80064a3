"""Messages to people, to followers without an account and to other programs, and the weekly e-mail."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "league.notifications"
