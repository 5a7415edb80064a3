"""The days of a season as its rows have them: nights, weeks, each named by its Monday, and bank holidays."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from types import MappingProxyType

from league.schedule.models import Blackout, Division, Entry, Season
from league.teams.models import Closure

WEEK = timedelta(weeks=1)


def week_of(day: date) -> date:
    """The Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def division_night(division: Division) -> int:
    """The weekday on which a division plays; needs its league."""
    return division.night if division.night is not None else division.competition.season.league.night


def home_night(entry: Entry) -> int:
    return entry.night if entry.night is not None else division_night(entry.division)


def real_date(on: date, home: Entry) -> date:
    """The day on which a match at `home` is played that the task has on `on`: the home side's night of that week."""
    return week_of(on) + timedelta(days=home_night(home))


def task_date(day: date, division: Division, *, by_week: bool) -> date:
    """The date that a task has for the week of a day; `by_week` as in Rows."""
    night = division.competition.season.league.night if by_week else division_night(division)
    return week_of(day) + timedelta(days=night)


def nights_of(division: Division, blackouts: Iterable[Blackout]) -> tuple[date, ...]:
    """The real nights on which a division may play: weekly through the season, without the blackouts."""
    season, off = division.competition.season, tuple(blackouts)
    return tuple(
        day for day in weekly_nights(season.starts, season.ends, division_night(division)) if open_on(day, off)
    )


def weekly_nights(first: date, last: date, night: int) -> Iterator[date]:
    """Every day of that weekday from the first day to the last."""
    day = first + timedelta(days=(night - first.weekday()) % 7)
    while day <= last:
        yield day
        day += WEEK


def open_on(day: date, off: Iterable[Blackout | Closure]) -> bool:
    """Whether none of the blackouts or closures holds the day."""
    return not any(each.first <= day <= each.last for each in off)


def weekday_name(night: int) -> str:
    """Monday for 0."""
    return f"{date(2024, 1, 1) + timedelta(days=night):%A}"


def week_to_show(weeks: tuple[date, ...], today: date) -> date | None:
    """This week, else the next one with matches, else the last; None when there is none."""
    coming = [week for week in weeks if week >= week_of(today)]
    return coming[0] if coming else (weeks[-1] if weeks else None)


def league_nights(season: Season, divisions: Sequence[Division]) -> set[date]:
    """Every day of a season that is some division's weekday; the league's own where there is no division yet."""
    weekdays = {division_night(division) for division in divisions} or {season.league.night}
    return {day for weekday in weekdays for day in weekly_nights(season.starts, season.ends, weekday)}


# --- bank holidays, as the `holidays` package has them ----------------------------------------------------------------
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
