"""Days and times as people write them: a day found in a text, the days of cells with their season, and hours.

`find_day` says what is written; `sheet_dates` gives the dates of all days of one sheet together, because one of them
can say what another means. What can be read two ways is read the British way, and what is none of it is None.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, time, timedelta

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:r|r?uary|uary|urary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:e?mber)?|setp(?:ember)?"
    r"|oct(?:ober)?|ocotber|nov(?:ember|emeber)?|dec(?:ember)?)\b\.?"
)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAY_NAME = rf"(?:{'|'.join(WEEKDAYS)})[a-z]*"
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
DAY_MONTH = re.compile(rf"(?i){BEFORE}(?P<day>\d{{1,2}}){TH}[\s./-]*(?:of\s+)?{MONTH}{YEAR}")
MONTH_DAY = re.compile(
    rf"(?i){BEFORE}{MONTH}[\s-]*(?:the\s+)?(?P<day>\d{{1,2}})(?!\d|[:.]\d){TH}(?:,?\s+(?P<year>\d{{4}})(?!\d))?",
)
ISO = re.compile(rf"(?i){BEFORE}(?P<year>\d{{4}})[-/.](?P<number>\d{{1,2}})[-/.](?P<day>\d{{1,2}})(?!\d)")
COMPACT = re.compile(rf"(?i){BEFORE}(?<!\d)(?P<year>(?:19|20)\d{{2}})(?P<number>[01]\d)(?P<day>[0-3]\d)(?!\d)")
NUMBERS = re.compile(
    rf"(?i){BEFORE}(?P<day>\d{{1,2}})\s?[./-]\s?(?P<number>\d{{1,2}})\s?[./-]\s?(?:(?P<year>\d{{4}})|(?P<short>\d{{2}}))(?!\d)",
)
WITHOUT_YEAR = re.compile(rf"(?i){BEFORE}(?P<day>\d{{1,2}})[./-](?P<number>\d{{1,2}})(?!\d|[/.-]\d)")
A_MONTH = re.compile(rf"(?i){MONTH}(?:\s+((?:19|20)\d\d))?")
DAY_OF_MONTH = re.compile(r"(?i)(?:[a-z]{3,9}\.?,?\s+)?(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?")
SEASON = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?[-/–]\s?((?:19|20)\d\d|\d\d)(?![\d/.-])")
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
    night: int | None = None  # the weekday in the week that begins with this day

    def of_week(self, weekday: int) -> "WrittenDay":
        """The night of a weekday in the week that begins with this day; a day of its own has that weekday, or not."""
        if self.night is None and not self.week:
            return replace(self, text=f"{WEEKDAYS[weekday].capitalize()} {self.text}", weekday=weekday)
        return replace(self, text=f"{WEEKDAYS[weekday].capitalize()}, {self.text[-20:]}", night=weekday)

    @property
    def week(self) -> bool:
        """Whether it is the week that begins with this day: "w/c 7 Sep"."""
        return re.match(COMMENCING, self.text, re.IGNORECASE) is not None

    @property
    def key(self) -> str:
        """What its question is called."""
        return "day-" + re.sub(r"[^a-z0-9]+", "-", self.text.casefold()).strip("-")


@dataclass(frozen=True, slots=True)
class FoundDay:
    """A day in a text, where it begins and ends there, and whether its year has two figures."""

    day: WrittenDay
    start: int
    end: int
    short_year: bool = False


def find_day(text: str, *, without_month_name: bool = False) -> FoundDay | None:
    """The first day in a text. 26/9 and 26.9 are days after a weekday, or where a text is known to be one."""
    patterns = (*([COMPACT] if without_month_name else []), ISO, NUMBERS, DAY_MONTH, MONTH_DAY)
    matches = [match for pattern in patterns if (match := pattern.search(text))]
    bare = WITHOUT_YEAR.search(text)
    if bare and (without_month_name or bare["weekday"]):
        matches.append(bare)
    if not matches:
        return None
    match = min(matches, key=lambda one: (one.start("year" if one.re in (ISO, COMPACT) else "day"), -one.end()))
    parts = match.groupdict()
    named = parts.get("month")
    year = int(parts["year"]) if parts.get("year") else _century(int(parts["short"])) if parts.get("short") else None
    month = _month(named) if named else int(parts["number"])
    weekday = _weekday(parts["weekday"]) if parts["weekday"] else None
    numbers = not named and match.re not in (ISO, COMPACT)
    written = WrittenDay(" ".join(match[0].split()), int(parts["day"]), month, year, weekday, numbers)
    has_short_year = parts.get("short") is not None
    return FoundDay(written, match.start(), match.end(), has_short_year) if written.day and written.month else None


def day_in(cell: str) -> WrittenDay | None:
    """The day of a cell that is said to hold one: also 26/9, and the number that a spreadsheet has for a day."""
    if FIVE_FIGURES.fullmatch(cell.strip()):
        day = FIRST_OF_EXCEL + timedelta(days=int(cell.strip()[:5]))
        return WrittenDay(cell.strip(), day.day, day.month, day.year)
    span = find_day(cell, without_month_name=True)
    return span.day if span else None


def six_figures(cell: str) -> WrittenDay | None:
    match = re.fullmatch(r"([0-3]\d)([01]\d)(\d\d)", cell.strip())
    if match is None or day_of(_century(int(match[3])), int(match[2]), int(match[1])) is None:
        return None
    return WrittenDay(cell.strip(), int(match[1]), int(match[2]), _century(int(match[3])), numbers=True)


def month_in(text: str) -> tuple[int, int | None] | None:
    """The month that a whole text names, with its year: "September", "Oct 2026"."""
    match = A_MONTH.fullmatch(text.strip())
    return (_month(match["month"]), int(match[2]) if match[2] else None) if match else None


def day_of_month(text: str, month: tuple[int, int | None] | None) -> WrittenDay | None:
    """A day whose month stands in a heading above: "7", "Mon 7th"."""
    match = DAY_OF_MONTH.fullmatch(text.strip())
    if match is None or month is None or not 1 <= int(match[1]) <= 31:
        return None
    name = f"{text} {MONTHS[month[0] - 1].capitalize()}"
    return WrittenDay(name, int(match[1]), *month, weekday_in(text.partition(" ")[0]))


def weekday_in(cell: str) -> int | None:
    """Monday as 0, of a cell that is nothing but a weekday."""
    match = re.fullmatch(rf"(?i)\s*{WEEKDAY}s?(?:\s+nights?)?\s*", cell)
    return _weekday(match["weekday"]) if match else None


def season_in(text: str) -> int | None:
    """The year in which a season begins that is written as 2026-27."""
    for match in SEASON.finditer(text):
        first, last = int(match[1]), int(match[2])
        if last in (first + 1, (first + 1) % 100):
            return first
    return None


def _month(name: str) -> int:
    short = name[:3].casefold()
    return MONTHS.index({"set": "sep", "oco": "oct"}.get(short, short)) + 1  # Setp, Ocotber


def _weekday(name: str) -> int:
    return WEEKDAYS.index(name[:3].casefold())


def _century(year: int) -> int:
    """Of two figures the year of this century, or of the last for 70 and later."""
    return year + (1900 if year >= 70 else 2000)


BEFORE_DAY = re.compile(r"(?i)[\s(]*(?:(?:on|date|played(?: on)?|by)\b[\s:]*)?")
AFTER_DAY = re.compile(rf"(?i)^[\s,(-]*{WEEKDAY}s?\b[\s,.)]*")
NOTE = re.compile(r"[\s*†‡#§^+]*(?:\(.{0,40}\))?[\s*†‡#§^+.,;:]*")
MONTH_AND_YEAR = re.compile(r"(?i)[a-z]+-\d\d(?!\d)")
YEAR_OF_DAYS = timedelta(days=364)


@dataclass(frozen=True, slots=True)
class DayInCell:
    """A day as it stands in a cell. `weekday` (0 is Monday) is what is written beside it, right or wrong."""

    day: date
    text: str
    weekday: int | None = None
    hour: time | None = None

    @property
    def contradiction(self) -> str:
        """The sentence that says that the weekday is another one; empty where it fits or none is written."""
        if self.weekday in (None, self.day.weekday()):
            return ""
        return f"“{self.text}”: {self.day.day} {self.day:%B} {self.day.year} is a {self.day:%A}."


def parse_day(text: str, starts: date | None = None, ends: date | None = None) -> DayInCell | None:
    """The day of a cell, whatever time follows. A year that is not written is the season's, which lasts a year."""
    span = day_at_start(text)
    if span is None:
        return None
    hour, rest = hour_behind(" ".join(text.split())[span.end :])
    written, year = span.day, year_near(span, starts)
    if year is None:
        day = _in_season(written.day, written.month, written.weekday, starts, ends)
    else:
        day = day_of(year, written.month, written.day)
    if day is None or not NOTE.fullmatch(rest):
        return None
    return DayInCell(day, text.strip(), written.weekday, hour)


