"""Lists of matches, as every public page prints them, and the list of a season by calendar week.

A line says its sides, score or hour, and a word for anything unusual; no score that is not ready, of a sealed card or a
disputed one. A match that was moved is in both its weeks, told of in the one it has left.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from league.results.choices import PUBLIC_STATES, ResultState
from league.results.models import Result
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Fixture
from league.schedule.values.calendar import WEEK
from scoring.card.outcome import Kind
from scoring.card.sheet import Side

TAGGED = (
    FixtureStatus.IN_PLAY,
    FixtureStatus.POSTPONED,
    FixtureStatus.TO_ARRANGE,
    FixtureStatus.REARRANGED,
    FixtureStatus.VOID,
    FixtureStatus.WITHDRAWN,
)
SETTLED = "settled"
TONES = {
    FixtureStatus.IN_PLAY.value: "live",
    ResultState.DISPUTED.value: "bad",
    FixtureStatus.VOID.value: "quiet",
    FixtureStatus.WITHDRAWN.value: "quiet",
    SETTLED: "",
}


KIND_TAGS = {Kind.WALKOVER: "Walkover", Kind.VOID: "Void", Kind.UNFINISHED: "Unfinished", Kind.AWARDED: "Awarded"}


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match in a list. `score` is (home, away) games, None until there is one that may be shown; who has `won` need
    not have more of them, where lines decide.

    `tag` is (style, word) for whatever a reader would not expect, None for the ordinary.
    """

    fixture: Fixture
    score: tuple[int, int] | None
    tag: tuple[str, str] | None
    won: str | None = None

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play: a result of whatever kind, or a match that will not be."""
        return not self.fixture.open

    @property
    def tone(self) -> str:
        """The colour of its tag, "" for a plain one."""
        return TONES.get(self.tag[0], "warn") if self.tag else ""

    @property
    def unusual(self) -> bool:
        """Whether there is a result that was not simply played: a walkover, an award."""
        return self.tag is not None and self.tag[0] == SETTLED

    @property
    def home_won(self) -> bool:
        return self.won == Side.HOME

    @property
    def away_won(self) -> bool:
        return self.won == Side.AWAY


def match_line(fixture: Fixture, at: datetime) -> MatchLine:
    """How a match reads at a moment; needs the fixture's `result`, as `matches` fetches it."""
    result: Result | None = getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    tag = _tag(fixture, result, state, at)
    if result is None or state not in PUBLIC_STATES:
        return MatchLine(fixture, None, tag)
    return MatchLine(fixture, (result.home_games, result.away_games), tag, result.tally["winner"])


def match_lines(fixtures: Iterable[Fixture], at: datetime) -> tuple[MatchLine, ...]:
    return tuple(match_line(fixture, at) for fixture in fixtures)


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


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """One line of a night. `gone`: it was on this night and has been moved away."""

    line: MatchLine
    gone: bool


@dataclass(frozen=True, slots=True)
class ListedNight:
    """The matches of one night; `day` None for those that have no date."""

    day: date | None
    listed: tuple[ListedMatch, ...]
    byes: tuple[Fixture, ...] = ()

    @property
    def open(self) -> bool:
        """Whether a match of this night is still to be played."""
        return any(each.line.fixture.open and not each.gone for each in self.listed)


def listed_nights(fixtures: Iterable[Fixture], at: datetime, *, week: date | None = None) -> tuple[ListedNight, ...]:
    """The fixtures night by night. Of one week, its own nights only; of a whole season, each match where it is now."""
    listed: dict[date | None, list[ListedMatch]] = {}
    byes: dict[date | None, list[Fixture]] = {}
    for fixture in fixtures:
        if fixture.away_id is None:
            if fixture.state != FixtureState.VOID:
                byes.setdefault(fixture.date, []).append(fixture)
            continue
        if week is None or _within(fixture.date, week):
            listed.setdefault(fixture.date, []).append(ListedMatch(match_line(fixture, at), gone=False))
        if week is not None and fixture.moved and _within(fixture.first_date, week):
            listed.setdefault(fixture.first_date, []).append(ListedMatch(match_line(fixture, at), gone=True))
    days = sorted(listed.keys() | byes.keys(), key=lambda day: day or date.max)
    return tuple(ListedNight(day, tuple(listed.get(day, ())), tuple(byes.get(day, ()))) for day in days)


def _within(day: date | None, monday: date) -> bool:
    return day is not None and monday <= day < monday + WEEK
