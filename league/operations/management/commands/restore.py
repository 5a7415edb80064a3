"""`manage.py restore`: a backup put in the place of what is there."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from league.operations.actions.restores import restore_backup
from league.operations.databases import OperationError


class Command(BaseCommand):
    help = "Restore a backup, all of it or nothing. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("place", type=Path, metavar="DIR_OR_FILE", help="a backup, or the newest of a folder")
        parser.add_argument("--replace", action="store_true", help="although there are people in the database")

    def handle(self, *, place: Path, replace: bool, **_options: Any) -> None:
        try:
            lines = restore_backup(place=place, replace=replace, at=now())
        except (OperationError, OSError) as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        self.stdout.write("\n".join(lines))
        self.stdout.write("Ask the secretaries to remove again everyone who was removed after that backup.")
