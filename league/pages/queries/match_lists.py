"""Lists of matches as every public page prints them: of a week, a night, a team, a venue, a season.

A line says its sides, score or hour, and a word for anything unusual; no score that is not ready, of a sealed card or a
disputed one. A match that was moved is in both its weeks, told of in the one it has left.
"""

from calendar import Calendar
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from django.db.models import Count, F, Min, Q, QuerySet
from django.utils.timezone import localdate

from league.base.ui import formats
from league.base.ui.formats import ProperName, clock, night
from league.matchnight.queries.match_state import LiveScore, live_scores
from league.results.choices import KIND_TAGS, PUBLIC_STATES, ResultState
from league.results.models import Result
from league.schedule.choices import CompetitionKind, FixtureState, FixtureStatus
from league.schedule.models import Blackout, Division, Entry, Fixture, Season
from league.schedule.queries.matches import TO_ARRANGE, sides_of_team, whole_fixtures
from league.schedule.values.calendar import WEEK
from league.teams.choices import LeagueNight
from league.teams.models import Closure, League, Team, Venue
from scoring import codec
from scoring.card.outcome import Kind, Tally
from scoring.card.points import Games
from scoring.card.sheet import Side

DASH = "\N{EN DASH}"
TAGGED = (
    *(FixtureStatus.IN_PLAY, FixtureStatus.POSTPONED, FixtureStatus.TO_ARRANGE, FixtureStatus.REARRANGED),
    *(FixtureStatus.VOID, FixtureStatus.WITHDRAWN),
)
SETTLED = "settled"
QUIET = "quiet"
TONES = {
    FixtureStatus.IN_PLAY.value: "live",
    ResultState.DISPUTED.value: "bad",
    FixtureStatus.VOID.value: "quiet",
    FixtureStatus.WITHDRAWN.value: "quiet",
    QUIET: "quiet",
    SETTLED: "",
}
BOTH_LOSE = "LL"
LiveScores = Mapping[int, LiveScore]  # by the match's key, of those being played
NO_SCORES: LiveScores = {}


@dataclass(frozen=True, slots=True)
class MatchLine:
    """`tag` is (style, word) of what is unusual; `letters` as "WL" once it counts; `gone` if moved off this night."""

    fixture: Fixture
    score: tuple[Games, Games] | None
    tag: tuple[str, str] | None
    letters: str = ""
    live: LiveScore | None = None
    gone: bool = False

    @property
    def games(self) -> tuple[Games, Games] | None:
        return self.score or (self.live[:2] if self.live else None)

    @property
    def over(self) -> bool:
        return not self.fixture.open

    @property
    def tone(self) -> str:
        return TONES.get(self.tag[0], "warn") if self.tag else ""

    @property
    def unusual(self) -> bool:
        return self.tag is not None and self.tag[0] == SETTLED

    def letter(self, *, at_home: bool) -> str:
        """What it was to a side: "W", "D" or "L"; "" while nothing of it counts."""
        return self.letters[:1] if at_home else self.letters[1:]

    @property
    def home_won(self) -> bool:
        return self.letters[:1] == "W"

    @property
    def away_won(self) -> bool:
        return self.letters[1:] == "W"

    @property
    def both_lose(self) -> bool:
        return self.letters == BOTH_LOSE

    @property
    def score_parts(self) -> tuple[str, ...]:
        assert self.score is not None
        between, lost = f" {self.score[0]}{DASH}{self.score[1]} ", (", both lose",) if self.both_lose else ()
        return ProperName(self.fixture.home), between, ProperName(self.fixture.away), *lost

    @property
    def words(self) -> dict[str, Any]:
        """`was` is the night it was first on; of one that is `gone`, `day` is where it went."""
        fixture = self.fixture
        home_games, away_games = map(str, self.games) if self.games and not self.gone else ("", "")
        struck_with = fixture.voided_with if fixture.state == FixtureState.VOID else None
        return {
            "url": fixture.get_absolute_url(),
            "home": fixture.home.name,
            "away": fixture.away.name if fixture.away else "",
            "colours": fixture.colours,
            "home_games": home_games,
            "away_games": away_games,
            "home_lost": self.letters[:1] == "L",
            "away_lost": self.letters[1:] == "L",
            "day": fixture.night,
            "occasion": fixture.occasion,
            "where": f"{clock(fixture.start_time)}, {fixture.venue}" if fixture.open else "",
            "withdrew": struck_with.name if struck_with else "",
            "was": night(fixture.first_date) if self.gone or (fixture.moved and fixture.open) else "",
            "tag": self.tag[1] if self.tag else "",
            "tone": self.tone,
            "gone": self.gone,
            "live": fixture.code if self.live else "",
        }


def match_line(fixture: Fixture, at: datetime, live: LiveScores = NO_SCORES, *, gone: bool = False) -> MatchLine:
    """How a match reads at a moment; needs the fixture's `result`, as `league_matches` fetches it."""
    result: Result | None = getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    score = live.get(fixture.pk)
    tag = _tag(fixture, result, state, at)
    if result is None or state not in PUBLIC_STATES:
        if score and score.quiet and tag and tag[0] == FixtureStatus.IN_PLAY:
            tag = (QUIET, score.quiet)
        return MatchLine(fixture, None, tag, live=score, gone=gone)
    letters = _letters(result)
    if tag == (SETTLED, KIND_TAGS[Kind.AWARDED]) and letters == BOTH_LOSE:
        tag = (SETTLED, "Both lose")
    return MatchLine(fixture, result.games, tag, letters, gone=gone)


