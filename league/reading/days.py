"""Days and times as people write them into cells.

What can be read two ways is read the British way, and what is none of it is None.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time, timedelta

# --- days -------------------------------------------------------------------------------------------------------------
MONTH_NAMES = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
               "november", "december")  # fmt: skip
MISSPELT = {
    "febuary": 2,
    "feburary": 2,
    "febr": 2,
    "setp": 9,
    "setpember": 9,
    "septmber": 9,
    "ocotber": 10,
    "novemeber": 11,
}
WEEKDAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAY = r"(?:mon|tues?|wed(?:nes|s)?|thu(?:r?s?)?|fri|sat(?:ur)?|sun)(?:day)?s?"
BEFORE = re.compile(
    r"^(?:(?P<week>w ?/ ?c|w\.c\.?|(?:week|wk)\.? (?:commencing|beginning|starting|of)|(?:commencing|beginning))[\s:]*"
    rf"|(?:on|date|played(?: on)?|by)\b[\s:]*|\(?(?P<weekday>{WEEKDAY})\b\)?[\s,.:-]*(?:the )?)"
)
AFTER = re.compile(rf"^[\s,(-]*(?P<weekday>{WEEKDAY})\b[\s,.)]*")
ORDINAL = r"(?:\s*(?:st|nd|rd|th)\b)?"
YEAR = r"(?:[\s,./-]+'?(\d{4}|\d{2})(?![\d:.]\d|\d|\s*[ap]\.?m))?"
ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(?:t(?=\d))?")
COMPACT = re.compile(r"((?:19|20)\d{2})([01]\d)([0-3]\d)(?!\d)")
NUMBERS = re.compile(r"(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})(?![\d])")
TWO_NUMBERS = re.compile(r"(\d{1,2})\s*([./-])\s*(\d{1,2})(?![\d:./-])")
DAY_MONTH = re.compile(rf"(\d{{1,2}}){ORDINAL}(?:\s+of)?[\s./-]*([a-z]{{3,9}})\b\.?{YEAR}")
MONTH_DAY = re.compile(rf"([a-z]{{3,9}})\b\.?(?:\s+the)?\s*(\d{{1,2}}){ORDINAL}(?![\d:-]|[./]\d){YEAR}")
NOTE = re.compile(r"[\s*†‡#§^+]*(?:\(.{0,40}\))?[\s*†‡#§^+.,;:]*")
YEAR_OF_DAYS = timedelta(days=364)


@dataclass(frozen=True, slots=True)
class DayInCell:
    """A day as it stands in a cell. `weekday` (0 is Monday) is what is written beside it, right or wrong.

    `week`: it is the week that begins with this day ("w/c 7 Sep"). `rest` is what follows, without weekday and hour.
    """

    day: date
    text: str
    weekday: int | None = None
    year_written: bool = True
    week: bool = False
    hour: time | None = None
    rest: str = ""

    @property
    def contradiction(self) -> str:
        """The sentence that says that the weekday is another one; empty where it fits or none is written."""
        if self.weekday is None or self.day.weekday() == self.weekday:
            return ""
        name = WEEKDAY_NAMES[self.day.weekday()].capitalize()
        return (
            f"“{self.text}”: {self.day.day} {MONTH_NAMES[self.day.month - 1].capitalize()} {self.day.year} is a {name}."
        )


def parse_day(
    text: str, starts: date | None = None, ends: date | None = None, *, month_first: bool = False
) -> DayInCell | None:
    """The day that a cell holds, whatever time or footnote follows it; None where anything else does.

    The season, which lasts a year where `ends` is not known, gives the year where none is written: the one that the
    weekday fits, if that is in the season. Without a season such a day is None.
    """
    read = leading_day(text, starts, ends, month_first=month_first)
    return read if read is not None and NOTE.fullmatch(read.rest) else None


def leading_day(
    text: str, starts: date | None = None, ends: date | None = None, *, month_first: bool = False
) -> DayInCell | None:
    """The day with which a text begins; `rest` is what follows it."""
    plain, weekday, week = " ".join(text.split()), None, False
    while match := BEFORE.match(plain.casefold()):
        week, weekday = week or bool(match["week"]), weekday if match["weekday"] is None else _weekday(match["weekday"])
        plain = plain[match.end() :]
    written = _numbers(plain.casefold(), month_first=month_first, hyphen=weekday is not None)
    if written is None:
        return None
    number, month, year, end = written
    rest = plain[end:]
    if match := AFTER.match(rest.casefold()):
        weekday, rest = _weekday(match["weekday"]), rest[match.end() :]
    if year is None:
        day = _in_season(number, month, weekday, starts, ends)
    else:
        day = _date(year if year >= 100 else _century(year, starts), month, number)
    if day is None:
        return None
    hour, rest = _hour_behind(rest)
    return DayInCell(day, text.strip(), weekday, year is not None, week, hour, rest.strip(" ,-"))


def is_day(text: str) -> bool:
    """Whether a cell holds a day, with or without its year."""
    return parse_day(text, date(2023, 7, 1)) is not None or parse_day(text, date(2024, 1, 1)) is not None


def writes_month_first(texts: Iterable[str]) -> bool:
    """Whether the days of a column are written as in America: a second figure above 12, and no first one."""
    pairs = [(int(match[1]), int(match[3])) for match in map(NUMBERS.match, (text.strip() for text in texts)) if match]
    return any(second > 12 for _, second in pairs) and all(first <= 12 for first, _ in pairs)


def _weekday(name: str) -> int:
    return next(number for number, full in enumerate(WEEKDAY_NAMES) if full[:2] == name[:2])


def _numbers(plain: str, *, month_first: bool, hyphen: bool) -> tuple[int, int, int | None, int] | None:
    """Day, month, year, and where the rest begins."""
    if match := ISO.match(plain) or COMPACT.match(plain):
        return int(match[3]), int(match[2]), int(match[1]), match.end()
    if match := NUMBERS.match(plain):
        first, second = int(match[1]), int(match[3])
        day, month = (second, first) if month_first else (first, second)
        return day, month, int(match[4]), match.end()
    if (match := DAY_MONTH.match(plain)) and (month := _month(match[2])):
        return int(match[1]), month, int(match[3]) if match[3] else None, match.end()
    if (match := MONTH_DAY.match(plain)) and (month := _month(match[1])):
        return int(match[2]), month, int(match[3]) if match[3] else None, match.end()
    if (match := TWO_NUMBERS.match(plain)) and (hyphen or match[2] != "-"):
        first, second = int(match[1]), int(match[3])
        day, month = (second, first) if month_first else (first, second)
        return day, month, None, match.end()
    return None


def _month(word: str) -> int:
    """The number of a month; 0 for any other word."""
    names = (
        number
        for number, name in enumerate(MONTH_NAMES, start=1)
        if name.startswith(word) or word == "sept" == name[:4]
    )
    return next(names, MISSPELT.get(word, 0))


def _in_season(number: int, month: int, weekday: int | None, starts: date | None, ends: date | None) -> date | None:
    if starts is None:
        return None
    ends = ends or starts + YEAR_OF_DAYS
    days = [day for at in range(starts.year - 1, ends.year + 2) if (day := _date(at, month, number))]

    def outside(day: date) -> int:
        return max((starts - day).days, (day - ends).days, 0)

    def rank(day: date) -> tuple[bool, bool, int, date]:
        fits = weekday is None or day.weekday() == weekday
        return (outside(day) > 0, not fits, outside(day), day)

    return min(days, key=rank, default=None)


def _century(year: int, starts: date | None) -> int:
    """Of two figures the year that is nearest to the season; without one, 70 and later are of the last century."""
    if starts is None:
        return year + (1900 if year >= 70 else 2000)
    base = starts.year - starts.year % 100 + year
    return min((base - 100, base, base + 100), key=lambda full: abs(full - starts.year))


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


# --- times ------------------------------------------------------------------------------------------------------------
CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?:\s*[:.,h-]\s*(?P<minute>\d{2})(?!\d))?(?::\d{2})?\s*(?P<half>[ap]\.?\s?m\.?)?(?P<hrs>\s*h(?:ou)?rs?)?"
    r""
    r"(?:\s*(?:o'?clock|start|prompt|sharp))?(?:\s*(?:for|to|/|\s-)\s*[\d:.]+\s*(?:[ap]\.?m\.?)?(?:\s*start)?)?\.?"
)
FOUR_FIGURES = re.compile(r"(?P<hour>[012]\d)(?P<minute>[0-5]\d)\s*(?P<hrs>h(?:ou)?rs?\.?)?")
TIMES_IN_WORDS = {"noon": time(12), "midday": time(12), "12 noon": time(12)}
HOUR_BEHIND = re.compile(
    r"^[\s,@*†‡-]*(?:at |from |t|kick ?off |ko |start )?\s*\(?(?P<clock>\d{1,2}[:.]\d{2}(?!\d)(?::\d{2})?(?:\.\d+"
    r"|z)?(?:\s*[ap]\.?m\.?)?"
    r"|\d{1,2}\s*[ap]\.?m\b\.?)\)?"
)
FIRST_EVENING_HOUR, NOON = 1, 12


def parse_time(text: str, *, morning: bool = False) -> time | None:
    """The time in a cell of times. From one to half past nine it is the evening, as matches in pubs are, unless "am"
    is written, or `morning` says that this list means it so.
    """
    plain = " ".join(text.casefold().replace("’", "'").split()).removeprefix("at ").removeprefix("from ")
    if plain in TIMES_IN_WORDS:
        return TIMES_IN_WORDS[plain]
    match = CLOCK.fullmatch(plain) or FOUR_FIGURES.fullmatch(plain)
    if match is None:
        return None
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), match.groupdict().get("half")
    if half:
        if not 1 <= hour <= NOON:
            return None
        hour = hour % NOON + (NOON if half.startswith("p") else 0)
    elif FIRST_EVENING_HOUR <= hour < 10 and not morning and not match["hrs"]:
        hour += NOON
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _hour_behind(rest: str) -> tuple[time | None, str]:
    """The time that follows a day, and what is left. "00:00" is a day that a program has written with a time."""
    match = HOUR_BEHIND.match(rest.casefold())
    if match is None:
        return None, rest
    clock = re.sub(r"(?<=:\d\d)(?:\.\d+|z)$", "", match["clock"])
    hour = parse_time(clock)
    return (None if hour == time() else hour), rest[match.end() :] if hour is not None else rest
