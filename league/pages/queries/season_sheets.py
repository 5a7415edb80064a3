"""One team's season, or one pub's, night by night: what is pinned beside the dartboard and the fridge.

Knows matches, byes, nights without matches and days on which a pub is closed. Refuses to know players and standings.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from league.pages.queries.fixture_list import season_fixtures
from league.pages.queries.lists import Line, line
from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Fixture, Season
from league.schedule.queries import sides_of_team
from league.teams.models import Closure, Team, Venue


@dataclass(frozen=True, slots=True)
class Kept:
    """Something on a sheet: a match, or else `words` why there is none from `day` to `until`.

    `day` is None for a match without a date; `crowded` is how many matches want the boards of one pub that night,
    where they are too many.
    """

    day: date | None
    line: Line | None = None
    words: str = ""
    until: date | None = None
    crowded: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A season in order; `home` and `away` count what is played or to be played there and elsewhere."""

    kept: tuple[Kept, ...]
    home: int
    away: int


def team_sheet(team: Team, season: Season, at: datetime) -> Sheet:
    """A team's season as it stands at a moment, in two queries."""
    fixtures = list(season_fixtures(season).filter(sides_of_team(team)))
    matches = [Kept(each.date, line(each, at)) for each in fixtures if each.away_id]
    byes = [Kept(each.date, words="Bye") for each in fixtures if not each.away_id and _counts(each)]
    none = [Kept(each.first, words=str(each), until=each.last) for each in Blackout.objects.filter(season=season)]
    at_home = [each.home.team_id == team.pk for each in fixtures if each.away_id and _counts(each)]
    return Sheet(_in_order([*matches, *byes, *none]), sum(at_home), len(at_home) - sum(at_home))


def venue_sheet(venue: Venue, season: Season, at: datetime) -> Sheet:
    """What is on at a pub in a season as it stands at a moment, in two queries."""
    fixtures = [each for each in season_fixtures(season).filter(venue=venue) if each.away_id]
    nights: dict[date | None, int] = {}
    for each in fixtures:
        nights[each.date] = nights.get(each.date, 0) + (1 if _counts(each) else 0)
    matches = [
        Kept(each.date, line(each, at), crowded=nights[each.date] if _over(each, nights[each.date], venue) else 0)
        for each in fixtures
    ]
    within = Closure.objects.filter(venue=venue, first__lte=season.ends, last__gte=season.starts)
    shut = [Kept(each.first, words=_closed(each), until=each.last) for each in within]
    return Sheet(_in_order([*matches, *shut]), sum(nights.values()), 0)


def venues_in(season: Season) -> QuerySet[Venue]:
    """The pubs at which the season is played; one query."""
    there = Q(fixtures__division__competition__season=season) | Q(teams__entries__division__competition__season=season)
    found: QuerySet[Venue] = Venue.objects.filter(there).distinct().order_by("name", "pk")
    return found


def _counts(fixture: Fixture) -> bool:
    return bool(fixture.state != FixtureState.VOID)


def _over(fixture: Fixture, matches: int, venue: Venue) -> bool:
    return fixture.date is not None and _counts(fixture) and matches > venue.boards


def _closed(closure: Closure) -> str:
    return f"Closed: {closure.reason}" if closure.reason else "Closed"


def _in_order(kept: Iterable[Kept]) -> tuple[Kept, ...]:
    return tuple(sorted(kept, key=lambda each: (each.day or date.max, each.line is not None)))
