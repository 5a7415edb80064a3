"""What becomes of the rows of a spreadsheet: the words for it, and what a row is asked about."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from league.exchange.queries.names import NEAR, Found, Names, key_of
from league.exchange.queries.reading import Line
from league.teams.models import League


class Fate(StrEnum):
    """CLASH: it cannot come in as it stands. The others say what it is beside what the league has."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    CLASH = "clash"


FATE_WORDS = {Fate.NEW: "New", Fate.CHANGED: "Changed", Fate.SAME: "Same", Fate.CLASH: "Does not fit"}
NEW = "new"  # the answer that a name is nobody's yet


@dataclass(frozen=True, slots=True)
class Ask:
    """A name that may mean one of ours: `near` are (answer, words). `new` is what it is otherwise; empty: it must be
    one of them.
    """

    what: str
    key: str
    said: str
    near: tuple[tuple[str, str], ...]
    new: str = ""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One row and its fate: `words` say what it is, `why` what is wrong or changes, and `doing` is for the action."""

    number: int
    fate: Fate
    words: str
    why: tuple[str, ...] = ()
    doing: Any = None
    ask: Ask | None = None

    @property
    def named(self) -> str:
        return FATE_WORDS[self.fate]


@dataclass(frozen=True)
class Preview:
    """Every row of a spreadsheet with its fate, before anything is written."""

    rows: tuple[Weighed, ...]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many rows have each fate."""
        found = {fate.value: 0 for fate in Fate}
        for row in self.rows:
            found[row.fate] += 1
        return found

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """Each name that somebody has to decide about, once."""
        return tuple({(row.ask.what, row.ask.key): row.ask for row in self.rows if row.ask}.values())

    @property
    def doing(self) -> Iterator[Any]:
        """What the rows that come in do, in their order."""
        return (row.doing for row in self.rows if row.fate in (Fate.NEW, Fate.CHANGED))

    @property
    def clashes(self) -> tuple[Weighed, ...]:
        return tuple(row for row in self.rows if row.fate is Fate.CLASH)

    @property
    def to_do(self) -> int:
        """How many rows would change something."""
        return self.counts[Fate.NEW] + self.counts[Fate.CHANGED]

    @cached_property
    def digest(self) -> str:
        """Another one as soon as any row has another fate: what was looked at is what comes in."""
        told = "\n".join(f"{row.number} {row.fate} {row.words} {row.why}" for row in self.rows)
        return sha256(told.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A spreadsheet: its rows, where their values stand, and what was answered about names (what -> key -> answer)."""

    league: League
    lines: tuple[Line, ...]
    matching: Mapping[str, int]
    answers: Mapping[str, Mapping[str, str]]

    def get(self, line: Line, name: str) -> str:
        """A value of a row; empty where the spreadsheet has no such column."""
        place = self.matching.get(name)
        return line.cells[place] if place is not None and place < len(line.cells) else ""

    def has(self, name: str) -> bool:
        return name in self.matching

    def names(self, what: str, rows: Mapping[str, Any], least: float = NEAR) -> Names[Any]:
        """Our rows by name, with what was answered about other names."""
        by_key = {str(row.pk): row for row in rows.values()}
        said = {key: by_key.get(answer) for key, answer in self.answers.get(what, {}).items()}
        kept = {key: row for key, row in said.items() if row is not None or self.answers[what][key] == NEW}
        return Names(dict(rows), kept, least)


def asked(what: str, said: str, found: Found[Any], new: str = "") -> Ask:
    """What to ask about a name that is near to some of ours."""
    return Ask(what, key_of(said), said, tuple((str(row.pk), str(row)) for row in found.near), new)


def clash(line: Line, words: str, why: Iterable[str], ask: Ask | None = None) -> Weighed:
    return Weighed(line.number, Fate.CLASH, words, tuple(why), ask=ask)
