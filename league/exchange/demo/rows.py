"""The rows of a league's file with their days, hours and years moved: in columns, in JSON and in the history's words.

Works on the JSON of an archive (docs/archive.md), in which a day or a moment is written in one way whatever it is of.
"""

import json
import re
from calendar import day_abbr, month_abbr
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from django.utils.timezone import localdate

from league.exchange.archive.names import serialize_value
from league.exchange.demo.dates import DAY, WEEK, MovedDays, SeasonNights, moment
from league.schedule.choices import BlackoutKind, CompetitionKind

Row = dict[str, Any]
Rows = dict[str, list[Row]]  # by the name of their table
STAMP = r'(?<=")(?P<stamp>\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)(?=")'
YEAR = r'(?<="year": )(?P<year>\d{4})'
YEARS = r'(?P<year>(?:(?<="year": )|(?<=Honours board: )|(?<=")(?=\d{4} [A-Z]))\d{4})'  # in the words of the history
WRITTEN = rf"(?P<written>(?<!\d)(?:(?:{'|'.join(day_abbr)}) )?\d\d? (?:{'|'.join(month_abbr[1:])})(?: \d{{4}})?)\b"
WITHOUT_DAYS = frozenset({"pictures", "appearances", "people"})  # the longest
WEEKS_A_YEAR = 365.2425 / 7


class MovedRows:
    """A file's rows when its first league night from the day of its export on becomes the day `to`.

    What was scored on that evening was scored up to now, where that is earlier in the day.
    """

    def __init__(self, rows: Rows, *, exported: date, to: date, now: datetime) -> None:
        self.rows, self.now, seasons = rows, now, list(_seasons(rows))
        self.night = min(night for season in seasons for night in season.nights if night >= exported)
        self.days = MovedDays(seasons, self.night, to)
        ends = next(date.fromisoformat(row["ends"]) for row in rows["seasons"] if row["current"])
        self.years = self.days.day(ends).year - ends.year
        self.taps = _taps(rows)
        self.holidays = {
            row["season"]: self._holiday(row) for row in rows["blackouts"] if row["kind"] == BlackoutKind.HOLIDAY
        }
        names = "|".join(re.escape(name) for name, new in self.days.names.items() if new != name)
        parts = [STAMP, *([rf"(?<![\w-])(?P<season>{names})(?![\w-])"] if names else [])]
        self.columns, self.words = (re.compile("|".join([*parts, *rest])) for rest in ([YEAR], [YEARS, WRITTEN]))

    def moved(self) -> Rows:
        moved = {
            name: rows if name in WITHOUT_DAYS else self._rewrite(rows, self.columns)
            for name, rows in self.rows.items()
            if name not in {"blackouts", "history"}
        }
        moved["blackouts"] = [blackout for row in self.rows["blackouts"] for blackout in self._blackout(row)]
        moved["history"] = [entry for row in self.rows["history"] for entry in self._entry(row)]
        moved["league"][0]["night"] = self.days.day(self.night).weekday()
        return moved

    def _rewrite(self, rows: Any, pattern: re.Pattern[str], **how: Any) -> Any:
        return json.loads(pattern.sub(partial(self._replace, **how), json.dumps(rows, ensure_ascii=False)))

    def _replace(self, hit: re.Match[str], near: date = date.min, by: timedelta | None = None) -> str:
        """What stands in the place of a day or a name; with `by` days are so much later, whatever they are."""
        text = hit[0]
        match hit.lastgroup:
            case "stamp" if len(text) > len("2026-11-24"):
                return str(serialize_value(self._moment(datetime.fromisoformat(text))))
            case "stamp":
                return self._day(date.fromisoformat(text), by).isoformat()
            case "year":
                return str(int(text) + self.years)
            case "season":
                return self.days.names[text]
        return _written(text, near, lambda day: self._day(day, by))

    def _day(self, day: date, by: timedelta | None) -> date:
        return self.days.day(day) if by is None else day + by

    def _moment(self, at: datetime) -> datetime:
        moved = self.days.moment(at)
        if self.taps and self.taps[0] <= at <= self.taps[1]:
            first, last = map(self.days.moment, self.taps)
            moved += begun(localdate(first), last - first, self.now) - first
        return moved

    def _entry(self, row: Row) -> Iterator[Row]:
        """An entry of the history, unless it is of holidays that are not in the season any more."""
        by = self.holidays.get(row["about"][0]) if row["verb"] == "add_blackout" else None
        if by is not None or row["verb"] != "add_blackout":
            at = datetime.fromisoformat(row["at"])
            entry = self._rewrite({**row, "at": None}, self.words, near=localdate(at), by=by)
            yield entry | {"at": serialize_value(self._moment(at))}

    def _blackout(self, row: Row) -> Iterator[Row]:
        """Days without matches: a whole week is one again, and holidays stay where they are in the year."""
        first = date.fromisoformat(row["first"])
        night = self.days.day(first + (self.night - first) % WEEK)
        by: timedelta | None = (night - night.weekday() * DAY if first.weekday() == 0 else self.days.day(first)) - first
        if row["kind"] == BlackoutKind.HOLIDAY:
            by = self.holidays[row["season"]]
        if by is not None:
            yield self._rewrite(row, self.columns, by=by)

    def _holiday(self, row: Row) -> timedelta | None:
        """How much later holidays of a season are; None if that is not in the season any more."""
        season = next(each for each in self.rows["seasons"] if each["id"] == row["season"])
        old, ends = (date.fromisoformat(season[name]) for name in ("starts", "ends"))
        starts, ends = self.days.day(old), self.days.day(ends)
        by = round((starts.year - old.year) * WEEKS_A_YEAR) * WEEK
        return by if starts <= date.fromisoformat(row["first"]) + by <= ends else None


