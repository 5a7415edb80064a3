"""Days as people write them, found in a text, and the dates that they are in a season.

`find_day` says what is written; `resolve_days` gives the dates, all of one sheet together, because one of them can say
what another means: weekdays tell the year, and 9/21/2026 tells that months stand first.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    r"(?P<month>jan(?:uary)?|febr?(?:uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAY = (
    r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?"
    r"|sun(?:day)?)\b\.?"
)
COMMENCING = r"(?:w\s?[/.]?\s?[cb]|wk\.? comm?(?:encing)?|week (?:commencing|beginning|of))\b\.?:?\s*"
BEFORE = rf"(?<![\w/])(?:{COMMENCING})?(?:{WEEKDAY}[\s,-]*)?(?:the\s+)?(?:{COMMENCING})?"
TH = r"(?:\s?(?:st|nd|rd|th)\b\.?)?"
# A year of two figures is none where it is part of a time, of a score or of a pair of numbers.
YEAR = (
    r"(?:(?:,?\s?[./-]?\s?'?(?P<year>\d{4})(?!\d))"
    r"|(?:[ ./-]'?(?P<short>\d{2})(?!\d|\s?[:.]\s?\d|\s*(?:st|nd|rd|th|am|pm|p\.m|v|vs)\b|\s?[-–]\s?\d|½)))?"
)
DAY_MONTH = re.compile(rf"{BEFORE}(?P<day>\d{{1,2}}){TH}[\s./-]*(?:of\s+)?{MONTH}{YEAR}", re.IGNORECASE)
MONTH_DAY = re.compile(
    rf"{BEFORE}{MONTH}[\s-]*(?:the\s+)?(?P<day>\d{{1,2}})(?!\d|[:.]\d){TH}(?:,?\s+(?P<year>\d{{4}})(?!\d))?",
    re.IGNORECASE,
)
ISO = re.compile(rf"{BEFORE}(?P<year>\d{{4}})[-/.](?P<number>\d{{1,2}})[-/.](?P<day>\d{{1,2}})(?!\d)", re.IGNORECASE)
NUMBERS = re.compile(
    rf"{BEFORE}(?P<day>\d{{1,2}})\s?[./-]\s?(?P<number>\d{{1,2}})\s?[./-]\s?(?:(?P<year>\d{{4}})|(?P<short>\d{{2}}))(?!\d)",
    re.IGNORECASE,
)
WITHOUT_YEAR = re.compile(rf"{BEFORE}(?P<day>\d{{1,2}})[./-](?P<number>\d{{1,2}})(?!\d|[/.-]\d)", re.IGNORECASE)
A_MONTH = re.compile(rf"{MONTH}(?:\s+((?:19|20)\d\d))?", re.IGNORECASE)
DAY_OF_MONTH = re.compile(r"(?:[a-z]{3,9}\.?,?\s+)?(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?", re.IGNORECASE)
SEASON = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?[-/–]\s?((?:19|20)\d\d|\d\d)(?![\d/.-])")
A_YEAR = re.compile(r"(?<![\d/.-])((?:19|20)\d\d)(?![\d/.-])")
FIVE_FIGURES = re.compile(r"[34]\d{4}(?:\.0+)?")
FIRST_OF_EXCEL = date(1899, 12, 30)
NO_DATE, LEAVE_OUT = "none", "leave_out"


@dataclass(frozen=True, slots=True)
class WrittenDay:
    """A day as it stands in a file. `weekday` is 0 for Monday. `numbers`: the month is a number."""

    text: str
    day: int
    month: int
    year: int | None = None
    weekday: int | None = None
    numbers: bool = False

    @property
    def key(self) -> str:
        """What its question is called."""
        return "day-" + re.sub(r"[^a-z0-9]+", "-", self.text.casefold()).strip("-")


@dataclass(frozen=True, slots=True)
class FoundDay:
    """A day in a text, and where it begins and ends there."""

    day: WrittenDay
    start: int
    end: int


def find_day(text: str, *, without_month_name: bool = False) -> FoundDay | None:
    """The first day in a text. 26/9 and 26.9 are days after a weekday, or where a text is known to be one."""
    matches = [match for pattern in (ISO, NUMBERS, DAY_MONTH, MONTH_DAY) if (match := pattern.search(text))]
    bare = WITHOUT_YEAR.search(text)
    if bare and (without_month_name or bare["weekday"]):
        matches.append(bare)
    if not matches:
        return None
    match = min(matches, key=lambda each: (each.start("day" if each.re is not ISO else "year"), -each.end()))
    parts = match.groupdict()
    named = parts.get("month")
    year = int(parts["year"]) if parts.get("year") else _century(int(parts["short"])) if parts.get("short") else None
    month = MONTHS.index(named[:3].casefold()) + 1 if named else int(parts["number"])
    weekday = WEEKDAYS.index(parts["weekday"][:3].casefold()) if parts["weekday"] else None
    written = WrittenDay(
        " ".join(match[0].split()), int(parts["day"]), month, year, weekday, not named and match.re is not ISO
    )
    return FoundDay(written, match.start(), match.end()) if written.day and written.month else None


def day_in(cell: str) -> WrittenDay | None:
    """The day of a cell that is said to hold one: also 26/9, and the number that a spreadsheet has for a day."""
    if FIVE_FIGURES.fullmatch(cell.strip()):
        day = FIRST_OF_EXCEL + timedelta(days=int(cell.strip()[:5]))
        return WrittenDay(cell.strip(), day.day, day.month, day.year)
    span = find_day(cell, without_month_name=True)
    return span.day if span else None


def month_in(text: str) -> tuple[int, int | None] | None:
    """The month that a whole text names, with its year: "September", "Oct 2026"."""
    match = A_MONTH.fullmatch(text.strip())
    if match is None:
        return None
    return MONTHS.index(match["month"][:3].casefold()) + 1, int(match[2]) if match[2] else None


def day_of_month(text: str, month: tuple[int, int | None] | None) -> WrittenDay | None:
    """A day whose month stands in a heading above: "7", "Mon 7th"."""
    match = DAY_OF_MONTH.fullmatch(text.strip())
    if match is None or month is None or not 1 <= int(match[1]) <= 31:
        return None
    name = f"{text} {MONTHS[month[0] - 1].capitalize()}"
    return WrittenDay(name, int(match[1]), *month, weekday_in(text.partition(" ")[0]))


def weekday_in(cell: str) -> int | None:
    """Monday as 0, of a cell that is nothing but a weekday."""
    match = re.fullmatch(rf"\s*{WEEKDAY}s?(?:\s+nights?)?\s*", cell, re.IGNORECASE)
    return WEEKDAYS.index(match["weekday"][:3].casefold()) if match else None


def season_in(text: str) -> int | None:
    """The year in which a season begins that is written as 2026-27."""
    for match in SEASON.finditer(text):
        first, last = int(match[1]), int(match[2])
        if last in (first + 1, (first + 1) % 100):
            return first
    return None


def _century(year: int) -> int:
    """Of two figures the year of this century, or of the last for 70 and later."""
    return year + (1900 if year >= 70 else 2000)
