"""A league's front page, its teams and venues for the public, search by a few letters, and a new one's checklist."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby, islice
from typing import NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.timezone import localdate

from league.cups.models import Cup
from league.cups.queries.catalogue import cups_now
from league.pages.presenters.checklist import Checklist, SetUpCounts, present_checklist
from league.pages.presenters.match_lists import MatchLine, match_lines
from league.pages.queries.match_lists import latest_results, lines_with_scores, matches_on, next_night
from league.pages.queries.past_seasons import ever_in_the_league
from league.pages.queries.players import registrations_on
from league.results.presenters.standings import Standing, Standings
from league.results.queries.tables import divisions, tables
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry, Fixture, FixtureList, Season
from league.teams.choices import RoleKind
from league.teams.models import League, Registration, Role, Team, Venue
from league.teams.queries.squads import former_names_of_venues
from scoring.names import NameSearch, letters, person_search

TOP = 12
LATEST = 6


@dataclass(frozen=True, slots=True)
class Top:
    """One division's table, of which a league's home shows the head."""

    division: Division
    table: Standings

    @property
    def rows(self) -> tuple[Standing, ...]:
        return self.table.rows[:TOP]


@dataclass(frozen=True, slots=True)
class FrontPage:
    """`night` is tonight, or the first night after it with matches, None at the end of the season.

    `latest` are the last results with the night of each group of them.
    """

    tonight: bool
    night: date | None
    matches: tuple[MatchLine, ...]
    latest: tuple[tuple[date, tuple[MatchLine, ...]], ...]
    tops: tuple[Top, ...]
    cups: tuple[Cup, ...] = ()

    @property
    def in_play(self) -> bool:
        return self.tonight and any(each.fixture.in_play and each.score is None for each in self.matches)

    @property
    def empty(self) -> bool:
        return not (self.matches or self.latest or self.tops)


def front_page(league: League, at: datetime) -> FrontPage:
    """The front page at a moment, in a fixed number of queries; of tonight's matches those being played first."""
    night = next_night(league, localdate(at))
    coming = lines_with_scores(matches_on(league, night), at) if night else ()
    shown = list(divisions())
    ranked = tables(shown, at)
    latest = groupby(match_lines(latest_results(league, LATEST), at), key=lambda line: line.fixture.date)
    return FrontPage(
        tonight=night == localdate(at),
        night=night,
        matches=tuple(sorted(coming, key=lambda line: not line.fixture.in_play)),
        latest=tuple((day, tuple(lines)) for day, lines in latest),
        tops=tuple(Top(each, ranked[each.pk]) for each in shown),
        cups=tuple(cups_now(league)),
    )


# --- teams and venues -------------------------------------------------------------------------------------------------
def divisions_with_teams() -> QuerySet[Division]:
    """This season's divisions with their entries, each with its team and venue, by name; two queries."""
    return divisions().prefetch_related(
        Prefetch("entries", Entry.objects.select_related("team__venue").order_by("name", "pk"))
    )


def venues_of(league: League) -> QuerySet[Venue]:
    """Every venue with the teams that play at it now; two queries."""
    teams = Team.objects.filter(active=True).order_by("name", "pk")
    venues: QuerySet[Venue] = Venue.objects.filter(league=league).order_by("name", "pk")
    return venues.prefetch_related(Prefetch("teams", teams))


def closed_from(venue: Venue, today: date) -> list[tuple[date, date]]:
    """The days, first and last, on which a venue will be closed."""
    rows = venue.closures.filter(last__gte=today).order_by("first").values_list("first", "last")
    return list(rows)


# --- search -----------------------------------------------------------------------------------------------------------
SHORTEST = 2
MOST_FOUND = 20


class PlaceByName(NamedTuple):
    """A team or a venue that a search found, with the earlier name by which it did; empty for its name of now."""

    place: Team | Venue
    former: str


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What a search came to, at most `MOST_FOUND` of each."""

    teams: tuple[PlaceByName, ...]
    players: tuple[Registration, ...]
    venues: tuple[PlaceByName, ...]

    @property
    def count(self) -> int:
        return len(self.teams) + len(self.players) + len(self.venues)


def search(league: League, words: str, on: date) -> SearchResults:
    """Everything found by this part of its name, in five queries; nothing for fewer than `SHORTEST` letters."""
    if len(letters(words)) < SHORTEST:
        return SearchResults((), (), ())
    finds, finds_person = NameSearch(words).finds, person_search(words)
    of_some_year = Q(active=True) | ever_in_the_league()
    teams = Team.objects.filter(of_some_year, league=league).select_related("league", "venue")
    venues = list(Venue.objects.filter(league=league).select_related("league").order_by("name", "pk"))
    players = (each for each in registrations_on(league, on) if finds_person(each.player.public_name))
    return SearchResults(
        tuple(islice(_teams_by_name(teams, finds), MOST_FOUND)),
        tuple(islice(players, MOST_FOUND)),
        tuple(islice(_venues_by_name(venues, finds), MOST_FOUND)),
    )


def _teams_by_name(teams: QuerySet[Team], finds: Callable[[str], bool]) -> Iterator[PlaceByName]:
    """The teams that are found by their names, or by one that they had before; those that play no more come last."""
    for team in teams.order_by("-active", "name", "pk").prefetch_related("former_names"):
        names = ["", *(each.name for each in team.former_names.all())]
        former = next((name for name in names if finds(name or team.name)), None)
        if former is not None:
            yield PlaceByName(team, former)


def _venues_by_name(venues: list[Venue], finds: Callable[[str], bool]) -> Iterator[PlaceByName]:
    former = former_names_of_venues(venues)
    for venue in venues:
        names = (name for name, place in former.items() if place == venue and finds(name))
        if finds(venue.name) or finds(venue.address):
            yield PlaceByName(venue, "")
        elif name := next(names, ""):
            yield PlaceByName(venue, name)


def checklist(league: League) -> Checklist | None:
    """The steps of a league that has never had fixtures out; None for any other, in one query. Eight for a new one."""
    shown = Q(division__competition__season__current=True) | Q(division__competition__season__closed_at__isnull=False)
    if Fixture.objects.filter(shown, league=league).exists():
        return None
    return present_checklist(league, _counts(league))


def _counts(league: League) -> SetUpCounts:
    secretary = Role.objects.filter(league=league, kind=RoleKind.SECRETARY, ended_at=None).order_by("since", "pk")
    led = Q(roles__kind=RoleKind.CAPTAIN, roles__ended_at=None)
    active = Team.objects.filter(league=league, active=True)
    season = Season.objects.filter(league=league, closed_at=None).order_by("-starts", "-pk").first()
    of_season = Q(competition__season=season, competition__kind=CompetitionKind.LEAGUE)
    lists = FixtureList.objects.filter(of_season).exclude(hard=None).order_by("hard", "-number")
    placed = Entry.objects.filter(division__competition__season=season) if season else Entry.objects.none()
    return SetUpCounts(
        secretary=secretary.values_list("user__name", flat=True).first() or "",
        venues=Venue.objects.filter(league=league).count(),
        **active.aggregate(teams=Count("pk", distinct=True), captains=Count("pk", filter=led, distinct=True)),
        season=season,
        placed=placed.count(),
        lists=tuple(lists.values_list("number", flat=True)) if season else (),
        fixtures=Fixture.objects.filter(league=league).exists(),
    )
