"""Make the key with which the site signs what it sends to phones: `manage.py make_push_key`."""

from typing import Any

from django.core.management.base import BaseCommand

from league.notifications.webpush import key_text, new_key


class Command(BaseCommand):
    help = "Prints a new PUSH_KEY, for the settings. Phones that were added under another key have to be added again."

    def handle(self, **_options: Any) -> None:
        self.stdout.write(f"PUSH_KEY={key_text(new_key())}")