def day_at_start(text: str) -> FoundDay | None:
    """The day with which a text begins, with the weekday that stands before or behind it."""
    plain = " ".join(text.split())
    span = find_day(plain, without_month_name=True)
    if span is None or not BEFORE_DAY.fullmatch(plain[: span.start]) or MONTH_AND_YEAR.fullmatch(plain):
        return None
    if re.fullmatch(r"\d{1,2}-\d{1,2}", span.day.text):
        return None  # 5-4 is a score
    match = AFTER_DAY.match(plain[span.end :])
    weekday = _weekday(match["weekday"]) if match else span.day.weekday
    end = span.end + match.end() if match else span.end
    return replace(span, day=replace(span.day, weekday=weekday), end=end)


def year_near(span: FoundDay, starts: date | None) -> int | None:
    """The year of a day; of two figures alone that of the century which is nearest to the season."""
    year = span.day.year
    if year is None or starts is None or not span.short_year:
        return year
    return min((year - 100, year, year + 100), key=lambda full: abs(full - starts.year))


def is_day(text: str) -> bool:
    return parse_day(text, date(2023, 7, 1)) is not None or parse_day(text, date(2024, 1, 1)) is not None


def _in_season(number: int, month: int, weekday: int | None, starts: date | None, ends: date | None) -> date | None:
    if starts is None:
        return None
    ends = ends or starts + YEAR_OF_DAYS
    days = [day for at in range(starts.year - 1, ends.year + 2) if (day := day_of(at, month, number))]

    def outside(day: date) -> int:
        return max((starts - day).days, (day - ends).days, 0)

    def rank(day: date) -> tuple[bool, bool, int, date]:
        fits = weekday is None or day.weekday() == weekday
        return (outside(day) > 0, not fits, outside(day), day)

    return min(days, key=rank, default=None)


