"""Lists of matches, as every public page prints them, and the list of a season by calendar week.

A line says its sides, score or hour, and a word for anything unusual; no score that is not ready, of a sealed card or a
disputed one. A match that was moved is in both its weeks, told of in the one it has left.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate

from league.results.choices import ResultState
from league.results.models import Result
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Entry, Fixture, Season
from league.schedule.queries import WEEK, whole_fixtures
from league.teams.models import League, Team, Venue
from scoring.card.outcome import Kind
from scoring.card.sheet import Side

READY = (ResultState.PROVISIONAL, ResultState.CONFIRMED, ResultState.DECIDED)
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
# Where a fixture carries a rule book that no list reads: decoding them all would cost more than the list.
RULES = ("league", "division__competition", "home__team__league", "away__team__league", "venue__league")
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
    if result is None or state not in READY:
        return MatchLine(fixture, None, tag)
    return MatchLine(fixture, (result.home_games, result.away_games), tag, result.tally["winner"])


def match_lines(fixtures: QuerySet[Fixture], at: datetime) -> tuple[MatchLine, ...]:
    return tuple(match_line(fixture, at) for fixture in fixtures)


def _tag(fixture: Fixture, result: Result | None, state: ResultState | None, at: datetime) -> tuple[str, str] | None:
    if result is not None and state in (ResultState.DISPUTED, ResultState.PROVISIONAL):
        return state.value, state.label
    if result is not None and state in READY:
        word = KIND_TAGS.get(Kind(result.kind))
        return (SETTLED, word) if word else None
    status = fixture.status
    if status in TAGGED:
        return status.value, status.label
    overdue = fixture.date is not None and fixture.date < localdate(at) and fixture.away_id is not None
    return ("awaited", "Awaiting result") if overdue else None


def with_list_relations(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Whole fixtures with their results, without what no list reads."""
    heavy = ("constitution", *(f"{path}__constitution" for path in RULES))
    return fixtures.select_related("result").defer(*heavy)


def league_matches(league: League) -> QuerySet[Fixture]:
    """Every match of the league with all that a line of a list needs, in one query; byes are left out."""
    return with_list_relations(whole_fixtures().filter(league=league, away__isnull=False))


def matches_on(league: League, night: date) -> QuerySet[Fixture]:
    """The matches of one night, division by division."""
    return league_matches(league).filter(date=night).order_by("division__rank", "home__name", "pk")


def latest_results(league: League, count: int) -> QuerySet[Fixture]:
    """This season's last matches with a score to show, newest first; by key, so that few whole rows are sorted."""
    newest = ("-date", "division__rank", "pk")
    played = Fixture.objects.filter(
        league=league, division__competition__season__current=True, result__state__in=READY, date__isnull=False
    )
    keys = list(played.order_by(*newest).values_list("pk", flat=True)[:count])
    return league_matches(league).filter(pk__in=keys).order_by(*newest)


def matches_of_team(league: League, team: Team) -> QuerySet[Fixture]:
    """This season's matches of a team in the order of the list; by its entries, or past seasons would be read too.

    Those of its players in a cup by name are theirs and not the team's.
    """
    mine = Entry.objects.filter(team=team, slug="", division__competition__season__current=True)
    entries = list(mine.values_list("pk", flat=True))
    found = league_matches(league).filter(Q(home__in=entries) | Q(away__in=entries))
    return found.order_by("first_date", "week", "pk")


def matches_at_venue(league: League, venue: Venue, since: date, count: int) -> QuerySet[Fixture]:
    """The next matches at a venue."""
    return league_matches(league).filter(venue=venue, date__gte=since).order_by("date", "division__rank", "pk")[:count]


def next_night(league: League, after: date) -> date | None:
    """The first night with a match to play after a day."""
    return league_matches(league).filter(date__gt=after).order_by("date").values_list("date", flat=True).first()


# --- by calendar week -------------------------------------------------------------------------------------------------
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


def season_fixtures(season: Season) -> QuerySet[Fixture]:
    """Every match and bye of a season with all that its line needs, in the order of the list; one query."""
    found = with_list_relations(whole_fixtures().filter(division__competition__season=season))
    return found.order_by("first_date", "division__rank", "home__name", "pk")


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
