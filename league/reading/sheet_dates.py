"""The dates of the days of one sheet, all together, because one of them can say what another means.

Weekdays tell the year, 9/21/2026 tells that months stand first, and 31 December among Mondays is no date yet.
"""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date, timedelta

from league.reading.days import LEAVE_OUT, NO_DATE, WrittenDay, day_at_start, day_in, day_of, hour_behind, year_near
from league.reading.values import Context, ReadingQuestion


class ResolvedDays:
    """The dates of all days of a sheet, None for no date yet. Days that are `played` are not in the future."""

    def __init__(
        self, days: Iterable[WrittenDay], context: Context, season: int | None, played: AbstractSet[WrittenDay]
    ) -> None:
        self.days = tuple(dict.fromkeys(days))
        self.context, self.season, self.played = context, season, played
        self.dates: dict[WrittenDay, date | None] = {}
        self.questions: dict[str, ReadingQuestion] = {}
        self.left_out: set[WrittenDay] = set()
        self.notes: dict[WrittenDay, str] = {}
        order = self._order()
        swapped = {day: replace(day, day=day.month, month=day.day) for day in self.days if day.numbers}
        readable = {day: swapped.get(day, day) if order == "md" else day for day in self.days}
        if order is None:
            readable = {day: day for day in self.days if not day.numbers}
        starts = self._starts(tuple(readable.values()))
        for day, as_read in readable.items():
            if as_read.year is not None or starts is not None or not day.day:
                self._one(day, as_read, starts)
        self._no_dates_yet()

    def _ask(self, key: str, text: str, choices: Iterable[tuple[str, str]] = ()) -> str | None:
        answer = self.context.answers.get(key)
        if answer is None:
            self.questions[key] = ReadingQuestion(key, text, tuple(choices))
        return answer

    def _order(self) -> str | None:
        """Whether 9/8/2026 has the day first (dm), as in Britain, or the month (md); None until somebody has said."""
        numbers = [day for day in self.days if day.numbers]
        odd = [day for day in numbers if day.month > 12 >= day.day]
        if not odd:
            return "dm"
        if len(odd) > 1 and all(day.day <= 12 for day in numbers):
            self.notes |= dict.fromkeys(numbers, "The month stands first in these dates")
            return "md"
        text = f"“{odd[0].text}” is no day if the day stands first. Which stands first in these dates?"
        return self._ask("day_order", text, (("md", "The month"), ("dm", "The day, and this one is wrong")))

    def _starts(self, days: tuple[WrittenDay, ...]) -> date | None:
        """The day from which days without a year are counted; None where nothing tells it."""
        without = [day for day in days if day.year is None and day.day]
        if not without:
            return None
        answer = self.context.answers.get("year", "").strip()
        if re.fullmatch(r"(?:19|20)\d\d", answer[:4]):
            return self._season_from(int(answer[:4]), without)
        start = self._season_from(self.season, without) if self.season else self.context.starts
        if start is None:
            years = self._years_by_weekday(without, self.context.today.year)
            likely = years[:3] or [self.context.today.year + by for by in (0, -1, 1)]
            self._ask("year", "Which season are these dates of? No year is written.", map(_as_season, likely))
            return None
        years = self._years_by_weekday(without, start.year)
        if years and start.year not in years and self._contradictions(without, start) > 1:
            text = "The weekdays in this file are not those of this season. Which season is it?"
            self._ask("year", text, map(_as_season, (*years[:2], start.year)))
            return None
        return start

    def _season_from(self, year: int, days: list[WrittenDay]) -> date:
        if self.context.starts is not None:
            first = self.context.starts
            return date(year, first.month, min(first.day, 28))
        months = sorted({day.month for day in days})
        pauses = zip(months[-1:] + months[:-1], months, strict=True)
        first_month = max(((month - last) % 12 or 12, month) for last, month in pauses)[1]  # after the longest pause
        return date(year, first_month, 1)

    def _contradictions(self, days: list[WrittenDay], starts: date) -> int:
        dates = [(day, _from(starts, day)) for day in days if day.weekday is not None]
        return sum(at is None or at.weekday() != day.weekday for day, at in dates)

    def _years_by_weekday(self, days: list[WrittenDay], near: int) -> list[int]:
        """The years, nearest first, in which every weekday that is written is right."""
        if not any(day.weekday is not None for day in days):
            return []
        years = sorted(range(near - 12, near + 3), key=lambda year: (abs(year - near), -year))
        return [year for year in years if not self._contradictions(days, self._season_from(year, days))]

    def _one(self, day: WrittenDay, as_read: WrittenDay, starts: date | None) -> None:
        answer = self.context.answers.get(day.key, "")
        if answer == LEAVE_OUT:
            self.left_out.add(day)
            return
        if answer == NO_DATE or (as_read.year is not None and as_read.year < 1902):
            self.dates[day] = None
            self.notes[day] = f"“{day.text}” is taken for no date yet"
            return
        if answer:
            self._typed(day, answer, starts)
            return
        at = _as_date(as_read, starts)
        others = (("leave_out", "Leave these rows out"),)
        if at is None:
            self._ask(day.key, f"“{day.text}” is not a date. Which date is it?", ())
        elif as_read.weekday is not None and at.weekday() != as_read.weekday:
            text = f"“{day.text}” is a {at:%A} in {at.year}. Which date is it?"
            self._ask(day.key, text, (*self._near(as_read, at), *others))
        elif as_read.year is None and (not self._in_season(at) or (day in self.played and at > self.context.today)):
            early = day_of(at.year - 1, at.month, at.day)
            choices = [_said(each) for each in (early, at) if each]
            why = "is not in this season" if not self._in_season(at) else "is in the future, and has results"
            self._ask(day.key, f"“{day.text}” {why}. Which date is it?", (*choices, *others))
        else:
            late = 0 if as_read.night is None else (as_read.night - at.weekday()) % 7
            self.dates[day] = at + timedelta(days=late)

    def _typed(self, day: WrittenDay, answer: str, starts: date | None) -> None:
        written = day_in(answer)
        at = _as_date(written, starts) if written else None
        if at is None:
            text = f"“{answer}” is not a date. Which date is “{day.text}”? Write it as 21/09/2026."
            self.questions[day.key] = ReadingQuestion(day.key, text)
        else:
            self.dates[day] = at

    def _near(self, day: WrittenDay, at: date) -> Iterator[tuple[str, str]]:
        """A day whose weekday is not the one that is written, the day beside it that has it, and the years that do."""
        yield _said(at)
        beside = [at + timedelta(days=by) for by in (-3, -2, -1, 1, 2, 3)]
        years = [day_of(at.year + by, at.month, at.day) for by in (-1, 1) if day.year is None]
        yield from (_said(other) for other in (*beside, *years) if other and other.weekday() == day.weekday)

    def _in_season(self, at: date) -> bool:
        if self.season or "year" in self.context.answers or self.context.starts is None:
            return True
        ends = self.context.ends or self.context.starts + timedelta(days=330)
        return self.context.starts <= at <= ends

    def _no_dates_yet(self) -> None:
        """31 December, of which programs and people make a date for matches that have none yet."""
        for day, at in list(self.dates.items()):
            is_certain = day.weekday is not None or day.key in self.context.answers
            if is_certain or at is None or (at.month, at.day) != (12, 31):
                continue
            nights = [other.weekday() for other in self.dates.values() if other and other != at]
            if len(nights) >= 3 and at.weekday() not in nights:
                self.dates[day] = None
                self.notes[day] = f"“{day.text}” is taken for no date yet"
            else:
                del self.dates[day]
                choices = ((NO_DATE, "There is no date yet"), _said(at))
                self._ask(day.key, f"“{day.text}”: are these matches on New Year’s Eve?", choices)


