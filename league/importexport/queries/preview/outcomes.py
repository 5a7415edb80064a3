"""What becomes of the rows of a spreadsheet: the words for it, and what a row is asked about."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from league.importexport.queries.names import NEAR, NameIndex, NameMatch, key_of
from league.importexport.queries.sheet_reader import SheetLine
from league.teams.models import League


class RowOutcome(StrEnum):
    """CONFLICT: it cannot come in as it stands. The others say what it is beside what the league has."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    CONFLICT = "clash"


OUTCOME_LABELS = {
    RowOutcome.NEW: "New",
    RowOutcome.CHANGED: "Changed",
    RowOutcome.SAME: "Same",
    RowOutcome.CONFLICT: "Does not fit",
}
NEW = "new"  # the answer that a name is nobody's yet


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A name that may mean one of ours: `near` are (answer, words). `new` is what it is otherwise; empty: it must be
    one of them.
    """

    what: str
    key: str
    said: str
    near: tuple[tuple[str, str], ...]
    new: str = ""


@dataclass(frozen=True, slots=True)
class RowPreview:
    """One row and its fate: `words` say what it is, `why` what is wrong or changes, and `doing` is for the action."""

    number: int
    outcome: RowOutcome
    words: str
    why: tuple[str, ...] = ()
    doing: Any = None
    ask: NameQuestion | None = None

    @property
    def named(self) -> str:
        return OUTCOME_LABELS[self.outcome]


@dataclass(frozen=True)
class ImportPreview:
    """Every row of a spreadsheet with its fate, before anything is written."""

    rows: tuple[RowPreview, ...]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many rows have each fate."""
        found = {outcome.value: 0 for outcome in RowOutcome}
        for row in self.rows:
            found[row.outcome] += 1
        return found

    @cached_property
    def asks(self) -> tuple[NameQuestion, ...]:
        """Each name that somebody has to decide about, once."""
        return tuple({(row.ask.what, row.ask.key): row.ask for row in self.rows if row.ask}.values())

    @property
    def doing(self) -> Iterator[Any]:
        """What the rows that come in do, in their order."""
        return (row.doing for row in self.rows if row.outcome in (RowOutcome.NEW, RowOutcome.CHANGED))

    @property
    def conflicts(self) -> tuple[RowPreview, ...]:
        return tuple(row for row in self.rows if row.outcome is RowOutcome.CONFLICT)

    @property
    def to_do(self) -> int:
        """How many rows would change something."""
        return self.counts[RowOutcome.NEW] + self.counts[RowOutcome.CHANGED]

    @cached_property
    def digest(self) -> str:
        """Another one as soon as any row has another fate: what was looked at is what comes in."""
        told = "\n".join(f"{row.number} {row.outcome} {row.words} {row.why}" for row in self.rows)
        return sha256(told.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class ImportSheet:
    """A spreadsheet: its rows, where their values stand, and what was answered about names (what -> key -> answer)."""

    league: League
    lines: tuple[SheetLine, ...]
    matching: Mapping[str, int]
    answers: Mapping[str, Mapping[str, str]]

    def get(self, line: SheetLine, name: str) -> str:
        """A value of a row; empty where the spreadsheet has no such column."""
        place = self.matching.get(name)
        return line.cells[place] if place is not None and place < len(line.cells) else ""

    def has(self, name: str) -> bool:
        return name in self.matching

    def names(self, what: str, rows: Mapping[str, Any], least: float = NEAR) -> NameIndex[Any]:
        """Our rows by name, with what was answered about other names."""
        by_key = {str(row.pk): row for row in rows.values()}
        said = {key: by_key.get(answer) for key, answer in self.answers.get(what, {}).items()}
        kept = {key: row for key, row in said.items() if row is not None or self.answers[what][key] == NEW}
        return NameIndex(dict(rows), kept, least)


def name_question(what: str, said: str, found: NameMatch[Any], new: str = "") -> NameQuestion:
    """What to ask about a name that is near to some of ours."""
    return NameQuestion(what, key_of(said), said, tuple((str(row.pk), str(row)) for row in found.near), new)


def conflict(line: SheetLine, words: str, why: Iterable[str], ask: NameQuestion | None = None) -> RowPreview:
    return RowPreview(line.number, RowOutcome.CONFLICT, words, tuple(why), ask=ask)
