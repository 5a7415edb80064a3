"""What becomes of a row of a spreadsheet (`RowOutcome`), and which of the league's names is meant by each that it has.

"The Crown 'A'" is taken for Crown A, with a note; whether "Crwon A" is, and which of two names is meant, is asked.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, TypeVar

from league.exchange.choices import RowOutcome
from league.reading.people import join_name
from league.reading.values import SheetLine
from league.schedule.models import Season
from league.teams.models import League
from scoring.names import fold, spelling
from scoring.words import join_list

# --- which name is meant ----------------------------------------------------------------------------------------------
Row = TypeVar("Row", bound=Hashable)
NEAR, VERY_NEAR = 0.72, 0.82
OFFERED = 3
SAID_OR_NOT = frozenset({"team", "fc", "dominoes", "club"})  # words that one list has and the next leaves out


@dataclass(frozen=True, slots=True)
class NameMatch(Generic[Row]):
    """The row that a name stands for; or None, and those that it may stand for, the nearest first.

    `note` says how the name differs from that of the row: "written “Crown 'A'”". `answered`: somebody said what it is.
    """

    row: Row | None
    near: tuple[Row, ...] = ()
    note: str = ""
    answered: bool = False

    @property
    def text(self) -> str:
        return f"{self.row} ({self.note})" if self.note else str(self.row)

    @property
    def in_doubt(self) -> bool:
        return self.row is None and bool(self.near)


@dataclass
class NameIndex(Generic[Row]):
    """Everything of one sort that has a name in the league; `former` are names of before, `answers` by spelling.

    `least` is how near a name must be to be offered, up to 1.
    """

    by_name: Mapping[str, Row]
    answers: Mapping[str, Row | None] = field(default_factory=dict)
    least: float = NEAR
    former: Mapping[str, Row] = field(default_factory=dict)
    _matches: dict[str, NameMatch[Row]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._exact = {spelling(name): row for name, row in self.by_name.items()}
        self._folded, self._former = _by_fold(self.by_name), _by_fold(self.former)

    def find(self, name: str) -> NameMatch[Row]:
        """What is meant by a name; worked out once for each way of writing it."""
        if name not in self._matches:
            self._matches[name] = self._find(name)
        return self._matches[name]

    def _find(self, name: str) -> NameMatch[Row]:
        exact, key = spelling(name), fold(name)
        if exact in self._exact:
            return NameMatch(self._exact[exact])
        if exact in self.answers:
            return NameMatch(self.answers[exact], note=f"written “{name}”", answered=True)
        now, before = self._folded.get(key, []), self._former.get(key, [])
        same = tuple(dict.fromkeys([*now, *before]))
        if len(same) == 1:
            return NameMatch(same[0], note=f"written “{name}”" if now else f"called “{name}” before")
        return NameMatch(None, same or tuple(self._near(key))[:OFFERED])

    def _near(self, key: str) -> Iterator[Row]:
        """First those that differ in a word that is often left out."""
        wanted, matcher = _without_common_words(key), SequenceMatcher(b=key, autojunk=False)
        ranked = []
        for other, rows in self._folded.items():
            if _without_common_words(other) == wanted:
                yield from rows
            elif not _differ_at_end(key, other):
                matcher.set_seq1(other)
                if min(matcher.real_quick_ratio(), matcher.quick_ratio(), matcher.ratio()) >= self.least:
                    ranked += [(-matcher.ratio(), other, row) for row in rows]
        yield from (row for _, _, row in sorted(ranked, key=lambda each: each[:2]))


def _by_fold(names: Mapping[str, Row]) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for name, row in names.items():
        same = rows.setdefault(fold(name), [])
        if row not in same:
            same.append(row)
    return rows


def _without_common_words(key: str) -> str:
    words = key.split()
    return " ".join([word for word in words if word not in SAID_OR_NOT] or words)


def _differ_at_end(one: str, other: str) -> bool:
    """Whether two names differ only in the letter or number at their end, which is there to tell them apart."""
    first, _, ours = one.rpartition(" ")
    second, _, theirs = other.rpartition(" ")
    return first == second and ours != theirs and max(len(ours), len(theirs)) <= 2


NEW = "new"  # the answer that a name is nobody's yet


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A name that may mean one of ours: `near` are (answer, words), `new` is what it is otherwise ("": one of them).

    `about` follows the name (" for Bell"); `label` is what is asked where that is not about a name.
    """

    what: str
    key: str
    name: str
    near: tuple[tuple[str, str], ...]
    new: str = ""
    about: str = ""
    label: str = ""

    @property
    def which(self) -> str:
        return f"Is it {join_list([words for _, words in self.near], 'or')}?"


