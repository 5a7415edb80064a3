"""The nights of a season as its booklet prints them: matches by division, cups, weeks without a match, and notes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from league.cups.models import FinalsNight
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Entry, Fixture
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


def finals_stop(night: FinalsNight) -> Interruption:
    where = f"{words.clock(night.start_time)}, {night.venue}"
    return Interruption(night.date, night.date, night.name, where, finals=True)


def booklet_groups(fixtures: Iterable[Fixture]) -> tuple[BookletGroup, ...]:
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


def weeks_text(groups: Iterable[BookletGroup]) -> str:
    """The number of the week; nothing where matches of several weeks are on one night."""
    weeks = {match.fixture.week for group in groups for match in group.matches if not match.fixture.moved}
    return str(min(weeks)) if len(weeks) == 1 else ""