def match_lines(fixtures: Iterable[Fixture], at: datetime, live: LiveScores = NO_SCORES) -> tuple[MatchLine, ...]:
    return tuple(match_line(fixture, at, live) for fixture in fixtures)


def lines_with_scores(fixtures: Iterable[Fixture], at: datetime) -> tuple[MatchLine, ...]:
    """With the games won so far of those being played."""
    listed = list(fixtures)
    return match_lines(listed, at, live_scores(listed) if any(each.in_play for each in listed) else {})


def division_order(line: MatchLine) -> tuple[int, int, str]:
    fixture = line.fixture
    return fixture.division.rank, fixture.division.pk, fixture.home.name


def of_teams(lines: Iterable[MatchLine]) -> list[MatchLine]:
    """Division by division, without ties that players enter by name."""
    return sorted((each for each in lines if each.fixture.away and not each.fixture.home.slug), key=division_order)


def _letters(result: Result) -> str:
    if result.tally["winner"] is not None:
        return "WL" if result.tally["winner"] == Side.HOME else "LW"
    if not result.tally["counts"]:
        return ""
    # A season has hundreds of results, and few of them are awards.
    both_lose = result.kind == Kind.AWARDED and codec.decode_as(Tally, result.tally).both_lose
    return BOTH_LOSE if both_lose else "DD"


def _tag(fixture: Fixture, result: Result | None, state: ResultState | None, at: datetime) -> tuple[str, str] | None:
    if result is not None and state in (ResultState.DISPUTED, ResultState.PROVISIONAL):
        return state.value, state.label
    if result is not None and state in PUBLIC_STATES:
        word = KIND_TAGS.get(Kind(result.kind))
        return (SETTLED, word) if word else None
    status = fixture.status
    if status in TAGGED:
        return status.value, status.label
    overdue = fixture.date is not None and fixture.date < localdate(at) and fixture.away_id is not None
    return ("awaited", "Awaiting result") if overdue else None


def listed_nights(
    fixtures: Iterable[Fixture], at: datetime, *, week: date | None = None, live: LiveScores = NO_SCORES
) -> list[dict[str, Any]]:
    """Night by night, those without a date last; with `week` its own nights only."""
    lines: dict[date | None, list[MatchLine]] = {}
    byes: dict[date | None, list[Fixture]] = {}

    def shows(day: date | None) -> bool:
        return week is None or (day is not None and week <= day < week + WEEK)

    for fixture in fixtures:
        if fixture.away_id is None:
            if fixture.state != FixtureState.VOID:
                byes.setdefault(fixture.date, []).append(fixture)
            continue
        if shows(fixture.date):
            lines.setdefault(fixture.date, []).append(match_line(fixture, at, live))
        if week is not None and fixture.moved and shows(fixture.first_date):
            lines.setdefault(fixture.first_date, []).append(match_line(fixture, at, gone=True))
    return [
        {
            "day": day,
            "lines": lines.get(day, ()),
            "byes": byes.get(day, ()),
            "open": any(line.fixture.open and not line.gone for line in lines.get(day, ())),
        }
        for day in sorted(lines.keys() | byes.keys(), key=lambda day: day or date.max)
    ]


# --- which matches ----------------------------------------------------------------------------------------------------
def league_matches(league: League) -> QuerySet[Fixture]:
    """Without byes, with all that a line needs."""
    return whole_fixtures().select_related("result").filter(league=league, away__isnull=False)


def season_fixtures(season: Season) -> QuerySet[Fixture]:
    """With byes, in the order of the list."""
    matches = whole_fixtures().select_related("result").filter(division__competition__season=season)
    return matches.order_by("first_date", "division__rank", "home__name", "pk")


def latest_results(league: League, count: int) -> QuerySet[Fixture]:
    played = league_matches(league).filter(
        division__competition__season__current=True, result__state__in=PUBLIC_STATES, date__isnull=False
    )
    return played.order_by("-date", "division__rank", "pk")[:count]


def matches_on(league: League, night: date) -> QuerySet[Fixture]:
    matches = league_matches(league).filter(date=night).exclude(state=FixtureState.VOID)
    return matches.order_by("division__rank", "home__name", "pk")


def matches_of_team(league: League, team: Team) -> QuerySet[Fixture]:
    """Without those of its players in a cup by name."""
    mine = Entry.objects.filter(team=team, slug="", division__competition__season__current=True)
    matches = league_matches(league).filter(Q(home__in=mine) | Q(away__in=mine))
    return matches.order_by("first_date", "week", "pk")


def matches_at_venue(league: League, venue: Venue, since: date, count: int) -> QuerySet[Fixture]:
    return league_matches(league).filter(venue=venue, date__gte=since).order_by("date", "division__rank", "pk")[:count]


def next_night(league: League, since: date) -> date | None:
    to_come = Fixture.objects.filter(league=league, date__gte=since, away__isnull=False)
    return to_come.exclude(state=FixtureState.VOID).aggregate(night=Min("date"))["night"]


# --- a season's fixtures laid out: a month of nights, one team or pub, a division as a grid ---------------------------
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
