"""The league's front page: what is on tonight, what comes next, how it went, who leads."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from league.cups.models import Cup
from league.cups.queries.catalogue import cups_now
from league.pages.queries.lists import Line, latest, lines, next_night, on_night
from league.schedule.models import Division
from league.standings.queries import Standing, divisions, tables
from league.teams.models import League

TOP = 3
LATEST = 6


@dataclass(frozen=True, slots=True)
class Top:
    """The head of one division's table."""

    division: Division
    rows: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Front:
    """`next_night` is the first night after today with matches, None at the end of the season."""

    tonight: tuple[Line, ...]
    next_night: date | None
    next: tuple[Line, ...]
    latest: tuple[Line, ...]
    tops: tuple[Top, ...]
    cups: tuple[Cup, ...] = ()

    @property
    def in_play(self) -> bool:
        return any(each.fixture.in_play and each.score is None for each in self.tonight)

    @property
    def empty(self) -> bool:
        return not (self.tonight or self.next or self.latest or self.tops)


def front(league: League, at: datetime) -> Front:
    """The front page at a moment, in a fixed number of queries."""
    today = localdate(at)
    upcoming = next_night(league, today)
    shown = list(divisions())
    ranked = tables(shown, at)
    return Front(
        tonight=lines(on_night(league, today), at),
        next_night=upcoming,
        next=lines(on_night(league, upcoming), at) if upcoming else (),
        latest=lines(latest(league, LATEST), at),
        tops=tuple(Top(each, ranked[each.pk].rows[:TOP]) for each in shown),
        cups=tuple(cups_now(league)),
    )
