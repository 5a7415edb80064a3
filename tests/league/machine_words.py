"""The words that are for programs: values of enums that are no English, and that no page may show."""

import re
from enum import Enum

from tests.league.html import words_of

ENGLISH = {"best-of", "buy-back", "head-to-head", "no-show", "play-off", "round-robin", "write-off"}
UNSEEN = re.compile(r"<(script|style|template|svg|pre)\b.*?</\1>|<code\b.*?</code>|<[^>]+>", re.DOTALL)
ISO_DATE = re.compile(r"(?<![\w/\"-])\d{4}-\d\d-\d\d(?![\w-])")
COMPOUND = re.compile(r"(?<![\w/.@#-])[a-z]+(?:[-_][a-z]+)+(?![\w/@-]|\.\w)")


def enums(kind: type[Enum] = Enum) -> set[type[Enum]]:
    return {kind}.union(*map(enums, kind.__subclasses__()))


def machine_words_on(page: str) -> set[str]:
    """What a page shows that only a program would say: "walkover-home", "in_line", "2026-11-28"."""
    ours = {each for each in enums() if each.__module__.startswith(("league.", "scoring."))}
    values = {member.value for each in ours for member in each if isinstance(member.value, str)}
    words = words_of(UNSEEN.sub(" ", page))
    seen = set(COMPOUND.findall(words))
    return {word for word in seen if "_" in word or (word in values and word not in ENGLISH)} | {
        *ISO_DATE.findall(words)
    }
