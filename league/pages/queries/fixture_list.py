"""The list of matches by calendar week: a match that was moved is in both its weeks, told of in the one it has left.

Knows nights and weeks. Refuses to know scores and tags: a line of a list says those.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from league.pages.queries.lists import Line, for_lists, line
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture, Season
from league.schedule.queries import WEEK, whole_fixtures


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a night. `gone`: it was on this night and has been moved away."""

    line: Line
    gone: bool


@dataclass(frozen=True, slots=True)
class Night:
    """The matches of one night; `day` None for those that have no date."""

    day: date | None
    listed: tuple[Listed, ...]
    byes: tuple[Fixture, ...] = ()

    @property
    def open(self) -> bool:
        """Whether a match of this night is still to be played."""
        return any(each.line.fixture.open and not each.gone for each in self.listed)


def season_fixtures(season: Season) -> QuerySet[Fixture]:
    """Every match and bye of a season with all that its line needs, in the order of the list; one query."""
    found = for_lists(whole_fixtures().filter(division__competition__season=season))
    return found.order_by("first_date", "division__rank", "home__name", "pk")


def nights(fixtures: Iterable[Fixture], at: datetime, *, week: date | None = None) -> tuple[Night, ...]:
    """The fixtures night by night. Of one week, its own nights only; of a whole season, each match where it is now."""
    listed: dict[date | None, list[Listed]] = {}
    byes: dict[date | None, list[Fixture]] = {}
    for fixture in fixtures:
        if fixture.away_id is None:
            if fixture.state != FixtureState.VOID:
                byes.setdefault(fixture.date, []).append(fixture)
            continue
        if week is None or _within(fixture.date, week):
            listed.setdefault(fixture.date, []).append(Listed(line(fixture, at), gone=False))
        if week is not None and fixture.moved and _within(fixture.first_date, week):
            listed.setdefault(fixture.first_date, []).append(Listed(line(fixture, at), gone=True))
    days = sorted(listed.keys() | byes.keys(), key=lambda day: day or date.max)
    return tuple(Night(day, tuple(listed.get(day, ())), tuple(byes.get(day, ()))) for day in days)


def _within(day: date | None, monday: date) -> bool:
    return day is not None and monday <= day < monday + WEEK
