"""The nights of the demonstration, all counted from one day: the one that is "today".

Knows that nobody plays between Christmas Eve and New Year's Day. Refuses to look at a clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

WEEK = timedelta(weeks=1)
YEAR = timedelta(weeks=52)


@dataclass(frozen=True, slots=True)
class SeasonDates:
    """The days of one season: its weekly nights, and the name it goes by."""

    name: str
    nights: tuple[date, ...]

    @property
    def starts(self) -> date:
        return self.nights[0] - WEEK

    @property
    def halfway(self) -> date:
        return self.nights[(len(self.nights) - 1) // 2]

    @property
    def ends(self) -> date:
        return self.nights[-1] + 4 * WEEK

    @property
    def without(self) -> tuple[date, ...]:
        """Weekly nights between the first and the last on which nobody plays."""
        weeks = (self.nights[-1] - self.nights[0]) // WEEK
        every = (self.nights[0] + number * WEEK for number in range(weeks))
        return tuple(night for night in every if night not in self.nights)


def season_dates(night: date, *, played: int, nights: int, years_ago: int = 0) -> SeasonDates:
    """A season of so many `nights` in which `played` come before `night`, or one that lay a number of years before."""
    named = [*_backwards(night, played), *_forwards(night, nights - played)]
    first, last = named[0].year - years_ago, named[-1].year - years_ago
    name = str(first) if first == last else f"{first}-{last % 100:02}"
    if not years_ago:
        return SeasonDates(name, tuple(named))
    then = named[0] - years_ago * YEAR
    return SeasonDates(name, tuple(_forwards(then, nights)))


def _backwards(night: date, number: int) -> list[date]:
    """The nights before `night`, the earliest first."""
    found: list[date] = []
    while len(found) < number:
        night -= WEEK
        if not festive(night):
            found.append(night)
    return found[::-1]


def _forwards(night: date, number: int) -> Iterator[date]:
    """`night` itself, whatever day it is, and the nights after it."""
    yield night
    while number > 1:
        night += WEEK
        if not festive(night):
            number -= 1
            yield night


def festive(day: date) -> bool:
    """Whether the pubs have other things on."""
    return (day.month, day.day) >= (12, 24) or (day.month, day.day) == (1, 1)


def moment(day: date, hour: int, minute: int = 0) -> datetime:
    """A time of day where the league plays, in UTC: hours counted on from it are hours, even when the clocks change."""
    return datetime.combine(day, time(hour, minute), timezone.get_default_timezone()).astimezone(UTC)
