"""`manage.py follow`: keep a copy of a site on SQLite that is never far behind, until it is stopped."""

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.operations.actions.backups import follow
from league.operations.databases import OperationError, own_database


class Command(BaseCommand):
    help = "Keep a copy of the site on another disk, up to date to some seconds. Runs until it is stopped."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="DIR", required=True, help="a folder on another disk or machine")
        parser.add_argument("--every", type=float, default=20, metavar="SECONDS", help="how often it looks; 20")

    def handle(self, *, to: Path, every: float, **_options: Any) -> None:
        try:
            for _changed in follow(own_database(), to):
                time.sleep(every)
        except OperationError as error:
            raise CommandError(str(error)) from error
