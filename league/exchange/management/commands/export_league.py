"""`manage.py export_league SLUG --out FILE.zip`: a whole league as one file, for another site or for the drawer."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from league.exchange.actions.archives import export_league
from league.exchange.archive.writer import ExportOptions
from league.teams.models import League


class Command(BaseCommand):
    help = "Write a whole league into one archive, which import_league reads on another site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the league's word in its addresses")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE.zip")
        parser.add_argument("--people", action="store_true", help="with e-mail addresses and telephone numbers")
        parser.add_argument("--photos", action="store_true", help="with the photographs of paper cards")

    def handle(self, *_args: Any, **options: Any) -> None:
        league = League.objects.filter(slug=options["slug"]).first()
        if league is None:
            raise CommandError(f"There is no league called {options['slug']!r}.")
        wanted = ExportOptions(people=options["people"], photos=options["photos"])
        part = options["out"].with_name(f"{options['out'].name}.part")
        try:
            with part.open("wb") as out:
                manifest = export_league(league=league, out=out, wanted=wanted, by=None, at=now())
            part.replace(options["out"])
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error.strerror}.") from error
        finally:
            part.unlink(missing_ok=True)
        rows = sum(manifest.rows.values())
        self.stdout.write(f"{league} is in {options['out']}: {rows} rows in {len(manifest.files)} files.")
