"""The words that are for programs: values of enums that are no English, and that no page may show."""

import re
from enum import Enum

from tests.league.html import words_of

ENGLISH = {"best-of", "buy-back", "head-to-head", "no-show", "play-off", "round-robin", "write-off"}
UNSEEN = re.compile(r"<(script|style|template|svg)\b.*?</\1>|<code\b.*?</code>|<[^>]+>", re.DOTALL)
COMPOUND = re.compile(r"(?<![\w/.@#-])[a-z]+(?:[-_][a-z]+)+(?![\w/@-]|\.\w)")


def enums(kind: type[Enum] = Enum) -> set[type[Enum]]:
    return {kind}.union(*map(enums, kind.__subclasses__()))


def machine_words_on(page: str) -> set[str]:
    """What a page shows that only a program would say: "walkover-home", "in_line"."""
    ours = {each for each in enums() if each.__module__.startswith(("league.", "scoring."))}
    values = {member.value for each in ours for member in each if isinstance(member.value, str)}
    seen = set(COMPOUND.findall(words_of(UNSEEN.sub(" ", page))))
    return {word for word in seen if "_" in word or (word in values and word not in ENGLISH)}
