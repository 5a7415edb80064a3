"""Lists of matches as every public page prints them: of a week, a night, a team, a venue, a season.

A line says its sides, score or hour, and a word for anything unusual; no score that is not ready, of a sealed card or a
disputed one. A match that was moved is in both its weeks, told of in the one it has left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Min, Q, QuerySet
from django.utils.timezone import localdate

from league.base.ui.formats import ProperName, clock, night
from league.matchnight.queries.match_state import live_scores
from league.results.choices import KIND_TAGS, PUBLIC_STATES, ResultState
from league.results.models import Result
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Entry, Fixture, Season
from league.schedule.queries.matches import whole_fixtures
from league.schedule.values.calendar import WEEK
from league.teams.models import League, Team, Venue
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
TONES = {
    FixtureStatus.IN_PLAY.value: "live",
    ResultState.DISPUTED.value: "bad",
    FixtureStatus.VOID.value: "quiet",
    FixtureStatus.WITHDRAWN.value: "quiet",
    SETTLED: "",
}
BOTH_LOSE = "LL"
LiveScores = Mapping[int, tuple[int, int]]  # by the match's key, of those being played (matchnight's `live_scores`)
NO_SCORES: LiveScores = {}


@dataclass(frozen=True, slots=True)
class MatchLine:
    """`tag` is (style, word) of what is unusual; `letters` as "WL" once it counts; `gone` if moved off this night."""

    fixture: Fixture
    score: tuple[Games, Games] | None
    tag: tuple[str, str] | None
    letters: str = ""
    live: tuple[int, int] | None = None
    gone: bool = False

    @property
    def games(self) -> tuple[Games, Games] | None:
        return self.score or self.live

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
    tag = _tag(fixture, result, state, at)
    if result is None or state not in PUBLIC_STATES:
        return MatchLine(fixture, None, tag, live=live.get(fixture.pk), gone=gone)
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
    night: date | None = to_come.exclude(state=FixtureState.VOID).aggregate(night=Min("date"))["night"]
    return night
