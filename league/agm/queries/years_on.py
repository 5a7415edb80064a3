"""Days of one season as they fall in the next: 52 weeks on, so that a Monday stays a Monday.

Knows weeks and bank holidays. A week that was left out because of a bank holiday goes where that holiday goes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from league.schedule.choices import BlackoutKind
from league.schedule.models import Blackout, Season
from league.schedule.queries.calendar import bank_holidays, week_of

YEAR = timedelta(weeks=52)
WHOLE_YEARS = re.compile(r"(\d{4})(?:([-/])(\d{2}|\d{4}))?")


@dataclass(frozen=True, slots=True)
class Off:
    """Days that were left out, as they fall in the next season; `holiday` is the bank holiday that they follow.

    `fits` is whether any of them is within that season.
    """

    before: Blackout
    first: date
    last: date
    holiday: str
    fits: bool


def next_name(season: Season) -> str:
    """What the next season is called where this one is called by its years; else by the years of its days."""
    found = WHOLE_YEARS.fullmatch(season.name.strip())
    if found is None:
        first, last = season.starts + YEAR, season.ends + YEAR
        return f"{first.year}" if first.year == last.year else f"{first.year}-{last.year % 100:02}"
    first_year, stroke, second = found.groups()
    if not second:
        return str(int(first_year) + 1)
    return f"{int(first_year) + 1}{stroke}{(int(second) + 1) % 10 ** len(second):0{len(second)}}"


def next_days(season: Season) -> Season:
    """The season a year on, not stored: for its days, and the bank holidays in them."""
    return Season(
        league=season.league,
        name=next_name(season),
        starts=season.starts + YEAR,
        halfway=season.halfway + YEAR,
        ends=season.ends + YEAR,
        holidays_of=season.holidays_of,
    )


def off_next(season: Season, to: Season) -> tuple[Off, ...]:
    """The days left out in a season as they fall in `to`, in order; one query."""
    ours = {name: day for day, name in bank_holidays(season).items()}
    theirs = {name: day for day, name in bank_holidays(to).items()}
    rows = Blackout.objects.filter(season=season).order_by("first", "pk")
    return tuple(_off(each, to, ours, theirs) for each in rows)


def holidays_left_in(to: Season, nights: Iterable[int], off: Iterable[Off]) -> Iterator[tuple[date, str]]:
    """Bank holidays of a season on one of these weekdays that no days left out hold."""
    kept, weekdays = tuple(off), set(nights)
    for day, name in bank_holidays(to).items():
        if day.weekday() in weekdays and not any(each.first <= day <= each.last for each in kept):
            yield day, name


def _off(blackout: Blackout, to: Season, ours: dict[str, date], theirs: dict[str, date]) -> Off:
    moved = YEAR
    followed = ""
    if blackout.kind != BlackoutKind.CUP:
        for name, day in ours.items():
            if blackout.first <= day <= blackout.last and name in theirs:
                moved, followed = week_of(theirs[name]) - week_of(day), name
                break
    first, last = blackout.first + moved, blackout.last + moved
    return Off(blackout, first, last, followed, fits=first <= to.ends and last >= to.starts)
