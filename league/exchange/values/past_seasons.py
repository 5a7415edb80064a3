"""Seasons of the past as rows of a spreadsheet name them."""

from collections.abc import Iterator
from datetime import date

from league.exchange.values.season_guess import name_of_years, proposed_season
from league.reading.cells import parse_season
from league.schedule.models import Season


def season_name(text: str) -> str:
    years = parse_season(text)
    if years is None:
        return ""
    return name_of_years(years.first, years.last)


def season_errors(text: str, written: str, season: Season | None, today: date) -> Iterator[str]:
    if not text:
        yield "The row has no season. Write it as 1998-99."
    elif not written or int(written[:4]) > today.year:
        yield f"“{text}” is no season of the past. Write it as 1998-99."
    elif season is not None and season.closed_at is None:
        yield f"{season} is open, and what it comes to is worked out from its results."


def days_of_year(name: str, like: Season | None) -> tuple[date, date]:
    """From when to when a season lasted of which only the name is left: as the league's other one does."""
    first, last = int(name[:4]), int(name[:4]) + (len(name) > len("1998"))
    whole_year = proposed_season([date(first, 10, 1), date(last, 3, 1)], like) if last > first else None
    return (whole_year.starts, whole_year.ends) if whole_year else (date(first, 1, 1), date(last, 12, 31))
