"""Points given and taken this season, and what the league's rules say about them."""

from dataclasses import dataclass

from django.db.models import QuerySet

from league.results.models import Adjustment
from league.schedule.models import Competition, Entry, Season
from league.schedule.queries import constitution_of
from scoring.card.points import describe


@dataclass(frozen=True, slots=True)
class Ledger:
    """One season's adjustments, newest first, those taken back too; `rules` are the rule book's sentences on points."""

    season: Season
    competition: Competition
    rows: tuple[Adjustment, ...]
    rules: tuple[str, ...]


def ledger_of(season: Season, competition: Competition) -> Ledger:
    """One query for all the adjustments of a competition."""
    rows = Adjustment.objects.filter(competition=competition).select_related("entry__team", "by", "fixture")
    return Ledger(
        season, competition, tuple(rows.order_by("-on", "-pk")), describe(constitution_of(competition).scheme)
    )


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """Teams that points can be given to or taken from, also when they have withdrawn."""
    found: QuerySet[Entry] = Entry.objects.filter(division__competition=competition)
    return found.select_related("division__competition__season", "team").order_by("division__rank", "name", "pk")
