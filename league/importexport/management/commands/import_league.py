"""`manage.py import_league FILE.zip`: a league from another site, all of it or nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from league.importexport.actions.archives import import_league
from league.importexport.archive.format import ArchiveError


class Command(BaseCommand):
    help = "Bring in a league from an archive that export_league wrote; nothing is written unless all of it can be."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE.zip")
        parser.add_argument("--slug", default="", help="another word for its addresses, where its own is taken")
        parser.add_argument("--check", action="store_true", help="try it, say what is wrong, and keep nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as source:
                league = import_league(
                    source=source, slug=options["slug"], by=None, at=now(), keep=not options["check"]
                ).league
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except ArchiveError as error:
            raise CommandError("\n".join(error.problems)) from error
        if options["check"]:
            self.stdout.write(f"{league} could be brought in at /{league.slug}/. Nothing was kept.")
        else:
            self.stdout.write(f"{league} is at /{league.slug}/.")