def _as_date(day: WrittenDay, starts: date | None) -> date | None:
    return day_of(day.year, day.month, day.day) if day.year else _from(starts, day)


def _from(starts: date | None, day: WrittenDay) -> date | None:
    if starts is None:
        return None
    at = day_of(starts.year, day.month, day.day)
    return at if at is not None and at >= starts else day_of(starts.year + 1, day.month, day.day)


def _said(at: date) -> tuple[str, str]:
    return at.isoformat(), f"{at:%a} {at.day} {at:%b} {at.year}"


def _as_season(year: int) -> tuple[str, str]:
    return str(year), f"{year}-{(year + 1) % 100:02}"


@dataclass(frozen=True, slots=True)
class SheetDay:
    """A day of a sheet: `value` as 2026-09-21, empty while it `waits` for an answer or where it was left out."""

    value: str
    rest: str = ""
    waits: bool = False
    notes: tuple[str, ...] = ()
    hour: str = ""


class SheetDays:
    """The dates of a sheet for a layout that goes through it line by line; its texts are looked through beforehand."""

    def __init__(self, context: Context, texts: Iterable[str], season: int | None = None) -> None:
        self.context, self.season = context, season
        self.days = [day for text in texts if (day := self._day(text))]
        self.resolved = ResolvedDays(self.days, context, season, frozenset())

    @property
    def questions(self) -> dict[str, ReadingQuestion]:
        return self.resolved.questions

    def _day(self, text: str) -> WrittenDay | None:
        span = day_at_start(text)
        return replace(span.day, year=year_near(span, self.context.starts)) if span else None

    def read(self, text: str) -> SheetDay | None:
        span, day = day_at_start(text), self._day(text)
        if span is None or day is None:
            return None
        if day not in self.days:
            self.days.append(day)
            self.resolved = ResolvedDays(self.days, self.context, self.season, frozenset())
        hour, rest = hour_behind(" ".join(text.split())[span.end :])
        at = self.resolved.dates.get(day)
        waits = day not in self.resolved.dates and day not in self.resolved.left_out
        notes = [self.resolved.notes[day]] if day in self.resolved.notes else []
        notes += [f"The week of {at:%d/%m/%Y}"] if at and day.week else []
        return SheetDay(at.isoformat() if at else "", rest, waits, tuple(notes), hour.strftime("%H:%M") if hour else "")
