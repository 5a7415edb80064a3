"""`manage.py retally`: make every result again from what was sent in. On a sound database it changes nothing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now
from django_scopes import scopes_disabled

from league.results.actions import retally
from league.schedule.models import Competition


class Command(BaseCommand):
    help = "Make every result again from the cards, answers and decisions, and say how many came out differently."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--league", metavar="SLUG", help="only this league's results")

    def handle(self, *_args: Any, **options: Any) -> None:
        with scopes_disabled():
            competitions = Competition.objects.order_by("pk")
            if options["league"]:
                competitions = competitions.filter(season__league__slug=options["league"])
            pairs = [retally(competition=each, at=now()) for each in competitions]
        if not pairs:
            whose = f" of a league at /{options['league']}/" if options["league"] else ""
            raise CommandError(f"There is no season{whose} in this database, so nothing was made again.")
        looked, changed = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        self.stdout.write(f"{looked} results made again, {changed} changed.")
