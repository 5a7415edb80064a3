"""`manage.py retally`: make every result again from what was sent in. On a sound database it changes nothing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now
from django_scopes import scopes_disabled

from league.results.actions.settlement import retally
from league.schedule.models import Competition
from scoring.words import several


class Command(BaseCommand):
    help = "Make every result again from the cards, answers and decisions, and say how many came out differently."

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--league", metavar="SLUG", help="only this league's results")
        which.add_argument("--newest", type=int, metavar="N", help="only those about which the last N cards came")

    def handle(self, *_args: Any, **options: Any) -> None:
        league, newest = options["league"], options["newest"]
        with scopes_disabled():
            competitions = Competition.objects.order_by("pk")
            if league:
                competitions = competitions.filter(season__league__slug=league)
            if not competitions.exists():
                whose = f" of a league at /{league}/" if league else ""
                raise CommandError(f"There is no season{whose} in this database, so nothing was made again.")
            if newest is not None and newest < 1:
                raise CommandError("--newest is how many cards: 1 or more.")
            if newest:
                looked, changed = retally(newest=newest, at=now(), progress=self._tell)
            else:
                pairs = [retally(competition=each, at=now(), progress=self._tell) for each in competitions]
                looked, changed = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        self.stdout.write(f"{several(looked, 'result')} made again, {changed} changed.")

    def _tell(self, done: int, of: int) -> None:
        self.stdout.write(f"{done:,} of {of:,}")
