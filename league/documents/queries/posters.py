"""What is pinned to a wall: the matches of a division, a team or a venue, and who plays tonight.

Runs inside the scope of one league.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.db.models import Min, QuerySet

from league.results.choices import PUBLIC_STATES
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Division, Fixture
from league.schedule.queries import sides_of_team, whole_fixtures
from league.teams.models import League, Picture, Team, Venue
from league.teams.models.noticeboard import Sponsor
from league.teams.queries.noticeboard import sponsor_of

UNUSUAL = (FixtureStatus.POSTPONED, FixtureStatus.TO_ARRANGE)
# Where a match carries a rule book that no list reads: decoding them all would cost more than the list.
RULES = ("league", "division__competition")


@dataclass(frozen=True, slots=True)
class PosterMatch:
    """A match as a wall shows it: `score` once it is settled, or a `word` why it is not as it was to be."""

    fixture: Fixture
    score: tuple[int, int] | None
    word: str


@dataclass(frozen=True, slots=True)
class PosterNight:
    """The matches of one night, and who has none; `day` None for those without a date."""

    day: date | None
    matches: tuple[PosterMatch, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PosterVenue:
    """One venue of a night with the matches there."""

    venue: Venue
    matches: tuple[PosterMatch, ...]


def poster_foot(league: League) -> tuple[Sponsor | None, dict[str, bytes]]:
    """Who sponsors the league, and the pictures of its posters by the address that paper has for each; two queries."""
    sponsor = sponsor_of(league)
    keys = {league.crest_id, sponsor.logo_id if sponsor else None} - {None}
    rows = Picture.objects.filter(pk__in=keys).values_list("pk", "data")
    return sponsor, {f"paper:picture-{key}": bytes(data) for key, data in rows}


def division_nights(division: Division, at: datetime) -> tuple[PosterNight, ...]:
    """Every match of a division, night by night; one query."""
    return _nights(whole_fixtures().filter(division=division), at)


def team_nights(team: Team, at: datetime) -> tuple[PosterNight, ...]:
    """A team's matches of this season, ties of cups among them; one query."""
    return _nights(_this_season().filter(sides_of_team(team)), at)


def venue_nights(venue: Venue, at: datetime) -> tuple[PosterNight, ...]:
    """What is on at a venue this season; one query."""
    return _nights(_this_season().filter(venue=venue, away__isnull=False), at)


def pubs_on(league: League, night: date, at: datetime) -> tuple[PosterVenue, ...]:
    """Who is where on a night, by venue; one query."""
    fixtures = _with_result(whole_fixtures()).filter(league=league, date=night, away__isnull=False)
    playing = fixtures.exclude(state=FixtureState.VOID).order_by(
        "venue__name", "venue", "division__rank", "home__name", "pk"
    )
    return tuple(
        PosterVenue(venue, tuple(_match(each, at) for each in matches))
        for venue, matches in groupby(playing, key=lambda each: each.venue)
    )


def night_to_come(league: League, today: date) -> date | None:
    """Tonight, or the next night with a match; None when there is none. One query."""
    open_ones = Fixture.objects.filter(league=league, date__gte=today, away__isnull=False)
    night: date | None = open_ones.exclude(state=FixtureState.VOID).aggregate(first=Min("date"))["first"]
    return night


def _this_season() -> QuerySet[Fixture]:
    fixtures: QuerySet[Fixture] = whole_fixtures().filter(division__competition__season__current=True)
    return fixtures


def _with_result(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    return fixtures.select_related("result").defer("rules", "result__tally", *(f"{row}__rules" for row in RULES))


def _nights(fixtures: QuerySet[Fixture], at: datetime) -> tuple[PosterNight, ...]:
    wanted = _with_result(fixtures).exclude(state=FixtureState.VOID)
    matches = list(wanted.order_by("division__rank", "home__name", "pk"))
    days = sorted({each.date for each in matches}, key=lambda day: day or date.max)
    return tuple(_night(day, [each for each in matches if each.date == day], at) for day in days)


def _night(day: date | None, fixtures: Iterable[Fixture], at: datetime) -> PosterNight:
    rows = list(fixtures)
    byes = tuple(each.home.name for each in rows if each.away_id is None)
    return PosterNight(day, tuple(_match(each, at) for each in rows if each.away_id), byes)


def _match(fixture: Fixture, at: datetime) -> PosterMatch:
    result = getattr(fixture, "result", None)
    if result is not None and result.state_at(at) in PUBLIC_STATES:
        return PosterMatch(fixture, (result.home_games, result.away_games), "")
    status = fixture.status
    return PosterMatch(fixture, None, str(status.label).lower() if status in UNUSUAL else "")
