"""Lists of matches, as every public page prints them.

Knows what one line of a list says: sides, score or hour, and a word for anything unusual. Refuses to show a score that
is not ready: a sealed card, or one that is disputed.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate

from league.results.choices import ResultState
from league.results.models import Result
from league.schedule.choices import FixtureStatus
from league.schedule.models import Entry, Fixture
from league.schedule.queries import whole_fixtures
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
# Where a fixture carries a rule book that no list reads: decoding them all would cost more than the list.
RULES = ("league", "division__competition", "home__team__league", "away__team__league", "venue__league")
KIND_TAGS = {Kind.WALKOVER: "Walkover", Kind.VOID: "Void", Kind.UNFINISHED: "Unfinished", Kind.AWARDED: "Awarded"}


@dataclass(frozen=True, slots=True)
class Line:
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
    def unusual(self) -> bool:
        """Whether there is a result that was not simply played: a walkover, an award."""
        return self.tag is not None and self.tag[0] == SETTLED

    @property
    def home_won(self) -> bool:
        return self.won == Side.HOME

    @property
    def away_won(self) -> bool:
        return self.won == Side.AWAY


def line(fixture: Fixture, at: datetime) -> Line:
    """How a match reads at a moment; needs the fixture's `result`, as `matches` fetches it."""
    result: Result | None = getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    tag = _tag(fixture, result, state, at)
    if result is None or state not in READY:
        return Line(fixture, None, tag)
    return Line(fixture, (result.home_games, result.away_games), tag, result.tally["winner"])


def lines(fixtures: QuerySet[Fixture], at: datetime) -> tuple[Line, ...]:
    return tuple(line(fixture, at) for fixture in fixtures)


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
    return ("awaited", "Card awaited") if overdue else None


def for_lists(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Whole fixtures with their results, without what no list reads."""
    heavy = ("constitution", *(f"{path}__constitution" for path in RULES))
    return fixtures.select_related("result").defer(*heavy)


def matches(league: League) -> QuerySet[Fixture]:
    """Every match of the league with all that a line of a list needs, in one query; byes are left out."""
    return for_lists(whole_fixtures().filter(league=league, away__isnull=False))


def on_night(league: League, night: date) -> QuerySet[Fixture]:
    """The matches of one night, division by division."""
    return matches(league).filter(date=night).order_by("division__rank", "home__name", "pk")


def latest(league: League, count: int) -> QuerySet[Fixture]:
    """This season's last matches with a score to show, newest first; by key, so that few whole rows are sorted."""
    newest = ("-date", "division__rank", "pk")
    played = Fixture.objects.filter(
        league=league, division__competition__season__current=True, result__state__in=READY, date__isnull=False
    )
    keys = list(played.order_by(*newest).values_list("pk", flat=True)[:count])
    return matches(league).filter(pk__in=keys).order_by(*newest)


def of_team(league: League, team: Team) -> QuerySet[Fixture]:
    """This season's matches of a team in the order of the list; by its entries, or past seasons would be read too.

    Those of its players in a cup by name are theirs and not the team's.
    """
    mine = Entry.objects.filter(team=team, slug="", division__competition__season__current=True)
    entries = list(mine.values_list("pk", flat=True))
    found = matches(league).filter(Q(home__in=entries) | Q(away__in=entries))
    return found.order_by("first_date", "week", "pk")


def at_venue(league: League, venue: Venue, since: date, count: int) -> QuerySet[Fixture]:
    """The next matches at a venue."""
    return matches(league).filter(venue=venue, date__gte=since).order_by("date", "division__rank", "pk")[:count]


def next_night(league: League, after: date) -> date | None:
    """The first night with a match to play after a day."""
    return matches(league).filter(date__gt=after).order_by("date").values_list("date", flat=True).first()