@dataclass
class RowPreview:
    """A row of a spreadsheet and its outcome: `words` say what it is, and `doing` is for the action.

    `problems` are what is wrong with it, with what is asked or the `link` (its address and words) where it can be put
    right, and `left` is why it is nothing to import; where it has neither, `fate` is its outcome, and `notes` are what
    changes or is to be known. `needs` are the names that are not in the league yet, as (what, name): it comes in only
    if they are added. `origin` is what was noted when it was read out of a sheet.
    """

    line: SheetLine
    words: str
    fate: RowOutcome = RowOutcome.NEW
    doing: Any = None
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left: str = ""
    ask: NameQuestion | None = None
    link: tuple[str, str] | None = None
    needs: list[tuple[str, str]] = field(default_factory=list)
    origin: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.line.number

    @property
    def kept_out(self) -> bool:
        return bool(self.left or self.problems)

    @property
    def outcome(self) -> RowOutcome:
        if self.kept_out:
            return RowOutcome.LEFT if self.left else RowOutcome.CONFLICT
        return self.fate

    @property
    def why(self) -> tuple[str, ...]:
        return (*([self.left] if self.left else self.problems or self.notes), *self.origin)


@dataclass(frozen=True)
class ImportPreview:
    rows: tuple[RowPreview, ...]

    @cached_property
    def counts(self) -> dict[str, int]:
        counts = {outcome.value: 0 for outcome in RowOutcome}
        for row in self.rows:
            counts[row.outcome] += 1
        return counts

    @cached_property
    def asks(self) -> tuple[NameQuestion, ...]:
        asks: dict[tuple[str, str], NameQuestion] = {}
        for row in self.rows:
            if row.ask and row.outcome is RowOutcome.CONFLICT:
                asks.setdefault((row.ask.what, row.ask.key), row.ask)
        return tuple(asks.values())

    @property
    def doing(self) -> Iterator[Any]:
        return (row.doing for row in self.rows if row.outcome in (RowOutcome.NEW, RowOutcome.CHANGED))

    @cached_property
    def needs(self) -> dict[str, tuple[str, ...]]:
        """The names that the file has and the league has not, by what they are: "team", "division", "joins"."""
        names: dict[str, dict[str, None]] = {}
        for row in self.rows:
            if row.outcome is not RowOutcome.CONFLICT:
                for what, name in row.needs:
                    names.setdefault(what, {})[name] = None
        return {what: tuple(of) for what, of in names.items()}

    def without_needs(self) -> "ImportPreview":
        return ImportPreview(
            tuple(
                replace(row, problems=[f"{name}: not in the league yet." for _, name in row.needs])
                if row.needs
                else row
                for row in self.rows
            )
        )

    @property
    def conflicts(self) -> tuple[RowPreview, ...]:
        return tuple(row for row in self.rows if row.outcome is RowOutcome.CONFLICT)

    @property
    def to_do(self) -> int:
        return self.counts[RowOutcome.NEW] + self.counts[RowOutcome.CHANGED]

    @cached_property
    def digest(self) -> str:
        """Another one as soon as any row has another fate: what was looked at is what comes in."""
        text = "\n".join(f"{row.number} {row.outcome} {row.words} {row.why}" for row in self.rows)
        return sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class ImportSheet:
    """A spreadsheet and what was answered (what -> key -> answer); `division` is that of rows which name none."""

    league: League
    lines: tuple[SheetLine, ...]
    matching: Mapping[str, int]
    answers: Mapping[str, Mapping[str, str]]
    of_season: Season | None = None
    division: str = ""

    @property
    def season(self) -> Season:
        assert self.of_season is not None
        return self.of_season

    def get(self, line: SheetLine, name: str) -> str:
        """A value of a row; empty where the spreadsheet has no such column. A name may stand in two columns."""
        place = self.matching.get(name)
        text = line.cells[place] if place is not None and place < len(line.cells) else ""
        if not text and name == "name":
            return join_name(self.get(line, "first_name"), self.get(line, "last_name"))
        return text

    def has(self, name: str) -> bool:
        return name in self.matching

    def names(
        self, what: str, rows: Mapping[str, Any], least: float = NEAR, former: Mapping[str, Any] | None = None
    ) -> NameIndex[Any]:
        by_key = {str(row.pk): row for row in rows.values()}
        by_answer = {key: by_key.get(answer) for key, answer in self.answers.get(what, {}).items()}
        answers = {key: row for key, row in by_answer.items() if row is not None or self.answers[what][key] == NEW}
        return NameIndex(rows, answers, least, former or {})


def name_question(what: str, name: str, near: Iterable[Any], new: str = "") -> NameQuestion:
    return NameQuestion(what, spelling(name), name, tuple((str(row.pk), str(row)) for row in near), new)
