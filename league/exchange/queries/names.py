"""Which of our names is meant by another: "The Crown 'A'" is Crown A, and "Crwon A" may be.

Knows how differently people write the same name. Refuses to decide where two could be meant: it offers them.
"""

import re
import unicodedata
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Generic, TypeVar

Held = TypeVar("Held", bound=Hashable)
NEAR, VERY_NEAR = 0.72, 0.82
OFFERED = 3
LEFT_OUT = frozenset({"the", "team", "fc", "dominoes", "club"})


def key_of(name: str) -> str:
    """What makes two names the same: letters and figures in lower case, without "the", quotes, dots and accents."""
    bare = unicodedata.normalize("NFKD", name.casefold()).replace("&", " and ").replace("+", " and ")
    bare = "".join(each for each in bare if not unicodedata.combining(each))
    words = re.sub(r"[^a-z0-9]+", " ", re.sub(r"['\u2018\u2019`\".]", "", bare)).split()
    return " ".join([each for each in words if each not in LEFT_OUT] or words)


@dataclass(frozen=True, slots=True)
class Found(Generic[Held]):
    """What a name was taken for; or None, and what it may be, the nearest first. `loosely`: it is written otherwise."""

    row: Held | None
    near: tuple[Held, ...] = ()
    loosely: bool = False


@dataclass
class Names(Generic[Held]):
    """Everything of one sort that has a name in the league, and what people answered about names that are not among
    them: `answers` by key, as the row that is meant. `least` is how near a name must be to be offered, up to 1.
    """

    by_name: dict[str, Held]
    answers: dict[str, Held | None] = field(default_factory=dict)
    least: float = NEAR
    _by_key: dict[str, list[Held]] = field(init=False, default_factory=dict)
    _kept: dict[str, Found[Held]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for name, row in self.by_name.items():
            held = self._by_key.setdefault(key_of(name), [])
            if row not in held:
                held.append(row)
        self._exact = {" ".join(name.casefold().split()): row for name, row in self.by_name.items()}

    def find(self, said: str) -> Found[Held]:
        """What is meant by a name; worked out once for each way of writing it."""
        if said not in self._kept:
            self._kept[said] = self._find(said)
        return self._kept[said]

    def add(self, name: str, row: Held) -> None:
        """A name that the same spreadsheet brings in."""
        self.by_name[name] = row
        self._by_key.setdefault(key_of(name), []).append(row)
        self._exact[" ".join(name.casefold().split())] = row
        self._kept.clear()

    def _find(self, said: str) -> Found[Held]:
        exact = self._exact.get(" ".join(said.casefold().split()))
        if exact is not None:
            return Found(exact)
        key = key_of(said)
        if key in self.answers:
            return Found(self.answers[key], loosely=True)
        same = self._by_key.get(key, [])
        if len(same) == 1:
            return Found(same[0], loosely=True)
        return Found(None, tuple(same) or tuple(self._near(key)))

    def _near(self, key: str) -> Iterable[Held]:
        matcher = SequenceMatcher(b=key, autojunk=False)
        ranked = []
        for other, rows in self._by_key.items():
            if _told_apart(key, other):
                continue
            matcher.set_seq1(other)
            if min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= self.least and matcher.ratio() >= self.least:
                ranked += [(-matcher.ratio(), other, row) for row in rows]
        return [row for _, _, row in sorted(ranked, key=lambda each: each[:2])[:OFFERED]]


def _told_apart(one: str, other: str) -> bool:
    """Whether two names differ only in the letter or number at their end, which is there to tell them apart."""
    first, _, ours = one.rpartition(" ")
    second, _, theirs = other.rpartition(" ")
    return first == second and ours != theirs and max(len(ours), len(theirs)) <= 2
