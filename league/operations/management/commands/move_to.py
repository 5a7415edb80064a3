"""`manage.py move_to`: the site's rows carried over to another database, SQLite or PostgreSQL."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from league.operations.actions.restores import move_to
from league.operations.databases import OperationError


class Command(BaseCommand):
    help = "Carry every row over to an empty database, and compare them. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "url", metavar="URL", nargs="?", help="of the other database, as in DATABASE_URL; without it MOVE_TO is it"
        )

    def handle(self, *, url: str | None, **_options: Any) -> None:
        url = url or os.environ.get("MOVE_TO", "")
        if not url:
            raise CommandError("Name the other database: MOVE_TO=postgres://name:password@host/database")
        try:
            line = move_to(url=url)
        except (OperationError, DatabaseError, OSError) as error:
            raise CommandError(f"The site stays where it is. {error}") from error
        self.stdout.write(line)
        self.stdout.write("Now set DATABASE_URL to that database, and start the site.")
