"""`manage.py import_league FILE.zip`: a league from another site, all of it or nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from league.exchange.actions.archives import import_league
from league.exchange.archive import ArchiveError


class Command(BaseCommand):
    help = "Import a league from an archive that export_league wrote: all of it, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE.zip")
        parser.add_argument("--slug", default="", help="another web address, if its own is taken")
        parser.add_argument("--check", action="store_true", help="check the file and import nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as source:
                league, _ = import_league(
                    source=source, slug=options["slug"], by=None, at=now(), keep=not options["check"]
                )
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except ArchiveError as error:
            raise CommandError("\n".join(error.problems)) from error
        if options["check"]:
            self.stdout.write(f"{league} can be imported at /{league.slug}/. Nothing was imported.")
        else:
            self.stdout.write(f"{league} is at /{league.slug}/.")
