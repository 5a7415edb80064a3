"""The calendar of a season, month by month, and whether its nights suffice for what is to be played."""

from calendar import Calendar as Weeks
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from league.schedule.models import Blackout, Division, Season
from league.schedule.values.calendar import division_night, nights_of, weekday_name
from scoring.season.schedule.circle import rounds_needed


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
    def text(self) -> str:
        """As "18 nights are needed, 20 are left: 2 to spare"; what is missing is not said."""
        if not self.needed:
            return "No matches to play yet"
        text = f"{self.needed} night{' is' if self.needed == 1 else 's are'} needed, "
        text += f"{self.left} {'is' if self.left == 1 else 'are'} left"
        if self.short:
            return text
        return f"{text}: {self.left - self.needed} to spare" if self.left > self.needed else f"{text}: just enough"


@dataclass(frozen=True, slots=True)
class SeasonCalendar:
    """A season's months, what its divisions need, the nights left out, and those of its nights on bank holidays."""

    months: tuple[CalendarMonth, ...]
    needs: tuple[NightsNeeded, ...]
    blackouts: tuple[Blackout, ...]
    on_bank_holidays: tuple[date, ...]


def nights_needed(division: Division, blackouts: tuple[Blackout, ...]) -> NightsNeeded:
    teams: int = division.teams  # type: ignore[attr-defined]  # annotated by divisions_of
    return NightsNeeded(
        division=division,
        teams=teams,
        night=weekday_name(division_night(division)),
        needed=rounds_needed(teams, division.legs) if teams > 1 else 0,
        left=len(nights_of(division, blackouts)),
    )


def calendar_month(
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
