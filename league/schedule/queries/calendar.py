"""The calendar of a season: its nights, its weeks, and month by month its bank holidays and weeks without matches.

Knows the bank holidays of the four countries, as the `holidays` package has them. Refuses to know who plays whom.
"""

from calendar import Calendar as Weeks
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, F, Q, QuerySet

from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, Season
from league.teams.models import Closure
from scoring.season.schedule.circle import rounds_needed

WEEK = timedelta(weeks=1)
# A tie whose sides are still to arrange a date: its first date is only the day of its address.
TO_ARRANGE = Q(date=None, put_up_on__isnull=False, put_up_on=F("first_date"))


# --- nights -----------------------------------------------------------------------------------------------------------
def week_of(day: date) -> date:
    """The Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def division_night(division: Division) -> int:
    """The weekday on which a division plays; needs its league."""
    return division.night if division.night is not None else division.competition.season.league.night


def home_night(entry: Entry) -> int:
    """The weekday of a team's home matches."""
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


# --- weeks: each is named by its Monday -------------------------------------------------------------------------------
def weeks_of(season: Season) -> tuple[date, ...]:
    """The Mondays of all weeks in which the season has or had a match; one query."""
    dated = Fixture.objects.filter(division__competition__season=season).exclude(TO_ARRANGE)
    days = dated.values_list("date", "first_date").distinct()
    return tuple(sorted({week_of(day) for pair in days for day in pair if day is not None}))


def week_to_show(weeks: tuple[date, ...], today: date) -> date | None:
    """This week, else the next one with matches, else the last; None when there is none."""
    coming = [week for week in weeks if week >= week_of(today)]
    return coming[0] if coming else (weeks[-1] if weeks else None)


def in_week(fixtures: QuerySet[Fixture], monday: date) -> QuerySet[Fixture]:
    """The fixtures that are or were in the week from this Monday on."""
    days = (monday, monday + WEEK - timedelta(days=1))
    return fixtures.filter(Q(date__range=days) | Q(first_date__range=days)).exclude(TO_ARRANGE)


# --- months, and whether the nights suffice ---------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CalendarDay:
    """One day of a calendar; `night` on which a division plays, unless it is `off`; `bank` is a bank holiday's name."""

    on: date
    night: bool = False
    off: Blackout | None = None
    bank: str = ""

    @property
    def short(self) -> str:
        """What stands in small letters below the number."""
        if self.off and self.night:
            return {"cup": "cup", "holiday": "hol", "spare": "spare"}.get(self.off.kind, "off")
        return "BH" if self.bank else ""


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """A month from Monday to Sunday: rows of seven, None where the day is of another month."""

    first: date
    weeks: tuple[tuple[CalendarDay | None, ...], ...]

    @property
    def bank(self) -> list[CalendarDay]:
        """Its bank holidays."""
        return [day for week in self.weeks for day in week if day and day.bank]


@dataclass(frozen=True, slots=True)
class NightsNeeded:
    """How many nights a division's list takes, and how many are left to it."""

    division: Division
    teams: int
    night: str
    needed: int
    left: int

    @property
    def short(self) -> int:
        """How many nights are missing."""
        return max(0, self.needed - self.left)

    @property
    def words(self) -> str:
        """As "18 nights are needed, 20 are left: 2 to spare"; what is missing is not said."""
        if not self.needed:
            return "No matches to play yet"
        told = f"{self.needed} night{' is' if self.needed == 1 else 's are'} needed, "
        told += f"{self.left} {'is' if self.left == 1 else 'are'} left"
        if self.short:
            return told
        return f"{told}: {self.left - self.needed} to spare" if self.left > self.needed else f"{told}: just enough"


@dataclass(frozen=True, slots=True)
class SeasonCalendar:
    """A season's months, what its divisions need, the nights left out, and those of its nights on bank holidays."""

    months: tuple[CalendarMonth, ...]
    needs: tuple[NightsNeeded, ...]
    blackouts: tuple[Blackout, ...]
    on_bank_holidays: tuple[date, ...]


def calendar_of(competition: Competition) -> SeasonCalendar:
    """The calendar of a season, in two queries."""
    season = competition.season
    blackouts = tuple(Blackout.objects.filter(season=season).order_by("first", "pk"))
    found = list(divisions_of(competition))
    nights = league_nights(season, found)
    bank = bank_holidays(season)
    weekly = (*weekly_nights(season.starts, season.ends, season.starts.weekday()), season.ends)
    months = sorted({day.replace(day=1) for day in weekly})
    return SeasonCalendar(
        months=tuple(_month(first, season, nights, blackouts, bank) for first in months),
        needs=tuple(_needs(division, blackouts) for division in found),
        blackouts=blackouts,
        on_bank_holidays=tuple(day for day in sorted(nights & bank.keys()) if open_on(day, blackouts)),
    )


def divisions_of(competition: Competition) -> QuerySet[Division]:
    """The divisions from the top, each with its league at hand and the number of its `teams`."""
    found: QuerySet[Division] = Division.objects.filter(competition=competition).order_by("rank", "pk")
    teams = Count("entries", filter=Q(entries__withdrawn_on=None))
    return found.select_related("competition__season__league").annotate(teams=teams)


def league_nights(season: Season, divisions: Sequence[Division]) -> set[date]:
    """Every day of a season that is some division's weekday; the league's own where there is no division yet."""
    weekdays = {division_night(division) for division in divisions} or {season.league.night}
    return {day for weekday in weekdays for day in weekly_nights(season.starts, season.ends, weekday)}


def matches_on(competition: Competition, first: date, last: date) -> int:
    """How many matches of the list are still to be played on those days, first and last included."""
    dated = Fixture.objects.filter(division__competition=competition, date__range=(first, last))
    return dated.filter(state=FixtureState.SCHEDULED, away__isnull=False).count()


def bank_holidays(season: Season) -> dict[date, str]:
    """The bank holidays of the season's days by name; a day in place of a weekend is a "substitute day"."""
    from holidays import country_holidays  # slow import

    years = range(season.starts.year, season.ends.year + 1)
    found = country_holidays("GB", subdiv=season.holidays_of, years=years)
    return {
        day: name.replace("(observed)", "(substitute day)")
        for day, name in sorted(found.items())
        if season.starts <= day <= season.ends
    }


def _needs(division: Division, blackouts: tuple[Blackout, ...]) -> NightsNeeded:
    teams: int = division.teams  # type: ignore[attr-defined]  # annotated by divisions_of
    return NightsNeeded(
        division=division,
        teams=teams,
        night=weekday_name(division_night(division)),
        needed=rounds_needed(teams, division.legs) if teams > 1 else 0,
        left=len(nights_of(division, blackouts)),
    )


def _month(
    first: date, season: Season, nights: set[date], blackouts: tuple[Blackout, ...], bank: dict[date, str]
) -> CalendarMonth:
    def day(on: date) -> CalendarDay | None:
        if on.month != first.month:
            return None
        off = next((each for each in blackouts if each.first <= on <= each.last), None)
        return CalendarDay(on, night=on in nights, off=off, bank=bank.get(on, ""))

    def weeks() -> Iterator[tuple[CalendarDay | None, ...]]:
        for week in Weeks().monthdatescalendar(first.year, first.month):
            row = tuple(day(on) for on in week)
            if any(each and season.starts <= each.on <= season.ends for each in row):
                yield row

    return CalendarMonth(first, tuple(weeks()))
