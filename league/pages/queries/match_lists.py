"""Which matches stand in the lists of public pages: of a week, a night, a team, a venue, a season."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Min, Q, QuerySet

from league.base.ui import formats
from league.matchnight.queries.match_state import live_scores
from league.pages.presenters.match_lists import MatchLine, match_line, match_lines
from league.results.choices import PUBLIC_STATES
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Division, Entry, Fixture, Season
from league.schedule.queries import sides_of_team, whole_fixtures
from league.teams.choices import LeagueNight
from league.teams.models import Closure, League, Team, Venue


def league_matches(league: League) -> QuerySet[Fixture]:
    """Every match of the league with all that a line of a list needs, in one query; byes are left out."""
    return whole_fixtures().select_related("result").filter(league=league, away__isnull=False)


def lines_with_scores(fixtures: Iterable[Fixture], at: datetime) -> tuple[MatchLine, ...]:
    """The matches as lines, with the games won so far of those being played: no query beside theirs where none is."""
    listed = list(fixtures)
    return match_lines(listed, at, live_scores(listed) if any(each.in_play for each in listed) else {})


BY_DIVISION = ("division__rank", "home__name", "pk")


NEWEST = ("-date", "division__rank", "pk")


def latest_results(league: League, count: int) -> list[Fixture]:
    """This season's last matches with a score to show, newest first; one query."""
    played = league_matches(league).filter(
        division__competition__season__current=True, result__state__in=PUBLIC_STATES, date__isnull=False
    )
    return list(played.order_by(*NEWEST)[:count])


def matches_on(league: League, night: date) -> QuerySet[Fixture]:
    """The matches of a night that are on, division by division."""
    return league_matches(league).filter(date=night).exclude(state=FixtureState.VOID).order_by(*BY_DIVISION)


def matches_of_team(league: League, team: Team) -> QuerySet[Fixture]:
    """This season's matches of a team in the order of the list.

    Those of its players in a cup by name are theirs and not the team's.
    """
    mine = Entry.objects.filter(team=team, slug="", division__competition__season__current=True)
    matches = league_matches(league).filter(Q(home__in=mine) | Q(away__in=mine))
    return matches.order_by("first_date", "week", "pk")


def matches_at_venue(league: League, venue: Venue, since: date, count: int) -> QuerySet[Fixture]:
    """The next matches at a venue."""
    return league_matches(league).filter(venue=venue, date__gte=since).order_by("date", "division__rank", "pk")[:count]


def next_night(league: League, since: date) -> date | None:
    """The first night with a match that is on, from a day on."""
    to_come = Fixture.objects.filter(league=league, date__gte=since, away__isnull=False)
    night: date | None = to_come.exclude(state=FixtureState.VOID).aggregate(night=Min("date"))["night"]
    return night


# --- by calendar week -------------------------------------------------------------------------------------------------


def season_fixtures(season: Season) -> QuerySet[Fixture]:
    """Every match and bye of a season with all that its line needs, in the order of the list; one query."""
    matches = whole_fixtures().select_related("result").filter(division__competition__season=season)
    return matches.order_by("first_date", "division__rank", "home__name", "pk")


# --- A season to be pinned up ----------------------------------------------------------------------------------------
# Of one team, of one pub, or of a division as a square. A sheet has matches, byes, nights without matches and days on
# which a pub is closed; a square, home teams down the side and away teams along the top, the date or the score of each
# match. No players and no standings.


@dataclass(frozen=True, slots=True)
class SheetRow:
    """Something on a sheet: a match, or else `words` why there is none from `day` to `until`.

    `day` is None for a match without a date; `crowded` is how many matches want the boards of one pub that night,
    where they are too many.
    """

    day: date | None
    line: MatchLine | None = None
    words: str = ""
    until: date | None = None
    crowded: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A season in order; `home` and `away` count what is played or to be played there and elsewhere."""

    kept: tuple[SheetRow, ...]
    home: int
    away: int


def team_sheet(team: Team, season: Season, at: datetime) -> Sheet:
    """A team's season as it stands at a moment, in two queries."""
    fixtures = list(season_fixtures(season).filter(sides_of_team(team)))
    matches = [SheetRow(each.date, match_line(each, at)) for each in fixtures if each.away_id]
    byes = [SheetRow(each.date, words="Bye") for each in fixtures if not each.away_id and _counts(each)]
    none = [SheetRow(each.first, words=str(each), until=each.last) for each in Blackout.objects.filter(season=season)]
    at_home = [each.home.team_id == team.pk for each in fixtures if each.away_id and _counts(each)]
    return Sheet(_in_order([*matches, *byes, *none]), sum(at_home), len(at_home) - sum(at_home))


