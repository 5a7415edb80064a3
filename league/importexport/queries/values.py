"""What people write into cells: days, times, scores, numbers, yes and no. Everything here is None for what is not.

Knows how leagues and other programs write them. Refuses to guess: what can be read two ways is read the British way.
"""

import re
from datetime import date, time

MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1
    )
}
YES = {"yes", "y", "true", "1", "x", "\N{CHECK MARK}"}
NO = {"no", "n", "false", "0", "", "-"}
NUMBERS = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b")
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
WORDS = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([a-z]{3})[a-z]*\.?,?(?:[\s-]+'?(\d{4}|\d{2}))?\b")
WEEKDAY = re.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,.]+")
CLOCK = re.compile(r"(?<![\d/.-])(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*([ap]\.?m\.?)?$")
SCORE = re.compile(r"(\d{1,2})\s*(?:[-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}:]|v|to)\s*(\d{1,2})")


def day(text: str, starts: date | None = None) -> date | None:
    """A date as 2026-09-21, 21/09/26, 21.9.2026, "Mon 21 Sep 2026" or "21st September", whatever time follows it.

    A day without its year is the first one from `starts` on.
    """
    plain = WEEKDAY.sub("", text.strip().casefold())
    if found := ISO.match(plain):
        return _date(*(int(part) for part in found.groups()))
    if found := NUMBERS.match(plain):
        number, month, year = (int(part) for part in found.groups())
        return _date(_year(year), month, number)
    if (found := WORDS.match(plain)) and found[2] in MONTHS:
        number, month = int(found[1]), MONTHS[found[2]]
        if found[3] is not None:
            return _date(_year(int(found[3])), month, number)
        return _next(number, month, starts)
    return None


def clock(text: str) -> time | None:
    """A time as 20:00, 8pm, 7.30 pm, or at the end of a date. A whole hour alone is none: 8 may be a score."""
    plain = text.strip().casefold().replace("t", " ", 1) if ISO.match(text.strip()) else text.strip().casefold()
    found = CLOCK.search(plain)
    if found is None or (found[2] is None and found[3] is None):
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found[3].startswith("p") else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def score(text: str) -> tuple[int, int] | None:
    """Two scores in one cell: "5 - 4", "5:4"."""
    found = SCORE.fullmatch(text.strip().casefold())
    return (int(found[1]), int(found[2])) if found else None


def whole(text: str) -> int | None:
    """A whole number that is not negative."""
    plain = text.strip().removesuffix(".0")
    return int(plain) if re.fullmatch(r"[0-9]{1,6}", plain) else None


def yes(text: str) -> bool | None:
    plain = text.strip().casefold()
    return True if plain in YES else False if plain in NO else None


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _year(written: int) -> int:
    """Of two figures the year of this century, or of the last for 70 and later."""
    if written >= 100:
        return written
    return written + (1900 if written >= 70 else 2000)


def _next(number: int, month: int, starts: date | None) -> date | None:
    if starts is None:
        return None
    this = _date(starts.year, month, number)
    return this if this is not None and this >= starts else _date(starts.year + 1, month, number)
