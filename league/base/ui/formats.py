"""How the site writes a date, a time and a number. Plain values in, plain English out."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple
from unicodedata import category

from scoring.card.points import MINUS

VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 8): "⅛",
}
INITIAL = re.compile(r"(?<!\S)(\w) (?=\w)")
RESULTS = {"W": "won", "D": "drew", "L": "lost"}


def night(day: date, *, year: bool = False) -> str:
    """A night as "Tue 24 Nov", with the year "Tue 24 Nov 2026"."""
    return f"{day:%a} {day.day} {day:%b %Y}" if year else f"{day:%a} {day.day} {day:%b}"


def nights(first: date, last: date) -> str:
    days = (first, last) if first < last else (first,)
    return " to ".join(night(day, year=True) for day in days)


def clock(moment: time | datetime) -> str:
    """A time as "8pm", "7.30pm", "noon" or "midnight"."""
    if moment.minute == 0 and moment.hour in {0, 12}:
        return "noon" if moment.hour else "midnight"
    minutes = f".{moment.minute:02}" if moment.minute else ""
    return f"{moment.hour % 12 or 12}{minutes}{'pm' if moment.hour >= 12 else 'am'}"


def moment_text(at: datetime) -> str:
    """A moment by the league's clock: "8pm on Wed 9 Sep"; give local time."""
    return f"{clock(at)} on {night(at)}"


def unparted(names: str) -> str:
    """Names whose initials stay beside their surnames where a line ends: "G Parkin & C Peacock"."""
    return INITIAL.sub("\\1\N{NO-BREAK SPACE}", names)


def one_line(text: str) -> str:
    """A text on one line, without any character that a program might take for the end of one, or choke on."""
    if not text.isprintable():  # few are not, and a look at every letter takes a while
        text = "".join(" " if category(letter) in {"Cc", "Zl", "Zp"} else letter for letter in text)
    return " ".join(text.split())


LINK_TITLE, LINK_TEXT = 65, 160  # letters that programs show of a link: its title, and what stands under it


class LinkPreview(NamedTuple):
    title: str
    text: str


def within_list(most: int, parts: Iterable[str], between: str = ", ") -> str:
    text = ""
    for part in parts:
        longer = f"{text}{between}{part}" if text else part
        if len(longer) > most:
            break
        text = longer
    return text


class ProperName(str):
    """A name in a sentence: it may be cut short where there is no room."""

    __slots__ = ()


def within(most: int, *parts: str) -> str:
    """Names are cut, the longest first; other parts are whole."""
    pieces = [ProperName(one_line(each)) if isinstance(each, ProperName) else each for each in parts]
    while (over := sum(map(len, pieces)) - most) > 0:
        names = sorted(
            (number for number, each in enumerate(pieces) if isinstance(each, ProperName)),
            key=lambda n: -len(pieces[n]),
        )
        if not names or len(pieces[names[0]]) < 2:
            break
        longest = pieces[names[0]]
        second = len(pieces[names[1]]) if len(names) > 1 else 1
        kept = max(len(longest) - over - 1, min(second, len(longest) - 2), 0)
        pieces[names[0]] = ProperName(longest[:kept].rstrip() + "\N{HORIZONTAL ELLIPSIS}")
    return "".join(pieces)


def points(value: Fraction | Decimal | float | str) -> str:
    """Exact points as "7½" or "0", less than none with a real minus. A fraction without a sign of its own: "1 5/7"."""
    exact = Fraction(value)
    whole, rest = divmod(abs(exact), 1)
    part = VULGAR.get(rest, f"{rest.numerator}/{rest.denominator}") if rest else ""
    gap = " " if "/" in part and whole else ""
    return (MINUS if exact < 0 else "") + (f"{whole}{gap}{part}" if whole or not part else part)


def score_text(logged: str) -> str:
    """A score as the log of actions has it, "5-4", with its dash; any other text as it is."""
    return logged.replace("-", "\N{EN DASH}") if re.fullmatch(r"(\d{1,3}½?|½)-(\d{1,3}½?|½)", logged) else logged


def signed(value: Fraction | Decimal | float | str) -> str:
    """A difference with its sign: "+5", "0"."""
    return f"+{points(value)}" if Fraction(value) > 0 else points(value)
