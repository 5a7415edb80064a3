"""Many cards at once: which matches a pack is of, and their cards, for as many queries as a handful costs.

Runs inside the scope of one league. Refuses to know paper.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, QuerySet

from league.documents.queries.sheets import Sheet, Write, blank_sheet
from league.fixtures.models import Fixture
from league.fixtures.queries import open_fixtures, whole_fixtures
from league.teams.models import League, Registration, Team, Venue
from league.teams.queries import squads_of_teams


@dataclass(frozen=True, slots=True)
class Night:
    """A night on which there are matches to be played, and how many."""

    day: date
    matches: int


def nights_to_play(league: League) -> list[Night]:
    """The nights of this season for which cards are still wanted, in order; one query."""
    there = open_fixtures(league).filter(date__isnull=False)
    counted = there.values_list("date").annotate(matches=Count("pk")).order_by("date")
    return [Night(day, matches) for day, matches in counted if day is not None]


def pack_of(league: League, night: date | None, venue: str = "") -> QuerySet[Fixture]:
    """The matches of a pack: of a night or of all that is still to be played this season, at one pub or at any.

    By night and then by venue, as the cards are sorted into envelopes; those without a date come last.
    """
    matches = open_fixtures(league) if night is None else open_fixtures(league).filter(date=night)
    if venue:
        matches = matches.filter(venue__slug=venue)
    return matches.order_by(F("date").asc(nulls_last=True), "venue__name", "division__rank", "home__name", "pk")


def matches_by_key(keys: Sequence[int]) -> list[Fixture]:
    """Matches with all that a card says of them, in the order of their keys; those that are gone are left out."""
    found = whole_fixtures().in_bulk(keys)
    return [found[key] for key in keys if key in found]


def blank_sheets(fixtures: Sequence[Fixture], write: Write) -> Iterator[Sheet]:
    """The empty cards of matches, with who is registered on the night of each: one query for all squads."""
    teams = {side.team_id for each in fixtures for side in (each.home, each.away) if side is not None}
    ever = squads_of_teams(teams)

    def squad(team: Team, on: date) -> list[Registration]:
        return [each for each in ever.get(team.pk, ()) if each.covers(on)]

    for fixture in fixtures:
        yield blank_sheet(fixture, write, squad)


def venues_to_play_at(league: League) -> QuerySet[Venue]:
    """Where matches of this season are still to be played, by name; one query."""
    there = open_fixtures(league).values("venue")
    found: QuerySet[Venue] = Venue.objects.filter(pk__in=there).order_by("name", "pk")
    return found
