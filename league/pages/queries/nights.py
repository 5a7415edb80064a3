"""Who is where on one night: every pub of the season with its matches, those that are idle, those that are closed.

Knows one day. Refuses to know weeks (`fixture_list`) and what should be done about a pub that is over-full (clashes).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Max, Min, Q, QuerySet

from league.pages.queries.lists import Line, for_lists, line
from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Fixture, Season
from league.schedule.queries import current_season, whole_fixtures
from league.teams.models import Closure, League, Venue


@dataclass(frozen=True, slots=True)
class Pub:
    """One pub on the night. `closed` is why it cannot be used, None when it can ("" where nobody said why)."""

    venue: Venue
    lines: tuple[Line, ...]
    closed: str | None

    @property
    def full(self) -> bool:
        """Whether more is to be played than there are boards for, or anything at all where it is closed."""
        return len(self.lines) > (0 if self.closed is not None else self.venue.boards)


@dataclass(frozen=True, slots=True)
class WhoIsWhere:
    """One night. `gone` were to be played then and have been moved; `earlier` and `later` are the nights beside it.

    `blackouts` are why there is no league match, `season` the one that the night belongs to (None: none known).
    """

    day: date
    season: Season | None
    pubs: tuple[Pub, ...]
    idle: tuple[Venue, ...]
    shut: tuple[tuple[Venue, str], ...]
    byes: tuple[Fixture, ...]
    gone: tuple[Line, ...]
    blackouts: tuple[Blackout, ...]
    earlier: date | None
    later: date | None

    @property
    def matches(self) -> int:
        return sum(len(pub.lines) for pub in self.pubs)


def who_is_where(league: League, day: date, at: datetime) -> WhoIsWhere:
    """One night as it stands at a moment, in a fixed number of queries."""
    there = for_lists(whole_fixtures().filter(Q(date=day) | Q(first_date=day), league=league))
    fixtures = list(there.order_by("venue__name", "division__rank", "home__name", "pk"))
    season = season_of_day(league, day)
    closed = dict(Closure.objects.filter(first__lte=day, last__gte=day).values_list("venue", "reason"))
    playing = [each for each in fixtures if each.away_id and each.date == day and each.state != FixtureState.VOID]
    pubs = _pubs(playing, closed, at)
    busy = {pub.venue.pk for pub in pubs}
    others = [venue for venue in _venues(season) if venue.pk not in busy]
    earlier, later = beside(league, day)
    return WhoIsWhere(
        day=day,
        season=season,
        pubs=pubs,
        idle=tuple(venue for venue in others if venue.pk not in closed),
        shut=tuple((venue, closed[venue.pk]) for venue in others if venue.pk in closed),
        byes=tuple(each for each in fixtures if each.away_id is None and each.state != FixtureState.VOID),
        gone=tuple(line(each, at) for each in fixtures if each.away_id and each.moved and each.first_date == day),
        blackouts=tuple(Blackout.objects.filter(season=season, first__lte=day, last__gte=day).order_by("first", "pk")),
        earlier=earlier,
        later=later,
    )


def _pubs(playing: Iterable[Fixture], closed: dict[int, str], at: datetime) -> tuple[Pub, ...]:
    there: dict[int, list[Fixture]] = {}
    for fixture in playing:
        there.setdefault(fixture.venue_id, []).append(fixture)
    return tuple(
        Pub(found[0].venue, tuple(line(each, at) for each in found), closed.get(venue))
        for venue, found in there.items()
    )


def _venues(season: Season | None) -> QuerySet[Venue]:
    """The home pubs of everybody who is in the season."""
    entered = {"teams__entries__division__competition__season": season, "teams__entries__withdrawn_on": None}
    found: QuerySet[Venue] = Venue.objects.filter(**entered).select_related("league").distinct()
    return found.order_by("name", "pk")


def season_of_day(league: League, day: date) -> Season | None:
    """The season whose days this is one of, else the one that the league is in."""
    within = Season.objects.filter(league=league, starts__lte=day, ends__gte=day).order_by("-current", "starts", "pk")
    found: Season | None = within.first()
    return found or current_season(league)


def played_on(season: Season) -> QuerySet[Fixture]:
    """The season's matches that have a date."""
    found: QuerySet[Fixture] = Fixture.objects.filter(
        division__competition__season=season, date__isnull=False, away__isnull=False
    )
    return found.exclude(state=FixtureState.VOID)


def night_to_show(season: Season, today: date) -> date | None:
    """Tonight or the next night with matches, else the last; None when there is none."""
    found = played_on(season).aggregate(coming=Min("date", filter=Q(date__gte=today)), last=Max("date"))
    night: date | None = found["coming"] or found["last"]
    return night


def beside(league: League, day: date) -> tuple[date | None, date | None]:
    """The nights with matches before and after a day, of whatever season."""
    nights = Fixture.objects.filter(league=league, away__isnull=False).exclude(state=FixtureState.VOID)
    found = nights.aggregate(earlier=Max("date", filter=Q(date__lt=day)), later=Min("date", filter=Q(date__gt=day)))
    return found["earlier"], found["later"]
