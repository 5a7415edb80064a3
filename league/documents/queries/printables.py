"""What there is to print in a league at a moment: its divisions, cups, teams, venues and nights.

Runs inside the scope of one league, in a fixed number of queries.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from league.cups.choices import FactKind
from league.cups.models import Cup
from league.documents.queries.papers import pack_of
from league.documents.queries.posters import night_to_come
from league.schedule.models import Division, Season
from league.schedule.queries import current_season
from league.standings.queries import divisions
from league.teams.models import League, Team, Venue


@dataclass(frozen=True, slots=True)
class Printables:
    """All that has a paper; `cards` is how many blank ones are still wanted.

    `next_night` is tonight, or the next night with a match; None when there is none.
    """

    season: Season | None
    divisions: tuple[Division, ...]
    cups: tuple[Cup, ...]
    teams: tuple[Team, ...]
    venues: tuple[Venue, ...]
    cards: int
    next_night: date | None


def printables(league: League, today: date) -> Printables:
    """Seven queries."""
    return Printables(
        season=current_season(league),
        divisions=tuple(divisions()),
        cups=tuple(_with_a_bracket()),
        teams=tuple(Team.objects.filter(league=league, active=True).order_by("name", "pk")),
        venues=tuple(Venue.objects.filter(league=league).order_by("name", "pk")),
        cards=pack_of(league, None).count(),
        next_night=night_to_come(league, today),
    )


def _with_a_bracket() -> QuerySet[Cup]:
    """The cups of this season that are drawn."""
    drawn = Cup.objects.filter(division__competition__season__current=True, facts__kind=FactKind.DRAWN)
    found: QuerySet[Cup] = drawn.select_related("division__competition__season").distinct()
    return found.order_by("division__competition__name", "pk")
