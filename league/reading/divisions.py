"""Which division a text names."""

import re

from league.reading.values import Context
from scoring.names import fold

DIVISION = re.compile(r"(?i)\b(?:division|div|divn|section|premier(?:ship)?|group|conference)\b")
DIVISION_WORDS = {"division", "div", "divn", "section", "league", "the"}
LIST_WORDS = re.compile(r"(?i)\b(?:fixtures?|results?|matches|season|table|list|tables)\b(?:\s+(?:of|for|in|from)\b)?")
NUMBERS_IN_WORDS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "first": "1",
                    "1st": "1", "second": "2", "2nd": "2", "third": "3", "3rd": "3", "fourth": "4",
                    "4th": "4"}  # fmt: skip


def division_in(text: str, context: Context) -> str:
    """The division that a text names: one that the league has, or words such as "Division One"."""
    plain = " ".join(text.split()).strip(" -–:,.")
    names = [name for name in context.divisions if fold(name) == fold(plain)]
    if not names and not plain.isdigit():
        names = [name for name in context.divisions if division_key(name) == division_key(plain)]
    if len(names) == 1:
        return names[0]
    inside = [name for name in context.divisions if re.search(rf"\b{re.escape(fold(name))}\b", fold(plain))]
    if len(inside) == 1:
        return inside[0]
    if names or inside or not DIVISION.search(plain) or len(plain) > 60 or re.search(r"(?i)\bdivisions\b", plain):
        return ""
    plain = LIST_WORDS.sub(" ", plain)
    plain = re.sub(r"(?:19|20)\d\d(?:\s?[-/–]\s?\d{2,4})?", " ", plain)
    return " ".join(plain.split()).strip(" -–:,.()")


def division_key(name: str) -> tuple[str, ...]:
    """What tells a division from the others: "Div 1" and "Division One" have it in common."""
    words = [NUMBERS_IN_WORDS.get(word, word) for word in fold(name).split() if word not in DIVISION_WORDS]
    return tuple(sorted(words)) or (fold(name),)
