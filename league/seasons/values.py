"""What a season comes to a year on: its days, teams, weeks off and wishes.

Days fall 52 weeks on, so that a Monday stays a Monday; a week that was left out because of a bank holiday goes where
that holiday goes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from league.cups.models import Cup
from league.schedule.choices import BlackoutKind
from league.schedule.models import Blackout, Competition, Division, Season, Wish
from league.schedule.presenters.wishes import describe_wish
from league.schedule.values.calendar import division_night, week_of
from league.teams.models import Registration, Team

YEAR = timedelta(weeks=52)
WHOLE_YEARS = re.compile(r"(\d{4})(?:([-/])(\d{2}|\d{4}))?")


@dataclass(frozen=True, slots=True)
class DaysOff:
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


def days_off_next(blackout: Blackout, to: Season, ours: dict[str, date], theirs: dict[str, date]) -> DaysOff:
    moved = YEAR
    followed = ""
    if blackout.kind != BlackoutKind.CUP:
        for name, day in ours.items():
            if blackout.first <= day <= blackout.last and name in theirs:
                moved, followed = week_of(theirs[name]) - week_of(day), name
                break
    first, last = blackout.first + moved, blackout.last + moved
    return DaysOff(blackout, first, last, followed, fits=first <= to.ends and last >= to.starts)


# --- everything that is carried on ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FormerTeam:
    """A team last season: its division and name then, and where it goes by what was decided (None: nowhere)."""

    team: Team
    division: Division | None
    to: Division | None
    withdrawn: bool = False


@dataclass(frozen=True)
class OldSeason:
    """Everything of a season that the next one may have from it; `bank` are the bank holidays of the next."""

    season: Season
    to: Season
    competition: Competition
    divisions: tuple[Division, ...]
    teams: tuple[FormerTeam, ...]
    squads: Mapping[int, tuple[Registration, ...]]
    off: tuple[DaysOff, ...]
    bank: Mapping[date, str]
    wishes: tuple[Wish, ...]
    cups: tuple[Cup, ...]

    @property
    def rules_changed(self) -> bool:
        """Whether the league's rules are others than those that the season was played under."""
        return bool(self.competition.constitution != self.season.league.constitution)

    @cached_property
    def holidays(self) -> tuple[tuple[date, str], ...]:
        """Bank holidays on league nights of the next season that would be played on."""
        nights = {division_night(division) for division in self.divisions}
        return tuple(
            (day, name)
            for day, name in self.bank.items()
            if day.weekday() in nights and not any(each.first <= day <= each.last for each in self.off)
        )


def wish_next_year(wish: Wish) -> str:
    """The wish in words, with its dates a year on."""
    moved = Wish(kind=wish.kind, entry=wish.entry, other=wish.other, words=wish.words, hard=wish.hard)
    moved.dates = [day.isoformat() for day in dates_on(wish)]
    moved.by = wish.by + YEAR if wish.by else None
    moved.most, moved.nights = wish.most, wish.nights
    return describe_wish(moved)


def dates_on(wish: Wish) -> tuple[date, ...]:
    """The days that a wish is about, a year on."""
    return tuple(date.fromisoformat(day) + YEAR for day in wish.dates)
