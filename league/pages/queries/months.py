"""A month of nights: how many matches there are on each, and why there are none on others.

Weeks are in `match_lists`, one night with who is where in `nights`.
"""

from calendar import Calendar
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeVar

from django.db.models import Count, F, Q

from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Fixture, Season
from league.schedule.queries import TO_ARRANGE
from league.teams.models import Closure, League


@dataclass(frozen=True, slots=True)
class MonthDay:
    """One day. `moved` matches were to be played then and are not; `inside` is whether it belongs to the month."""

    day: date
    inside: bool
    matches: int
    moved: int
    blackouts: tuple[Blackout, ...]
    closed: tuple[str, ...]

    @property
    def empty(self) -> bool:
        return not (self.matches or self.moved or self.blackouts or self.closed)


@dataclass(frozen=True, slots=True)
class MonthPage:
    """One month in whole weeks from Monday on; `earlier` and `later` are the season's months beside it."""

    first: date
    days: tuple[MonthDay, ...]
    earlier: date | None
    later: date | None

    @property
    def matches(self) -> int:
        return sum(day.matches for day in self.days if day.inside)

    @property
    def empty(self) -> bool:
        return all(day.empty for day in self.days if day.inside)


def month_page(league: League, first: date, season: Season | None) -> MonthPage:
    """The month that begins with `first`, in four queries."""
    days = tuple(Calendar().itermonthdates(first.year, first.month))
    span = (days[0], days[-1])
    matches, moved = _counts(league, span), _moved(league, span)
    blackouts = _by_day(Blackout.objects.filter(season=season, first__lte=span[1], last__gte=span[0]))
    shut = Closure.objects.filter(first__lte=span[1], last__gte=span[0]).select_related("venue")
    closed = _by_day(shut.order_by("venue__name", "pk"))
    earlier, later = (_beside(first, season, step) for step in (-1, 1))
    return MonthPage(
        first,
        tuple(
            MonthDay(
                day,
                (day.year, day.month) == (first.year, first.month),
                matches.get(day, 0),
                moved.get(day, 0),
                tuple(blackouts.get(day, ())),
                tuple(each.venue.name for each in closed.get(day, ())),
            )
            for day in days
        ),
        earlier,
        later,
    )


def month_after(first: date, months: int) -> date:
    """The first day of the month so many months on, or back."""
    years, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    return date(years, month + 1, 1)


def _beside(first: date, season: Season | None, step: int) -> date | None:
    """The month beside it, while the season is in it."""
    if season is None:
        return None
    month = month_after(first, step)
    return month if season.starts.replace(day=1) <= month <= season.ends else None


def _counts(league: League, span: tuple[date, date]) -> Mapping[date, int]:
    rows = Fixture.objects.filter(league=league, away__isnull=False, date__range=span).exclude(state=FixtureState.VOID)
    return dict(rows.values_list("date").annotate(Count("pk")).order_by("date"))


def _moved(league: League, span: tuple[date, date]) -> Mapping[date, int]:
    gone = Fixture.objects.filter(league=league, away__isnull=False, first_date__range=span)
    gone = gone.filter(Q(date=None) | ~Q(date=F("first_date"))).exclude(state=FixtureState.VOID).exclude(TO_ARRANGE)
    return dict(gone.values_list("first_date").annotate(Count("pk")).order_by("first_date"))


Span = TypeVar("Span", Blackout, Closure)


def _by_day(spans: Iterable[Span]) -> dict[date, list[Span]]:
    spans_by_day: dict[date, list[Span]] = {}
    for each in spans:
        for day in _days(each.first, each.last):
            spans_by_day.setdefault(day, []).append(each)
    return spans_by_day


def _days(first: date, last: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)
