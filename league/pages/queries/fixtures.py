"""A season's fixtures laid out: a month of nights, the season of one team or pub, and a division as a grid.

Weeks are in `match_lists`, one night with who is where in `nights`.
"""

from calendar import Calendar
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from django.db.models import Count, F, Q, QuerySet

from league.base.ui import formats
from league.pages.queries.match_lists import DASH, MatchLine, match_line, season_fixtures
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Division, Entry, Fixture, Season
from league.schedule.queries.matches import TO_ARRANGE, sides_of_team, whole_fixtures
from league.teams.choices import LeagueNight
from league.teams.models import Closure, League, Team, Venue


# --- a month ----------------------------------------------------------------------------------------------------------
def month_page(league: League, first: date, season: Season | None) -> dict[str, Any]:
    """Whole weeks from Monday; `earlier` and `later` are the season's months beside it."""
    days = _days(league, list(Calendar().itermonthdates(first.year, first.month)), first.month, season)
    inside = [day for day in days if day["inside"]]
    return {
        "first": first,
        "days": days,
        "earlier": _beside(first, season, -1),
        "later": _beside(first, season, 1),
        "matches": sum(day["matches"] for day in inside),
        "empty": all(day["empty"] for day in inside),
    }


def _days(league: League, days: list[date], month: int, season: Season | None) -> list[dict[str, Any]]:
    """Of each day how many matches there are, how many were to be played then and are not, and why there are none."""
    span = (days[0], days[-1])
    fixtures = Fixture.objects.filter(league=league, away__isnull=False).exclude(state=FixtureState.VOID)
    on = fixtures.filter(date__range=span).values_list("date").annotate(Count("pk")).order_by("date")
    gone = fixtures.filter(Q(date=None) | ~Q(date=F("first_date")), first_date__range=span).exclude(TO_ARRANGE)
    matches, moved = dict(on), dict(gone.values_list("first_date").annotate(Count("pk")).order_by("first_date"))
    blackouts = _by_day(Blackout.objects.filter(season=season, first__lte=span[1], last__gte=span[0]))
    shut = Closure.objects.filter(first__lte=span[1], last__gte=span[0]).select_related("venue")
    closed = _by_day(shut.order_by("venue__name", "pk"))
    return [
        {
            "day": day,
            "inside": day.month == month,
            "matches": matches.get(day, 0),
            "moved": moved.get(day, 0),
            "blackouts": blackouts.get(day, ()),
            "closed": [each.venue.name for each in closed.get(day, ())],
            "empty": not any(day in dates for dates in (matches, moved, blackouts, closed)),
        }
        for day in days
    ]


def _beside(first: date, season: Season | None, step: int) -> date | None:
    if season is None:
        return None
    years, month = divmod(first.year * 12 + first.month - 1 + step, 12)
    beside = date(years, month + 1, 1)
    return beside if season.starts.replace(day=1) <= beside <= season.ends else None


Span = TypeVar("Span", Blackout, Closure)


def _by_day(spans: Iterable[Span]) -> dict[date, list[Span]]:
    spans_by_day: dict[date, list[Span]] = {}
    for span in spans:
        for number in range((span.last - span.first).days + 1):
            spans_by_day.setdefault(span.first + timedelta(days=number), []).append(span)
    return spans_by_day


# --- the season of one team or pub ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SheetRow:
    """`words` say why there is no match; `crowded` is how many matches want too few boards."""

    day: date | None
    line: MatchLine | None = None
    words: str = ""
    until: date | None = None
    crowded: int = 0


def team_sheet(team: Team, season: Season, at: datetime) -> tuple[list[SheetRow], int, int]:
    """The rows, and how many matches at home and away."""
    fixtures = list(season_fixtures(season).filter(sides_of_team(team)))
    matches = [SheetRow(each.date, match_line(each, at)) for each in fixtures if each.away_id]
    byes = [SheetRow(each.date, words="Bye") for each in fixtures if not each.away_id and _counts(each)]
    none = [SheetRow(each.first, words=str(each), until=each.last) for each in Blackout.objects.filter(season=season)]
    at_home = [each.home.team_id == team.pk for each in fixtures if each.away_id and _counts(each)]
    return _in_order([*matches, *byes, *none]), sum(at_home), len(at_home) - sum(at_home)


def venue_sheet(venue: Venue, season: Season, at: datetime) -> tuple[list[SheetRow], int]:
    """The rows, and how many matches."""
    fixtures = [each for each in season_fixtures(season).filter(venue=venue) if each.away_id]
    nights: dict[date | None, int] = {}
    for each in fixtures:
        nights[each.date] = nights.get(each.date, 0) + _counts(each)
    rows = []
    for each in fixtures:
        over = each.date is not None and _counts(each) and nights[each.date] > venue.boards
        rows.append(SheetRow(each.date, match_line(each, at), crowded=nights[each.date] if over else 0))
    for closure in Closure.objects.filter(venue=venue, first__lte=season.ends, last__gte=season.starts):
        words = f"Closed: {closure.reason}" if closure.reason else "Closed"
        rows.append(SheetRow(closure.first, words=words, until=closure.last))
    return _in_order(rows), sum(nights.values())


def _counts(fixture: Fixture) -> bool:
    return bool(fixture.state != FixtureState.VOID)


def _in_order(rows: Iterable[SheetRow]) -> list[SheetRow]:
    return sorted(rows, key=lambda each: (each.day or date.max, each.line is not None))


# --- a division as a grid ---------------------------------------------------------------------------------------------
def divisions_of(season: Season) -> QuerySet[Division]:
    divisions: QuerySet[Division] = Division.objects.filter(
        competition__season=season, competition__kind=CompetitionKind.LEAGUE
    )
    return divisions.select_related("competition__season__league").order_by("rank", "pk")


def cross_table(division: Division, at: datetime) -> dict[str, Any]:
    """A cell is a list of (match, text), None where a team would meet itself."""
    teams = list(Entry.objects.filter(division=division).select_related("team").order_by("name", "pk"))
    usual = division.competition.season.league.night if division.night is None else division.night
    cells: dict[tuple[int, int | None], list[tuple[MatchLine, str]]] = {}
    matches = whole_fixtures().select_related("result").filter(division=division, away__isnull=False)
    for fixture in matches.order_by("first_date", "pk"):
        line = match_line(fixture, at)
        cells.setdefault((fixture.home_id, fixture.away_id), []).append((line, _in_cell(line, usual)))
    rows = [(home, [None if home == away else cells.get((home.pk, away.pk), []) for away in teams]) for home in teams]
    return {
        "division": division,
        "teams": teams,
        "rows": rows,
        "usual_name": LeagueNight(usual).label,
        "drawn": any(cell for _, row in rows for cell in row),
    }


def _in_cell(line: MatchLine, usual: int) -> str:
    if line.score:
        return DASH.join(map(str, line.score))
    if line.fixture.state == FixtureState.VOID:
        return "void"
    day = line.fixture.date
    if day is None:
        return "no date"
    return f"{day.day} {day:%b}" if day.weekday() == usual else formats.night(day)
