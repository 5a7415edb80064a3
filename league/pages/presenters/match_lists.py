"""Lists of matches, as every public page prints them, and the list of a season by calendar week.

A line says its sides, score or hour, and a word for anything unusual; no score that is not ready, of a sealed card or a
disputed one. A match that was moved is in both its weeks, told of in the one it has left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.utils.timezone import localdate

from league.base.ui.formats import clock, night
from league.results.choices import KIND_TAGS, PUBLIC_STATES, ResultState
from league.results.models import Result
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Fixture
from league.schedule.values.calendar import WEEK
from scoring import codec
from scoring.card.outcome import Kind, Tally
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


BOTH_LOSE = "LL"
LiveScores = Mapping[int, tuple[int, int]]  # by the match's key, of those being played (matchnight's `live_scores`)
NO_SCORES: LiveScores = {}


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match in a list. `score` is (home, away) games, None until there is one that may be shown.

    `tag` is (style, word) for whatever a reader would not expect, None for the ordinary. `letters` are what it was to
    home and away, as "WL": who won need not have more games, where lines decide. "" while nothing of it counts.
    `live` are the games won so far of a match that is being played.
    """

    fixture: Fixture
    score: tuple[int, int] | None
    tag: tuple[str, str] | None
    letters: str = ""
    live: tuple[int, int] | None = None

    @property
    def games(self) -> tuple[int, int] | None:
        """The games of both sides, at the end or so far; None before there are any to show."""
        return self.score or self.live

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
    def words(self) -> "MatchWords":
        return match_words(self)


class MatchWords(NamedTuple):
    """A match as pages/_match_line.html prints it, "" for what is not said of it.

    Its games, once they may be shown; who `withdrew` from it; the hour and place `where` it is to be played, and the
    night that it `was` to be played before. Of one that is `gone` from a night, where it went: to a `day`, or to none.
    """

    url: str
    home: str
    away: str
    home_games: str
    away_games: str
    home_lost: bool
    away_lost: bool
    day: str
    occasion: str
    where: str
    withdrew: str
    was: str
    tag: str
    tone: str
    gone: bool
    live: str


def match_words(line: MatchLine, *, gone: bool = False) -> MatchWords:
    """A row of plain values: a template looks each of them up in a fraction of the time that models take."""
    fixture = line.fixture
    home_games, away_games = map(str, line.games) if line.games and not gone else ("", "")
    struck_with = fixture.voided_with if fixture.state == FixtureState.VOID else None
    moved = gone or (fixture.moved and fixture.open)
    return MatchWords(
        url=fixture.get_absolute_url(),
        home=fixture.home.name,
        away=fixture.away.name if fixture.away else "",
        home_games=home_games,
        away_games=away_games,
        home_lost=line.letters[:1] == "L",
        away_lost=line.letters[1:] == "L",
        day=night(fixture.date) if fixture.date else "",
        occasion=fixture.occasion,
        where=f"{clock(fixture.start_time)}, {fixture.venue}" if fixture.open else "",
        withdrew=struck_with.name if struck_with else "",
        was=night(fixture.first_date) if moved else "",
        tag=line.tag[1] if line.tag else "",
        tone=line.tone,
        gone=gone,
        live=fixture.code if line.live else "",
    )


def match_line(fixture: Fixture, at: datetime, live: LiveScores = NO_SCORES) -> MatchLine:
    """How a match reads at a moment; needs the fixture's `result`, as `matches` fetches it."""
    result: Result | None = getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    tag = _tag(fixture, result, state, at)
    if result is None or state not in PUBLIC_STATES:
        return MatchLine(fixture, None, tag, live=live.get(fixture.pk))
    letters = _letters(result)
    if tag == (SETTLED, KIND_TAGS[Kind.AWARDED]) and letters == BOTH_LOSE:
        tag = (SETTLED, "Both lose")
    return MatchLine(fixture, (result.home_games, result.away_games), tag, letters)


def _letters(result: Result) -> str:
    if result.tally["winner"] is not None:
        return "WL" if result.tally["winner"] == Side.HOME else "LW"
    if not result.tally["counts"]:
        return ""
    # A season has hundreds of results, and few of them are awards.
    both_lose = result.kind == Kind.AWARDED and codec.decode_as(Tally, result.tally).both_lose
    return BOTH_LOSE if both_lose else "DD"


def match_lines(fixtures: Iterable[Fixture], at: datetime, live: LiveScores = NO_SCORES) -> tuple[MatchLine, ...]:
    return tuple(match_line(fixture, at, live) for fixture in fixtures)


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

    @property
    def words(self) -> MatchWords:
        return match_words(self.line, gone=self.gone)


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


def listed_nights(
    fixtures: Iterable[Fixture], at: datetime, *, week: date | None = None, live: LiveScores = NO_SCORES
) -> tuple[ListedNight, ...]:
    """The fixtures night by night. Of one week, its own nights only; of a whole season, each match where it is now."""
    listed: dict[date | None, list[ListedMatch]] = {}
    byes: dict[date | None, list[Fixture]] = {}
    for fixture in fixtures:
        if fixture.away_id is None:
            if fixture.state != FixtureState.VOID:
                byes.setdefault(fixture.date, []).append(fixture)
            continue
        if week is None or _within(fixture.date, week):
            listed.setdefault(fixture.date, []).append(ListedMatch(match_line(fixture, at, live), gone=False))
        if week is not None and fixture.moved and _within(fixture.first_date, week):
            listed.setdefault(fixture.first_date, []).append(ListedMatch(match_line(fixture, at), gone=True))
    days = sorted(listed.keys() | byes.keys(), key=lambda day: day or date.max)
    return tuple(ListedNight(day, tuple(listed.get(day, ())), tuple(byes.get(day, ()))) for day in days)


def _within(day: date | None, monday: date) -> bool:
    return day is not None and monday <= day < monday + WEEK
