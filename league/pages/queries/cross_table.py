"""A division as a square: home teams down the side, away teams along the top, in each place the date or the score.

Knows one division. Refuses to know how a table is placed on a sheet.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from league.pages.queries.lists import Line, for_lists, line
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry, Season
from league.schedule.queries import whole_fixtures
from league.teams.choices import MatchNight
from league.ui import words


@dataclass(frozen=True, slots=True)
class Square:
    """One match in its place. `when` is its day, with the weekday where it is not the usual one; "" without a date."""

    line: Line
    when: str


@dataclass(frozen=True, slots=True)
class Row:
    """A home team and, for each away team along the top, its meetings there; None where it would meet itself."""

    entry: Entry
    squares: tuple[tuple[Square, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """`usual` is the weekday that the dates are of unless they say another, as Python counts them."""

    division: Division
    teams: tuple[Entry, ...]
    rows: tuple[Row, ...]
    usual: int

    @property
    def usual_name(self) -> str:
        """The name of that weekday."""
        return str(MatchNight(self.usual).label)

    @property
    def drawn(self) -> bool:
        """Whether there is any match in it."""
        return any(square for row in self.rows for square in row.squares)


def divisions_of(season: Season) -> QuerySet[Division]:
    """The season's divisions from the top, with all that their names and nights need."""
    found: QuerySet[Division] = Division.objects.filter(
        competition__season=season, competition__kind=CompetitionKind.LEAGUE
    )
    return found.select_related("competition__season__league").order_by("rank", "pk")


def cross_table(division: Division, at: datetime) -> CrossTable:
    """The division's matches as they stand at a moment, in two queries."""
    teams = tuple(Entry.objects.filter(division=division).select_related("team").order_by("name", "pk"))
    usual = division.competition.season.league.night if division.night is None else division.night
    there: dict[tuple[int, int | None], list[Square]] = {}
    matches = for_lists(whole_fixtures().filter(division=division, away__isnull=False))
    for fixture in matches.order_by("first_date", "pk"):
        square = Square(line(fixture, at), _when(fixture.date, usual))
        there.setdefault((fixture.home_id, fixture.away_id), []).append(square)
    rows = tuple(
        Row(home, tuple(None if home == away else tuple(there.get((home.pk, away.pk), ())) for away in teams))
        for home in teams
    )
    return CrossTable(division, teams, rows, usual)


def _when(day: date | None, usual: int) -> str:
    if day is None:
        return ""
    return f"{day.day} {day:%b}" if day.weekday() == usual else words.night(day)
