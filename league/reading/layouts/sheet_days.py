"""The days of one sheet as dates, with what has to be asked: a weekday that contradicts, a year that is not written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from league.reading.days import DayInCell, leading_day, writes_month_first
from league.reading.values import Context, ReadingQuestion

LEAVE_OUT = "leave_out"
SOME_SEASON = (date(2023, 7, 1), date(2024, 1, 1))  # by which a day without its year is known to be one


@dataclass(frozen=True, slots=True)
class SheetDay:
    """A day of a sheet: `value` as 2026-09-21, empty while it `waits` for an answer or where it was left out."""

    value: str
    rest: str = ""
    waits: bool = False
    notes: tuple[str, ...] = ()
    hour: str = ""


class SheetDays:
    """Reads the days of a sheet one after another, and collects the questions about them.

    `season` is the year in which the season begins, where the sheet says so; else it is that of the context.
    """

    def __init__(self, context: Context, texts: Iterable[str], season: int | None = None) -> None:
        self.context = context
        texts = list(texts)
        self.month_first = writes_month_first(texts)
        self.starts, self.ends = context.starts, context.ends
        answer = context.answers.get("year", "").strip()[:4]
        if season is not None or answer.isdecimal():
            first = int(answer) if answer.isdecimal() else season or 0
            month, day = (context.starts.month, min(context.starts.day, 28)) if context.starts else (8, 1)
            self.starts, self.ends = date(first, month, day), None
        self.questions: dict[str, ReadingQuestion] = {}
        self.other_year = not answer and season is None and self._is_of_another_year(texts)

    def _is_of_another_year(self, texts: Iterable[str]) -> bool:
        """Whether the weekdays of days without a year are those of another season, which is asked about then."""
        if self.starts is None:
            return False
        days = {
            day for text in texts if (day := leading_day(text, self.starts, self.ends, month_first=self.month_first))
        }
        open_days = [day for day in days if day.weekday is not None and not day.year_written]
        wrong = [day for day in open_days if day.contradiction]
        if len(wrong) < 2:
            return False
        years = sorted(
            range(self.starts.year - 12, self.starts.year + 3), key=lambda year: abs(year - self.starts_year)
        )
        fitting = [year for year in years if all(self._fits(day, year) for day in open_days)]
        if not fitting:
            return False
        choices = [(str(year), f"{year}-{(year + 1) % 100:02}") for year in (*fitting[:2], self.starts.year)]
        text = "The weekdays in this file are not those of this season. Which season is it?"
        self.questions["year"] = ReadingQuestion("year", text, tuple(choices))
        return True

    @property
    def starts_year(self) -> int:
        return self.starts.year if self.starts else self.context.today.year

    def _fits(self, day: DayInCell, year: int) -> bool:
        """Whether the day has its weekday in the season that begins in a year."""
        assert self.starts is not None
        try:
            at = day.day.replace(year=year)
            at = at if (at.month, at.day) >= (self.starts.month, self.starts.day) else at.replace(year=year + 1)
        except ValueError:
            return False
        return at.weekday() == day.weekday

    def read(self, text: str) -> SheetDay | None:
        """The day with which a text begins; None where it begins with none."""
        cell_day = leading_day(text, self.starts, self.ends, month_first=self.month_first)
        if cell_day is None:
            without = any(leading_day(text, starts, month_first=self.month_first) for starts in SOME_SEASON)
            if not without or self.starts is not None:
                return None
            years = [self.context.today.year + by for by in (0, -1, 1)]
            choices = tuple((str(year), f"{year}-{(year + 1) % 100:02}") for year in years)
            text = "Which season are these dates of? No year is written."
            self.questions["year"] = ReadingQuestion("year", text, choices)
            return SheetDay("", waits=True)
        return self._sure(cell_day)

    def _sure(self, cell_day: DayInCell) -> SheetDay:
        """The day, unless what is written beside it contradicts, or it is outside the season."""
        written = (
            cell_day.text[: len(cell_day.text) - len(cell_day.rest)].strip(" ,-") if cell_day.rest else cell_day.text
        )
        key = "day-" + re.sub(r"[^a-z0-9]+", "-", written.casefold()).strip("-")
        answer = self.context.answers.get(key, "")
        hour = cell_day.hour.strftime("%H:%M") if cell_day.hour else ""
        if self.other_year and not cell_day.year_written:
            return SheetDay("", cell_day.rest, waits=True)
        if answer == LEAVE_OUT:
            return SheetDay("", cell_day.rest)
        if answer and (typed := leading_day(answer, self.starts, self.ends)):
            return SheetDay(typed.day.isoformat(), cell_day.rest, hour=hour)
        if cell_day.contradiction or not self._in_season(cell_day):
            text = cell_day.contradiction or f"“{written}” is not in this season."
            choices = (*dict.fromkeys(self._others(cell_day)), (LEAVE_OUT, "Leave it out"))
            self.questions[key] = ReadingQuestion(key, f"{text} Which date is it?", choices)
            return SheetDay("", cell_day.rest, waits=True)
        notes: tuple[str, ...] = ("The month stands first in these dates",) if self.month_first else ()
        notes += (f"The week of {cell_day.day:%d/%m/%Y}",) if cell_day.week else ()
        return SheetDay(cell_day.day.isoformat(), cell_day.rest, notes=notes, hour=hour)

    def _in_season(self, cell_day: DayInCell) -> bool:
        if cell_day.year_written or self.starts is None:
            return True
        return self.starts <= cell_day.day <= (self.ends or self.starts + timedelta(days=364))

    def _others(self, cell_day: DayInCell) -> Iterable[tuple[str, str]]:
        """The day itself, the day beside it that has its weekday, and the years near it in which it has."""
        days = [cell_day.day]
        if cell_day.weekday is not None and cell_day.day.weekday() != cell_day.weekday:
            beside = [cell_day.day + timedelta(days=by) for by in (-3, -2, -1, 1, 2, 3)]
            days += [day for day in beside if day.weekday() == cell_day.weekday]
        for by in (-1, 1):
            try:
                other = cell_day.day.replace(year=cell_day.day.year + by)
            except ValueError:
                continue
            if cell_day.weekday in (None, other.weekday()):
                days.append(other)
        return ((day.isoformat(), f"{day:%A} {day.day} {day:%B %Y}") for day in days)
