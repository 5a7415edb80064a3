"""The dates of the days of one sheet, all together, because one of them can say what another means.

Weekdays tell the year, 9/21/2026 tells that months stand first, and 31 December among Mondays is no date yet.
"""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date, timedelta

from league.reading.values import Context, ReadingQuestion
from league.reading.written_days import LEAVE_OUT, NO_DATE, WrittenDay, day_in


@dataclass(frozen=True, slots=True)
class ResolvedDays:
    """The dates of a sheet's days: None for a day that is no date yet. What is missing hangs on a question."""

    dates: Mapping[WrittenDay, date | None]
    questions: tuple[ReadingQuestion, ...]
    left_out: frozenset[WrittenDay]
    notes: Mapping[WrittenDay, str]


def resolve_days(
    days: Iterable[WrittenDay],
    context: Context,
    season: int | None = None,
    played: AbstractSet[WrittenDay] = frozenset(),
) -> ResolvedDays:
    """The dates of all days of one sheet. `season` is the year in which it begins, where the sheet says so; of those
    that have results `played` is none in the future.
    """
    return _Resolver(tuple(dict.fromkeys(days)), context, season, played).resolve()


class _Resolver:
    def __init__(
        self, days: tuple[WrittenDay, ...], context: Context, season: int | None, played: AbstractSet[WrittenDay]
    ) -> None:
        self.days, self.context, self.season, self.played = days, context, season, played
        self.dates: dict[WrittenDay, date | None] = {}
        self.questions: dict[str, ReadingQuestion] = {}
        self.left_out: set[WrittenDay] = set()
        self.notes: dict[WrittenDay, str] = {}

    def resolve(self) -> ResolvedDays:
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
        return ResolvedDays(self.dates, tuple(self.questions.values()), frozenset(self.left_out), self.notes)

    def _ask(self, key: str, text: str, choices: Iterable[tuple[str, str]] = ()) -> str | None:
        answer = self.context.answers.get(key)
        if answer is None:
            self.questions[key] = ReadingQuestion(key, text, tuple(choices))
        return answer

    def _order(self) -> str | None:
        """Whether 9/8/2026 has the day first (dm), as in Britain, or the month (md); None until somebody has said."""
        odd = next((day for day in self.days if day.numbers and day.month > 12 >= day.day), None)
        if odd is None:
            return "dm"
        text = f"“{odd.text}” is no day if the day stands first. Which stands first in these dates?"
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
        return date(year, _first_month({day.month for day in days}), 1)

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
            near = [_said(at)]
            near += [_said(at + timedelta(days=by)) for by in (-1, 1) if (at.weekday() + by) % 7 == as_read.weekday]
            near += [_said(other) for other in self._other_years(as_read, at)]
            text = f"“{day.text}” is a {at:%A} in {at.year}. Which date is it?"
            self._ask(day.key, text, (*near, *others))
        elif as_read.year is None and (not self._in_season(at) or (day in self.played and at > self.context.today)):
            early = _date(at.year - 1, at.month, at.day)
            choices = [_said(each) for each in (early, at) if each]
            why = "is not in this season" if not self._in_season(at) else "is in the future, and has results"
            self._ask(day.key, f"“{day.text}” {why}. Which date is it?", (*choices, *others))
        else:
            self.dates[day] = at

    def _typed(self, day: WrittenDay, answer: str, starts: date | None) -> None:
        written = day_in(answer)
        at = _as_date(written, starts) if written else None
        if at is None:
            text = f"“{answer}” is not a date. Which date is “{day.text}”? Write it as 21/09/2026."
            self.questions[day.key] = ReadingQuestion(day.key, text)
        else:
            self.dates[day] = at

    def _other_years(self, day: WrittenDay, at: date) -> list[date]:
        if day.year is not None:
            return []
        others = [_date(at.year + by, at.month, at.day) for by in (-1, 1)]
        return [other for other in others if other and other.weekday() == day.weekday]

    def _in_season(self, at: date) -> bool:
        if self.season or "year" in self.context.answers or self.context.starts is None:
            return True
        ends = self.context.ends or self.context.starts + timedelta(days=330)
        return self.context.starts <= at <= ends

    def _no_dates_yet(self) -> None:
        """31 December, of which programs and people make a date for matches that have none yet."""
        for day, at in list(self.dates.items()):
            if (
                at is None
                or (at.month, at.day) != (12, 31)
                or day.weekday is not None
                or day.key in self.context.answers
            ):
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
    return _date(day.year, day.month, day.day) if day.year else _from(starts, day)


def _from(starts: date | None, day: WrittenDay) -> date | None:
    if starts is None:
        return None
    at = _date(starts.year, day.month, day.day)
    return at if at is not None and at >= starts else _date(starts.year + 1, day.month, day.day)


def _date(year: int | None, month: int, number: int) -> date | None:
    try:
        return date(year or 0, month, number)
    except ValueError:
        return None


def _first_month(months: set[int]) -> int:
    """The month in which a season begins that is played in these: the one after the longest pause."""
    ordered = sorted(months)
    pauses = [
        ((month - before) % 12 or 12, month) for before, month in zip(ordered[-1:] + ordered[:-1], ordered, strict=True)
    ]
    return max(pauses, key=lambda pause: (pause[0], pause[1]))[1]


def _said(at: date) -> tuple[str, str]:
    return at.isoformat(), f"{at:%a} {at.day} {at:%b} {at.year}"


def _as_season(year: int) -> tuple[str, str]:
    return str(year), f"{year}-{(year + 1) % 100:02}"
