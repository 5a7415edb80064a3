"""Which of our names is meant by another: "The Crown 'A'" is Crown A, and "Crwon A" may be.

Knows how differently people write the same name. Refuses to decide where two could be meant: it offers them.
"""

import re
import unicodedata
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Generic, TypeVar

Row = TypeVar("Row", bound=Hashable)
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
class NameMatch(Generic[Row]):
    """What a name was taken for; or None, and what it may be, the nearest first. `loosely`: it is written otherwise."""

    row: Row | None
    near: tuple[Row, ...] = ()
    loosely: bool = False


@dataclass
class NameIndex(Generic[Row]):
    """Everything of one sort that has a name in the league, and what people answered about names that are not among
    them: `answers` by key, as the row that is meant. `least` is how near a name must be to be offered, up to 1.
    """

    by_name: dict[str, Row]
    answers: dict[str, Row | None] = field(default_factory=dict)
    least: float = NEAR
    _by_key: dict[str, list[Row]] = field(init=False, default_factory=dict)
    _kept: dict[str, NameMatch[Row]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for name, row in self.by_name.items():
            rows = self._by_key.setdefault(key_of(name), [])
            if row not in rows:
                rows.append(row)
        self._exact = {" ".join(name.casefold().split()): row for name, row in self.by_name.items()}

    def find(self, said: str) -> NameMatch[Row]:
        """What is meant by a name; worked out once for each way of writing it."""
        if said not in self._kept:
            self._kept[said] = self._find(said)
        return self._kept[said]

    def add(self, name: str, row: Row) -> None:
        """A name that the same spreadsheet brings in."""
        self.by_name[name] = row
        self._by_key.setdefault(key_of(name), []).append(row)
        self._exact[" ".join(name.casefold().split())] = row
        self._kept.clear()

    def _find(self, said: str) -> NameMatch[Row]:
        exact = self._exact.get(" ".join(said.casefold().split()))
        if exact is not None:
            return NameMatch(exact)
        key = key_of(said)
        if key in self.answers:
            return NameMatch(self.answers[key], loosely=True)
        same = self._by_key.get(key, [])
        if len(same) == 1:
            return NameMatch(same[0], loosely=True)
        return NameMatch(None, tuple(same) or tuple(self._near(key)))

    def _near(self, key: str) -> Iterable[Row]:
        matcher = SequenceMatcher(b=key, autojunk=False)
        ranked = []
        for other, rows in self._by_key.items():
            if _differ_at_end(key, other):
                continue
            matcher.set_seq1(other)
            if min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= self.least and matcher.ratio() >= self.least:
                ranked += [(-matcher.ratio(), other, row) for row in rows]
        return [row for _, _, row in sorted(ranked, key=lambda each: each[:2])[:OFFERED]]


def _differ_at_end(one: str, other: str) -> bool:
    """Whether two names differ only in the letter or number at their end, which is there to tell them apart."""
    first, _, ours = one.rpartition(" ")
    second, _, theirs = other.rpartition(" ")
    return first == second and ours != theirs and max(len(ours), len(theirs)) <= 2
