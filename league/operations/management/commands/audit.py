"""`manage.py audit --verify`: whether the history of every league is as it was written."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.base.audit.queries import breaks_of, end_of_chain
from league.base.audit.values import code_of
from league.teams.models import League

SHOWN = 10  # numbers of lines that do not hold


class Command(BaseCommand):
    help = "Check that no line of the history was changed, left out or put in between. Exit 1 if one was."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--verify", action="store_true", required=True, help="work every seal out again")
        parser.add_argument(
            "--league", help="the web address of one league; without it all, and the site's own history"
        )

    def handle(self, *, league: str | None, **_options: Any) -> None:
        leagues = League.objects.order_by("slug")
        chains = [(each.slug, each.pk) for each in (leagues.filter(slug=league) if league else leagues)]
        if league and not chains:
            raise CommandError(f"There is no league with the address {league}.")
        wrong = [self._verify(name, key) for name, key in (chains if league else [*chains, ("the site", None)])]
        if any(wrong):
            raise CommandError("The history does not hold. Compare it with a backup from before.")

    def _verify(self, name: str, league_id: int | None) -> bool:
        (number, head), wrong = end_of_chain(league_id), breaks_of(league_id)
        text = f"{name}: {number} lines, {len(wrong)} changed"
        if wrong:
            text += f" (numbers {', '.join(map(str, wrong[:SHOWN]))}{' …' if len(wrong) > SHOWN else ''})"
        self.stdout.write(f"{text}{f', code {code_of(head)}' if head else ''}")
        return bool(wrong)
