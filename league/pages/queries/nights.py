"""One night with who is where: every pub of the season, with its matches, idle, or closed.

Weeks are in `match_lists`, months in `months`; what should be done about a pub that is over-full is for the clashes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import Max, Min, Q, QuerySet
from django.utils.timezone import localdate

from league.matchnight.queries.match_state import live_scores
from league.pages.presenters.match_lists import MatchLine, match_line, match_lines
from league.pages.presenters.night_message import NightMessage, night_message
from league.pages.queries.match_lists import league_matches
from league.results.presenters.standings import Standings
from league.results.queries.tables import divisions, tables
from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Division, Fixture, Season
from league.schedule.queries import current_season, whole_fixtures
from league.teams.models import Closure, League, Venue

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class NightVenue:
    """One pub on the night. `closed` is why it cannot be used, None when it can ("" where nobody said why)."""

    venue: Venue
    lines: tuple[MatchLine, ...]
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
    pubs: tuple[NightVenue, ...]
    idle: tuple[Venue, ...]
    shut: tuple[tuple[Venue, str], ...]
    byes: tuple[Fixture, ...]
    gone: tuple[MatchLine, ...]
    blackouts: tuple[Blackout, ...]
    earlier: date | None
    later: date | None

    @property
    def matches(self) -> int:
        return len(self.lines)

    @property
    def lines(self) -> tuple[MatchLine, ...]:
        """Every match, pub by pub."""
        return tuple(line for pub in self.pubs for line in pub.lines)


def who_is_where(league: League, day: date, at: datetime) -> WhoIsWhere:
    """One night as it stands at a moment, in a fixed number of queries."""
    at_any_time = whole_fixtures().select_related("result").filter(Q(date=day) | Q(first_date=day), league=league)
    fixtures = at_any_time.order_by("venue__name", "division__rank", "home__name", "pk")
    season = season_of_day(league, day)
    closed = dict(Closure.objects.filter(first__lte=day, last__gte=day).values_list("venue", "reason"))
    blackouts = Blackout.objects.filter(season=season, first__lte=day, last__gte=day).order_by("first", "pk")
    playing = [each for each in fixtures if each.away_id and each.date == day and each.state != FixtureState.VOID]
    pubs = _pubs(playing, closed, at)
    busy = {pub.venue.pk for pub in pubs}
    others = [venue for venue in _venues(league, season) if venue.pk not in busy]
    earlier, later = beside(league, day)
    return WhoIsWhere(
        day=day,
        season=season,
        pubs=pubs,
        idle=tuple(venue for venue in others if venue.pk not in closed),
        shut=tuple((venue, closed[venue.pk]) for venue in others if venue.pk in closed),
        byes=tuple(each for each in fixtures if each.away_id is None and each.state != FixtureState.VOID),
        gone=tuple(match_line(each, at) for each in fixtures if each.away_id and each.moved and each.first_date == day),
        blackouts=tuple(blackouts),
        earlier=earlier,
        later=later,
    )


@dataclass(frozen=True, slots=True)
class NightNews:
    """What is sent to others of a night: its matches, those of the week from the next night on, and the tables."""

    night: tuple[date, Sequence[MatchLine]]
    coming: tuple[tuple[date, Sequence[MatchLine]], ...]
    tables: tuple[tuple[Division, Standings], ...]

    def message(self, league: League, address: str) -> NightMessage:
        """All of it as words."""
        named = [(each.name, standings) for each, standings in self.tables]
        return night_message(league.short_name, [self.night, *self.coming], named, address)


def news_of(night: WhoIsWhere, league: League, at: datetime) -> NightNews:
    """What there is to send of a night. Tables are those of the season that is on; no night to come is over."""
    later = night.later
    coming = nights_between(league, max(later, localdate(at)), later + WEEK, at) if later else []
    shown = list(divisions()) if night.season and night.season.current else []
    standings = tables(shown, at) if shown else {}
    return NightNews(
        (night.day, night.lines),
        tuple(coming),
        tuple((each, standings[each.pk]) for each in shown if each.pk in standings),
    )


def nights_between(league: League, first: date, until: date, at: datetime) -> list[tuple[date, list[MatchLine]]]:
    """Each night with matches from a day on and before another, with them: one query."""
    rows = league_matches(league).filter(date__gte=first, date__lt=until).exclude(state=FixtureState.VOID)
    lines = [match_line(each, at) for each in rows.order_by("date", "division__rank", "home__name", "pk")]
    return [(day, list(there)) for day, there in groupby(lines, lambda each: each.fixture.date) if day]


def _pubs(playing: Sequence[Fixture], closed: dict[int, str], at: datetime) -> tuple[NightVenue, ...]:
    matches_by_venue: dict[int, list[Fixture]] = {}
    live = live_scores(playing)
    for fixture in playing:
        matches_by_venue.setdefault(fixture.venue_id, []).append(fixture)
    return tuple(
        NightVenue(found[0].venue, match_lines(found, at, live), closed.get(venue))
        for venue, found in matches_by_venue.items()
    )


def _venues(league: League, season: Season | None) -> list[Venue]:
    """The home pubs of everybody who is in the season."""
    entered = {"teams__entries__division__competition__season": season, "teams__entries__withdrawn_on": None}
    venues = list(Venue.objects.filter(**entered).distinct().order_by("name", "pk"))
    for each in venues:
        each.league = league  # known already, and read by its address
    return venues


def season_of_day(league: League, day: date) -> Season | None:
    """The season whose days this is one of, else the one that the league is in."""
    within = Season.objects.filter(league=league, starts__lte=day, ends__gte=day)
    return within.order_by("-current", "starts", "pk").first() or current_season(league)


def played_on(season: Season) -> QuerySet[Fixture]:
    """The season's matches that have a date."""
    fixtures: QuerySet[Fixture] = Fixture.objects.filter(
        division__competition__season=season, date__isnull=False, away__isnull=False
    )
    return fixtures.exclude(state=FixtureState.VOID)


def night_to_show(season: Season, today: date) -> date | None:
    """Tonight or the next night with matches, else the last; None when there is none."""
    nights = played_on(season).aggregate(coming=Min("date", filter=Q(date__gte=today)), last=Max("date"))
    night: date | None = nights["coming"] or nights["last"]
    return night


def last_night(season: Season, monday: date, today: date) -> date | None:
    """The last night with matches of a week, up to today; where all are to come, the first."""
    week = played_on(season).filter(date__range=(monday, monday + timedelta(days=6)))
    nights = week.aggregate(last=Max("date", filter=Q(date__lte=today)), first=Min("date"))
    night: date | None = nights["last"] or nights["first"]
    return night


def beside(league: League, day: date) -> tuple[date | None, date | None]:
    """The nights with matches before and after a day, of whatever season."""
    nights = Fixture.objects.filter(league=league, away__isnull=False).exclude(state=FixtureState.VOID)
    nearest = nights.aggregate(
        earlier=Max("date", filter=Q(date__lt=day)), later=Min("date", filter=Q(date__gt=day))
    )  # fmt: skip
    return nearest["earlier"], nearest["later"]
