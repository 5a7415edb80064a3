"""`manage.py backup`: the database and the photographs as one file, proved by restoring it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from league.operations.actions.backups import make_backup
from league.operations.actions.workplace import chosen_folder
from league.operations.databases import OperationError


class Command(BaseCommand):
    help = "Make a backup while the site runs, prove it by restoring it, and delete what is too old."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="DIR", help="where backups lie; BACKUP_DIR if not given")

    def handle(self, *, to: Path | None, **_options: Any) -> None:
        try:
            self.stdout.write(make_backup(to=to or chosen_folder(), at=now()))
        except OperationError as error:
            raise CommandError(str(error)) from error
