"""The bank holidays of the four countries, as the `holidays` package has them."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from types import MappingProxyType

from league.schedule.models import Season


def bank_holidays(season: Season) -> dict[date, str]:
    """The bank holidays of the season's days by name; a day in place of a weekend is a "substitute day"."""
    holidays = bank_holidays_of(season.holidays_of, season.starts.year, season.ends.year)
    return {
        day: name.replace("(observed)", "(substitute day)").replace("'", "’")
        for day, name in holidays.items()
        if season.starts <= day <= season.ends
    }


def days_off(season: Season) -> dict[date, str]:
    """The days of the season on which pubs keep other hours, in words: bank holidays, and two evenings before them."""
    eves = {(12, 24): "Christmas Eve", (12, 31): "New Year’s Eve"}
    reasons = {day: f"a bank holiday, {name}" for day, name in bank_holidays(season).items()}
    for year in range(season.starts.year, season.ends.year + 1):
        for (month, number), name in eves.items():
            reasons.setdefault(date(year, month, number), name)
    return reasons


@lru_cache(maxsize=100)
def bank_holidays_of(country: str, first: int, last: int) -> Mapping[date, str]:
    """Those of the years from `first` to `last` by name, in order. A country is GB-ENG without its GB."""
    from holidays import country_holidays  # slow import

    holidays = country_holidays("GB", subdiv=country, years=range(first, last + 1))
    return MappingProxyType(dict(sorted(holidays.items())))
