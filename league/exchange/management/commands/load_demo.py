"""`manage.py load_demo`: two made-up leagues in an empty database, in the middle of their season."""

from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils.timezone import localdate

from league.exchange.demo import load
from league.teams.models import League


class Command(BaseCommand):
    help = "Load two made-up leagues into an empty database, as if the season were ten weeks old and tonight played."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--today", type=date.fromisoformat, metavar="YYYY-MM-DD", help="the day it is to be")

    def handle(self, *, today: date | None = None, **_options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This site is not a demonstration (DEMO is off), so nothing was loaded.")
        if League.objects.exists():
            raise CommandError("There is a league in the database already, so nothing was loaded.")
        load(today or localdate())
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # thousands of rows at once: without figures about them queries are planned badly
        self.stdout.write("Loaded Harthwaite and Skelby, two made-up leagues.")