def _seasons(rows: Rows) -> Iterator[SeasonNights]:
    of_league = {row["id"]: row["season"] for row in rows["competitions"] if row["kind"] == CompetitionKind.LEAGUE}
    divisions = {row["id"]: of_league.get(row["competition"]) for row in rows["divisions"]}
    nights: dict[str | None, set[str]] = {}
    for row in rows["fixtures"]:
        nights.setdefault(divisions[row["division"]], set()).add(row["first_date"])
    for row in rows["seasons"]:
        days = sorted(nights.get(row["id"], ())) or [row["starts"]]
        yield SeasonNights(row["name"], tuple(map(date.fromisoformat, days)))


def _taps(rows: Rows) -> tuple[datetime, datetime] | None:
    """The first and the last moment of what was scored of matches that are in play."""
    in_play = {row["id"] for row in rows["fixtures"] if row["in_play"]}
    matches = {row["id"] for row in rows["live-matches"] if row["fixture"] in in_play}
    events = [row for row in rows["live-events"] if row["match"] in matches]
    taps = [datetime.fromisoformat(row[name]) for row in events for name in ("entered_at", "received_at")]
    return (min(taps), max(taps)) if taps else None


def begun(today: date, played: timedelta, now: datetime) -> datetime:
    """Ten past eight; or so that a match of which so much is played is not ahead of whoever looks earlier that day."""
    evening, lately = moment(today, 20, 10), (now - played).replace(second=0, microsecond=0)
    return min(evening, lately) if localdate(lately) == today else evening


def _written(text: str, near: date, move: Callable[[date], date]) -> str:
    """A day as it is written in words, moved: "Tue 24 Nov", of whichever year is nearest."""
    name = text.split(maxsplit=1)[0] if text[0].isalpha() else ""
    number, month, *year = text.removeprefix(name).split()
    possible = []
    for each in [int(year[0])] if year else range(near.year - 1, near.year + 3):
        with suppress(ValueError):  # 29 February
            possible.append(date(each, list(month_abbr).index(month), int(number)))
    possible = [day for day in possible if not name or day_abbr[day.weekday()] == name]
    if not possible:
        return text
    day = move(min(possible, key=lambda each: abs(each - near)))
    form = f"{'%a ' if name else ''}{'%d' if number[0] == '0' else str(day.day)} %b{' %Y' if year else ''}"
    return day.strftime(form)