def venue_sheet(venue: Venue, season: Season, at: datetime) -> Sheet:
    """What is on at a pub in a season as it stands at a moment, in two queries."""
    fixtures = [each for each in season_fixtures(season).filter(venue=venue) if each.away_id]
    nights: dict[date | None, int] = {}
    for each in fixtures:
        nights[each.date] = nights.get(each.date, 0) + (1 if _counts(each) else 0)
    matches = [
        SheetRow(
            each.date, match_line(each, at), crowded=nights[each.date] if _over(each, nights[each.date], venue) else 0
        )
        for each in fixtures
    ]
    within = Closure.objects.filter(venue=venue, first__lte=season.ends, last__gte=season.starts)
    shut = [SheetRow(each.first, words=_closed(each), until=each.last) for each in within]
    return Sheet(_in_order([*matches, *shut]), sum(nights.values()), 0)


def venues_in(season: Season) -> QuerySet[Venue]:
    """The pubs at which the season is played; one query."""
    matches = Fixture.objects.filter(division__competition__season=season)
    entries = Entry.objects.filter(division__competition__season=season)
    condition = Q(pk__in=matches.values("venue")) | Q(pk__in=entries.values("team__venue"))
    venues: QuerySet[Venue] = Venue.objects.filter(condition).order_by("name", "pk")
    return venues


def _counts(fixture: Fixture) -> bool:
    return bool(fixture.state != FixtureState.VOID)


def _over(fixture: Fixture, matches: int, venue: Venue) -> bool:
    return fixture.date is not None and _counts(fixture) and matches > venue.boards


def _closed(closure: Closure) -> str:
    return f"Closed: {closure.reason}" if closure.reason else "Closed"


def _in_order(rows: Iterable[SheetRow]) -> tuple[SheetRow, ...]:
    return tuple(sorted(rows, key=lambda each: (each.day or date.max, each.line is not None)))


# --- a division as a square -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Square:
    """One match in its place. `when` is its day, with the weekday where it is not the usual one; "" without a date."""

    line: MatchLine
    when: str

    @property
    def words(self) -> str:
        """What is written in it: the score, or else when it is."""
        if self.line.score:
            return "\N{EN DASH}".join(map(str, self.line.score))
        return "void" if self.line.fixture.state == FixtureState.VOID else self.when or "no date"


@dataclass(frozen=True, slots=True)
class CrossTableRow:
    """A home team and, for each away team along the top, its meetings there; None where it would meet itself."""

    entry: Entry
    squares: tuple[tuple[Square, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """`usual` is the weekday that the dates are of unless they say another, as Python counts them."""

    division: Division
    teams: tuple[Entry, ...]
    rows: tuple[CrossTableRow, ...]
    usual: int

    @property
    def usual_name(self) -> str:
        """The name of that weekday."""
        return str(LeagueNight(self.usual).label)

    @property
    def drawn(self) -> bool:
        """Whether there is any match in it."""
        return any(square for row in self.rows for square in row.squares)


def divisions_of(season: Season) -> QuerySet[Division]:
    """The season's divisions from the top, with all that their names and nights need."""
    divisions: QuerySet[Division] = Division.objects.filter(
        competition__season=season, competition__kind=CompetitionKind.LEAGUE
    )
    return divisions.select_related("competition__season__league").order_by("rank", "pk")


def cross_table(division: Division, at: datetime) -> CrossTable:
    """The division's matches as they stand at a moment, in two queries."""
    teams = tuple(Entry.objects.filter(division=division).select_related("team").order_by("name", "pk"))
    usual = division.competition.season.league.night if division.night is None else division.night
    cells: dict[tuple[int, int | None], list[Square]] = {}
    matches = whole_fixtures().select_related("result").filter(division=division, away__isnull=False)
    for fixture in matches.order_by("first_date", "pk"):
        square = Square(match_line(fixture, at), _when(fixture.date, usual))
        cells.setdefault((fixture.home_id, fixture.away_id), []).append(square)
    rows = tuple(
        CrossTableRow(home, tuple(None if home == away else tuple(cells.get((home.pk, away.pk), ())) for away in teams))
        for home in teams
    )
    return CrossTable(division, teams, rows, usual)


def _when(day: date | None, usual: int) -> str:
    if day is None:
        return ""
    return f"{day.day} {day:%b}" if day.weekday() == usual else formats.night(day)
