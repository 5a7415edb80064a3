"""How the site writes a date, a time and a number. Plain values in, plain English out."""

from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from unicodedata import category

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
MINUS = "\N{MINUS SIGN}"
RESULTS = {"W": "won", "D": "drew", "L": "lost"}


def night(day: date, *, year: bool = False) -> str:
    """A night as "Tue 24 Nov", with the year "Tue 24 Nov 2026"."""
    return f"{day:%a} {day.day} {day:%b %Y}" if year else f"{day:%a} {day.day} {day:%b}"


def clock(moment: time | datetime) -> str:
    """A time as "8pm", "7.30pm", "noon" or "midnight"."""
    if moment.minute == 0 and moment.hour in {0, 12}:
        return "noon" if moment.hour else "midnight"
    minutes = f".{moment.minute:02}" if moment.minute else ""
    return f"{moment.hour % 12 or 12}{minutes}{'pm' if moment.hour >= 12 else 'am'}"


def one_line(text: str) -> str:
    """A text on one line, without any character that a program might take for the end of one, or choke on."""
    return " ".join("".join(" " if category(letter) in {"Cc", "Zl", "Zp"} else letter for letter in text).split())


def points(value: Fraction | Decimal | float | str) -> str:
    """Exact points as "7½" or "0", less than none with a real minus. A fraction without a sign of its own: "1 5/7"."""
    exact = Fraction(value)
    whole, rest = divmod(abs(exact), 1)
    part = VULGAR.get(rest, f"{rest.numerator}/{rest.denominator}") if rest else ""
    gap = " " if "/" in part and whole else ""
    return (MINUS if exact < 0 else "") + (f"{whole}{gap}{part}" if whole or not part else part)


def signed(value: Fraction | Decimal | float | str) -> str:
    """A difference with its sign: "+5", "0"."""
    return f"+{points(value)}" if Fraction(value) > 0 else points(value)
