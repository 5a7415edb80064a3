"""What becomes of a row of a spreadsheet (`RowOutcome`), and which of our names is meant by each that it has.

Knows how differently people write the same name: "The Crown 'A'" is Crown A, and "Crwon A" may be. Refuses to decide
where two could be meant: it offers them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, TypeVar

from league.importexport.values.sheet_reader import SheetLine
from league.teams.models import League

# --- what was added ---------------------------------------------------------------------------------------------------
ADDED = {  # rows as undo_log calls them, in the words of people
    "team": ("team", "teams"), "venue": ("venue", "venues"), "role": ("invitation", "invitations"),
    "player": ("player", "players"), "registration": ("registration", "registrations"),
    "division": ("division", "divisions"), "entry": ("team in a division", "teams in divisions"),
    "fixture": ("match", "matches"), "honour": ("honour", "honours"),
}  # fmt: skip


def added_rows(marks: Iterable[Sequence[Any]]) -> list[str]:
    """What an import added, by the marks that it left: "12 teams", "10 venues"."""
    made = Counter(kind for kind, _, before, _ in marks if before is None)
    return [f"{made[kind]} {one if made[kind] == 1 else many}" for kind, (one, many) in ADDED.items() if made[kind]]


# --- which name is meant ----------------------------------------------------------------------------------------------
Row = TypeVar("Row", bound=Hashable)
NEAR, VERY_NEAR = 0.72, 0.82
OFFERED = 3
LEFT_OUT = frozenset({"the", "team", "fc", "dominoes", "club"})


def name_key(name: str) -> str:
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
    _matches: dict[str, NameMatch[Row]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for name, row in self.by_name.items():
            rows = self._by_key.setdefault(name_key(name), [])
            if row not in rows:
                rows.append(row)
        self._exact = {" ".join(name.casefold().split()): row for name, row in self.by_name.items()}

    def find(self, name: str) -> NameMatch[Row]:
        """What is meant by a name; worked out once for each way of writing it."""
        if name not in self._matches:
            self._matches[name] = self._find(name)
        return self._matches[name]

    def add(self, name: str, row: Row) -> None:
        """A name that the same spreadsheet brings in."""
        self.by_name[name] = row
        self._by_key.setdefault(name_key(name), []).append(row)
        self._exact[" ".join(name.casefold().split())] = row
        self._matches.clear()

    def _find(self, name: str) -> NameMatch[Row]:
        exact = self._exact.get(" ".join(name.casefold().split()))
        if exact is not None:
            return NameMatch(exact)
        key = name_key(name)
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


class RowOutcome(StrEnum):
    """CONFLICT: it cannot come in as it stands. The others say what it is beside what the league has."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    CONFLICT = "clash"


OUTCOME_LABELS = {
    RowOutcome.NEW: "New",
    RowOutcome.CHANGED: "Changed",
    RowOutcome.SAME: "Unchanged",
    RowOutcome.CONFLICT: "Problem",
}
NEW = "new"  # the answer that a name is nobody's yet


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A name that may mean one of ours: `near` are (answer, words). `new` is what it is otherwise; empty: it must be
    one of them.
    """

    what: str
    key: str
    name: str
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
        text = "\n".join(f"{row.number} {row.outcome} {row.words} {row.why}" for row in self.rows)
        return sha256(text.encode()).hexdigest()[:16]


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
        by_answer = {key: by_key.get(answer) for key, answer in self.answers.get(what, {}).items()}
        answers = {key: row for key, row in by_answer.items() if row is not None or self.answers[what][key] == NEW}
        return NameIndex(dict(rows), answers, least)


def name_question(what: str, name: str, found: NameMatch[Any], new: str = "") -> NameQuestion:
    """What to ask about a name that is near to some of ours."""
    return NameQuestion(what, name_key(name), name, tuple((str(row.pk), str(row)) for row in found.near), new)


def conflict(line: SheetLine, words: str, why: Iterable[str], ask: NameQuestion | None = None) -> RowPreview:
    return RowPreview(line.number, RowOutcome.CONFLICT, words, tuple(why), ask=ask)
