"""`manage.py upgrade`: what stands between new code and a site that runs it, with a backup first and the way back."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from league.operations.actions.backups import make_backup
from league.operations.actions.workplace import chosen_folder
from league.operations.backup_file import BEFORE_UPGRADE, backups_in
from league.operations.databases import OperationError


class Command(BaseCommand):
    help = "Back up, bring the database up to date, gather the static files, and check. Run it with the new code."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="DIR", help="where the backup goes; BACKUP_DIR if not given")

    def handle(self, *, to: Path | None, **_options: Any) -> None:
        folder = to or chosen_folder()
        try:
            self.stdout.write(make_backup(to=folder, at=now(), kind=BEFORE_UPGRADE, may_change=True))
        except OperationError as error:
            raise CommandError(f"Nothing was upgraded. {error}") from error
        call_command("serve", no_start=True)
        call_command("check", deploy=not settings.DEMO, fail_level="ERROR")
        backups = backups_in(folder, BEFORE_UPGRADE)
        self.stdout.write(
            f"The site is ready for version {settings.VERSION}. Start it again.\n"
            "The way back: stop the site, put the old code back, and with it run\n"
            f"    double-six restore {backups[max(backups)]} --replace"
        )
