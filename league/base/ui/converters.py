"""Addresses, and parts of them that are more than text: importing this module makes those known to `path()`."""

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import register_converter, reverse

YEARS = range(1800, 3000)


class DayConverter:
    """A date as an address has it, <day:date>: "2026-11-24". Anything else is not an address of ours."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """ValueError in any other century: weeks are counted on from it."""
        day = date.fromisoformat(value)
        if day.year not in YEARS:
            raise ValueError(f"No league has a night in the year {day.year}.")
        return day

    to_url = staticmethod(str)


class MonthConverter:
    """A month as an address has it, <month:first>: "2026-11", by its first day."""

    regex = r"\d{4}-\d{2}"

    def to_python(self, value: str) -> date:
        return month_called(value)

    def to_url(self, value: date | str) -> str:
        return str(value)[:7]


def month_called(value: str) -> date:
    """The month "2026-11", or that of the day "2026-11-24", by its first day; ValueError if there is none."""
    return DayConverter().to_python(value if len(value) > len("2026-11") else f"{value}-01").replace(day=1)


register_converter(DayConverter, "day")
register_converter(MonthConverter, "month")


# Pages that have parts of them in their query.
IN_QUERY = {
    "table": ("season",),
    "averages": ("show", "division", "season", "games"),
    "fixtures": ("season", "view", "division", "team", "venue", "month", "week"),
}


MARK, DAY_MARK = "0-0-0", "1800-01-01"  # stand where a slug and a day will


def site_of(request: HttpRequest) -> str:
    """How every address of the site begins: "https://example.org"."""
    return f"{request.scheme}://{request.get_host()}"


def of_league(name: str, league: str) -> str:
    return _form(name, MARK).format(league)


def of_match(name: str, league: str, day: date, match: str) -> str:
    return _form(name, MARK, DAY_MARK, MARK).format(league, day, match)


@cache
def _form(name: str, *marks: str) -> str:
    """Cached: `reverse` takes ten times as long as filling in."""
    address: str = reverse(name, args=marks)
    for mark in marks:
        address = address.replace(mark, "{}", 1)
    return address


def addresses(name: str, *before: str) -> Callable[[str], str]:
    """For many rows: one `reverse` for all."""
    head, _, tail = reverse(name, args=[*before, MARK]).rpartition(MARK)
    return lambda slug: f"{head}{slug}{tail}"


def of_season(league: str, season: Any, name: str, **parts: str) -> str:
    """This season's address has no name in it."""
    return in_season(league, name, **parts, **({} if season.current else {"season": season.slug}))


def in_season(league: str, name: str, **parts: str) -> str:
    """Parts that are `IN_QUERY` become the query."""
    query = {key: parts.pop(key) for key in IN_QUERY.get(name, ()) if key in parts}
    return reverse(name, kwargs={"league": league, **parts}, query=query or None)
