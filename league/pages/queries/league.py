"""A league's front page, its teams and venues as the public sees them, and search by a few letters."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Prefetch, Q, QuerySet
from django.utils.timezone import localdate

from league.cups.models import Cup
from league.cups.queries.catalogue import cups_now
from league.pages.queries.match_lists import (
    MatchLine,
    latest_results,
    match_lines,
    matches_of_team,
    matches_on,
    next_night,
)
from league.pages.queries.players import ListedPlayer, listed_players, registrations_on
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry
from league.schedule.queries import current_season
from league.standings.queries import Standing, divisions, standings, tables
from league.teams.models import League, Registration, Team, Venue
from league.teams.queries import squad_of

TOP = 3
LATEST = 6


@dataclass(frozen=True, slots=True)
class Top:
    """The head of one division's table."""

    division: Division
    rows: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class FrontPage:
    """`next_night` is the first night after today with matches, None at the end of the season."""

    tonight: tuple[MatchLine, ...]
    next_night: date | None
    next: tuple[MatchLine, ...]
    latest: tuple[MatchLine, ...]
    tops: tuple[Top, ...]
    cups: tuple[Cup, ...] = ()

    @property
    def in_play(self) -> bool:
        return any(each.fixture.in_play and each.score is None for each in self.tonight)

    @property
    def empty(self) -> bool:
        return not (self.tonight or self.next or self.latest or self.tops)


def front_page(league: League, at: datetime) -> FrontPage:
    """The front page at a moment, in a fixed number of queries."""
    today = localdate(at)
    upcoming = next_night(league, today)
    shown = list(divisions())
    ranked = tables(shown, at)
    return FrontPage(
        tonight=match_lines(matches_on(league, today), at),
        next_night=upcoming,
        next=match_lines(matches_on(league, upcoming), at) if upcoming else (),
        latest=match_lines(latest_results(league, LATEST), at),
        tops=tuple(Top(each, ranked[each.pk].rows[:TOP]) for each in shown),
        cups=tuple(cups_now(league)),
    )


# --- teams and venues -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team's page. `division` and `standing` are None for a team that is not in a league table this season.

    `minors` are squad members who may only be counted and told by initials.
    """

    team: Team
    division: Division | None
    standing: Standing | None
    results: tuple[MatchLine, ...]
    to_come: tuple[MatchLine, ...]
    squad: tuple[ListedPlayer, ...]
    minors: tuple[str, ...]


def team_page(team: Team, at: datetime) -> TeamPage:
    """A team at a moment, in a fixed number of queries."""
    division = _division_of(team)
    rows = standings(division, at).rows if division is not None else ()
    matches = match_lines(matches_of_team(team.league, team), at)
    season = division.competition.season if division is not None else current_season(team.league)
    squad = list(squad_of(team, localdate(at)))
    return TeamPage(
        team=team,
        division=division,
        standing=next((each for each in rows if each.slug == team.slug), None),
        results=tuple(each for each in reversed(matches) if each.over),
        to_come=tuple(each for each in matches if not each.over),
        squad=tuple(listed_players([each for each in squad if not each.player.under_18], season)),
        minors=tuple(each.player.public_name for each in squad if each.player.under_18),
    )


def _division_of(team: Team) -> Division | None:
    of_league = {"competition__season__current": True, "competition__kind": CompetitionKind.LEAGUE}
    found: QuerySet[Division] = Division.objects.filter(entries__team=team, **of_league)
    return found.select_related("competition__season").order_by("rank", "pk").first()


def divisions_with_teams(league: League) -> QuerySet[Division]:
    """This season's divisions with their entries, each with its team and venue, by name; two queries."""
    return divisions_in(competition__season__league=league, competition__season__current=True)


def divisions_in(**season: object) -> QuerySet[Division]:
    """The same of another season, as a filter of divisions."""
    entries = Entry.objects.select_related("team__venue").order_by("name", "pk")
    found: QuerySet[Division] = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE, **season)
    return found.order_by("rank", "pk").prefetch_related(Prefetch("entries", entries))


def venues_of(league: League) -> QuerySet[Venue]:
    """Every venue with the teams that play at it now; two queries."""
    teams = Team.objects.filter(active=True).order_by("name", "pk")
    found: QuerySet[Venue] = Venue.objects.filter(league=league).order_by("name", "pk")
    return found.prefetch_related(Prefetch("teams", teams))


def closed_from(venue: Venue, today: date) -> list[tuple[date, date]]:
    """The days, first and last, on which a venue will be closed."""
    rows = venue.closures.filter(last__gte=today).order_by("first").values_list("first", "last")
    return list(rows)


# --- search -----------------------------------------------------------------------------------------------------------
SHORTEST = 2
MOST = 20


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What a search came to, at most `MOST` of each."""

    teams: tuple[Team, ...]
    players: tuple[Registration, ...]
    venues: tuple[Venue, ...]

    @property
    def count(self) -> int:
        return len(self.teams) + len(self.players) + len(self.venues)


def search(league: League, words: str, on: date) -> SearchResults:
    """Everything with these letters in its name, in three queries; nothing for fewer than `SHORTEST` letters."""
    words = " ".join(words.split())
    if len(words) < SHORTEST:
        return SearchResults((), (), ())
    teams = Team.objects.filter(league=league, active=True).filter(
        Q(name__icontains=words) | Q(former_names__name__icontains=words)
    )
    venues = Venue.objects.filter(league=league).filter(Q(name__icontains=words) | Q(address__icontains=words))
    players = [each for each in registrations_on(league, on) if _named(each, words)]
    return SearchResults(
        tuple(teams.select_related("league", "venue").distinct().order_by("name")[:MOST]),
        tuple(players[:MOST]),
        tuple(venues.select_related("league").order_by("name")[:MOST]),
    )


def _named(registration: Registration, words: str) -> bool:
    """Whether the shown name has these letters: for "H Goy", so have "goy" and, as people type it, "harry goy"."""
    shown, typed = registration.player.public_name.casefold(), words.casefold()
    first, _, last = typed.rpartition(" ")
    return typed in shown or (bool(first) and f"{first[0]} {last}" in shown)
