"""The days of a league's file, moved so that one of its league nights comes to lie on another day.

A day moves with the league night before it, so that what happened the morning after still does. Nobody plays between
Christmas Eve and New Year's Day, in the file or once it is loaded.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
LATELY = 5 * DAY  # what happened in these days moves with tonight, not with the league night before
AHEAD = 8 * WEEK  # how long before its first night a season begins to be prepared


@dataclass(frozen=True, slots=True)
class SeasonNights:
    """A season of the file with its league nights; only its first day where no list is made yet."""

    name: str
    nights: tuple[date, ...]


class MovedDays:
    """The days of a file when `night`, one of its league nights, becomes the day `to`."""

    def __init__(self, seasons: Iterable[SeasonNights], night: date, to: date) -> None:
        rows = sorted(seasons, key=lambda each: each.nights)
        current = next(number for number, row in enumerate(rows) if night in row.nights)
        nights = rows[current].nights
        place = nights.index(night)
        moved = [*reversed(list(_nights(to, place + 1, -WEEK))[1:]), *_nights(to, len(nights) - place)]
        by = moved[0] - nights[0]
        steps = {night - LATELY: to - night}
        self.names: dict[str, str] = {}  # of the seasons
        for number, row in enumerate(rows):
            first, last = moved[0].year + number - current, moved[-1].year + number - current
            if re.fullmatch(r"\d{4}(-\d\d)?", row.name):
                self.names[row.name] = str(first) if first == last else f"{first}-{last % 100:02}"
            goes = moved if number == current else list(_nights(row.nights[0] + by, len(row.nights)))
            steps[row.nights[0] - AHEAD] = goes[0] - row.nights[0]
            steps |= {one: other - one for one, other in zip(row.nights, goes, strict=True)}
        self._steps = sorted(steps.items())

    def day(self, day: date) -> date:
        """Where a day comes to lie; never after a later one does."""
        place = max(bisect_right(self._steps, (day, timedelta.max)) - 1, 0)
        moved = day + self._steps[place][1]
        later = self._steps[place + 1 : place + 2]
        return min(moved, *(start + by - DAY for start, by in later)) if later else moved

    def moment(self, at: datetime) -> datetime:
        """The same time of day where the league plays."""
        local = timezone.localtime(at)
        return datetime.combine(self.day(local.date()), local.time(), local.tzinfo).astimezone(UTC)


def _nights(night: date, number: int, step: timedelta = WEEK) -> Iterator[date]:
    """`night` itself, whatever day it is, and so many league nights in all, forwards or backwards."""
    yield night
    while number > 1:
        night += step
        if not festive(night):
            number -= 1
            yield night


def festive(day: date) -> bool:
    """Whether the pubs have other things on."""
    return (day.month, day.day) >= (12, 24) or (day.month, day.day) == (1, 1)


def moment(day: date, hour: int, minute: int = 0) -> datetime:
    """A time of day where the league plays, in UTC: hours counted on from it are hours, even when the clocks change."""
    return datetime.combine(day, time(hour, minute), timezone.get_default_timezone()).astimezone(UTC)
