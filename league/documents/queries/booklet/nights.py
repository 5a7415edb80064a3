"""The nights of a season as a booklet prints them: matches with room for their scores, and what is on instead.

Knows where a match differs from what its home team's line says. Refuses to know results: they are written in with a
pen. Ties of cups are left out, for most of their sides are not known when a booklet is printed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from league.cups.models import FinalsNight
from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Division, Entry, Fixture, Season
from league.schedule.queries import of_tables
from league.ui import words


@dataclass(frozen=True, slots=True)
class BookletMatch:
    """One match, and what is to be said of it: where or when it is played, if not as usual."""

    fixture: Fixture
    note: str


@dataclass(slots=True)
class BookletGroup:
    """The matches of one division on one night, and its teams that have none."""

    division: Division
    matches: list[BookletMatch] = field(default_factory=list)
    byes: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BookletNight:
    """One night of matches; `day` None for those that wait for a date. `weeks` as the list numbers them: "5"."""

    day: date | None
    weeks: str
    groups: tuple[BookletGroup, ...]

    @property
    def rows(self) -> int:
        """How many lines it takes, about."""
        return 2 + sum(len(group.matches) + bool(group.byes) + 1 for group in self.groups)


@dataclass(frozen=True, slots=True)
class Interruption:
    """Days on which the league does not play, or finals night: as `what`, with `more` about it."""

    day: date
    last: date
    what: str
    more: str
    finals: bool = False

    rows = 2

    @property
    def words(self) -> str:
        """As "Tue 8 Dec" or "Mon 21 Dec to Sun 3 Jan"."""
        until = f" to {words.night(self.last)}" if self.last != self.day else ""
        return f"{words.night(self.day)}{until}"


def nights_and_stops(season: Season, finals: Iterable[FinalsNight]) -> tuple[BookletNight | Interruption, ...]:
    """Everything by its day, the nights without a date last: two queries."""
    nights = list(_nights(season))
    stops = [*_stops(season), *map(_finals, finals)]
    dated = [night for night in nights if night.day]
    rows: list[BookletNight | Interruption] = sorted(
        [*dated, *stops], key=lambda each: (each.day or date.max, isinstance(each, Interruption))
    )
    return (*rows, *(night for night in nights if night.day is None))


def _stops(season: Season) -> Iterator[Interruption]:
    for row in Blackout.objects.filter(season=season).order_by("first", "pk"):
        what = str(row.get_kind_display())
        yield Interruption(row.first, row.last, what, "" if row.reason in {"", what} else row.reason)


def _finals(night: FinalsNight) -> Interruption:
    where = f"{words.clock(night.start_time)}, {night.venue}"
    return Interruption(night.date, night.date, night.name, where, finals=True)


def _nights(season: Season) -> Iterator[BookletNight]:
    whole = Fixture.objects.select_related("division", "home__team", "away", "venue").defer("constitution")
    there = of_tables(whole).filter(division__competition__season=season)
    ordered = sorted(
        there.order_by("division__rank", "division_id", "home__name", "pk"), key=lambda each: each.date or date.max
    )
    for day, fixtures in groupby(ordered, key=lambda each: each.date):
        groups = _groups(fixtures)
        if groups:
            yield BookletNight(day, _weeks(groups), groups)


def _groups(fixtures: Iterable[Fixture]) -> tuple[BookletGroup, ...]:
    found: dict[int, BookletGroup] = {}
    for fixture in fixtures:
        group = found.setdefault(fixture.division_id, BookletGroup(fixture.division))
        if fixture.state == FixtureState.VOID:
            group.byes += _left_without(fixture)
        elif fixture.away_id is None:
            group.byes.append(fixture.home)
        else:
            group.matches.append(BookletMatch(fixture, ", ".join(_notes(fixture))))
    return tuple(group for group in found.values() if group.matches or group.byes)


def _left_without(fixture: Fixture) -> list[Entry]:
    """Who has no match because the other side withdrew."""
    if fixture.voided_with_id is None or fixture.date is None:
        return []
    sides = (fixture.home, fixture.away)
    return [side for side in sides if side is not None and side.pk != fixture.voided_with_id]


def _notes(fixture: Fixture) -> Iterator[str]:
    team = fixture.home.team
    if fixture.venue_id != team.venue_id:
        yield f"at {fixture.venue}"
    if fixture.start_time != team.start_time:
        yield words.clock(fixture.start_time)
    if fixture.moved:
        yield f"from {words.night(fixture.first_date)}"


def _weeks(groups: Iterable[BookletGroup]) -> str:
    """The number of the week; nothing where matches of several weeks are on one night."""
    weeks = {match.fixture.week for group in groups for match in group.matches if not match.fixture.moved}
    return str(min(weeks)) if len(weeks) == 1 else ""