def day_of(year: int, month: int, number: int) -> date | None:
    """The day of three numbers; None where the calendar has none."""
    try:
        return date(year, month, number)
    except ValueError:
        return None


CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?:\s*[:.,h-]\s*(?P<minute>\d{2})(?!\d))?(?::\d{2})?\s*(?P<half>[ap]\.?\s?m\.?)?(?P<hrs>\s*h(?:ou)?rs?)?"
    r"(?:\s*(?:o'?clock|start|prompt|sharp))?(?:\s*(?:for|to|/|\s-)\s*[\d:.]+\s*(?:[ap]\.?m\.?)?(?:\s*start)?)?\.?"
)
FOUR_FIGURES = re.compile(r"(?P<hour>[012]\d)(?P<minute>[0-5]\d)\s*(?P<hrs>h(?:ou)?rs?\.?)?")
TIMES_IN_WORDS = {"noon": time(12), "midday": time(12), "12 noon": time(12)}
HOUR_BEHIND = re.compile(
    r"^[\s,@*†‡-]*(?:at |from |t|kick ?off |ko |start )?\s*\(?(?P<clock>\d{1,2}[:.]\d{2}(?!\d)(?::\d{2})?(?:\.\d+"
    r"|z)?(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\b\.?)\)?"
)
FIRST_EVENING_HOUR, NOON = 1, 12


def parse_time(text: str) -> time | None:
    """The time in a cell of times. From one to half past nine it is the evening, unless "am" is written."""
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
    elif FIRST_EVENING_HOUR <= hour < 10 and not match["hrs"]:
        hour += NOON
    return time(hour, minute) if hour < 24 and minute < 60 else None


def hour_behind(rest: str) -> tuple[time | None, str]:
    """The time that follows a day, and what is left. "00:00" is a day that a program has written with a time."""
    match = HOUR_BEHIND.match(rest.casefold())
    if match is None:
        return None, rest.strip(" ,-")
    clock = re.sub(r"(?<=:\d\d)(?:\.\d+|z)$", "", match["clock"])
    hour = parse_time(clock)
    rest = rest[match.end() :] if hour is not None else rest
    return (None if hour == time() else hour), rest.strip(" ,-")
