"""Two players who may be one, side by side, and the merges that were made.

Knows what a secretary needs to tell them apart. Refuses to decide.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from league.pages.queries.players import team_now
from league.results.queries import outings_of
from league.teams.models import League, Merge, Player, Team
from scoring.season.stats.outings import OutingRecord, record


@dataclass(frozen=True, slots=True)
class Beside:
    """One of the two: the team now, and what was played between two days."""

    player: Player
    team: Team | None
    record: OutingRecord
    first: date | None
    last: date | None

    @property
    def label(self) -> str:
        """As one of two choices: "Harry Goy, Crown A, 34 matches"."""
        played = f"{self.record.matches} match{'' if self.record.matches == 1 else 'es'}"
        return f"{self.player}, {self.team or 'no team now'}, {played}"


def side_by_side(one: Player, two: Player, on: date) -> tuple[Beside, Beside]:
    """Both, the one who has played more first: six queries."""
    found = sorted((_beside(each, on) for each in (one, two)), key=lambda each: -each.record.matches)
    return found[0], found[1]


def merges_of(league: League, most: int) -> QuerySet[Merge]:
    """The last merges, with those undone: one query."""
    rows: QuerySet[Merge] = Merge.objects.filter(kept__league=league)
    return rows.select_related("gone", "kept", "by", "undone_by").order_by("-at", "-pk")[:most]


def _beside(player: Player, on: date) -> Beside:
    held = outings_of(player)
    first, last = (held[0].on, held[-1].on) if held else (None, None)
    return Beside(player, team_now(player, on), record(held), first, last)
