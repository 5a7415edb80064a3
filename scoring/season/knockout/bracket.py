"""The bracket: what a draw and the facts after it come to.

Who met is a fact: the two sides of a tie are fixed by its first score or walkover. When a later correction says that
somebody else should have been there, the tie keeps the sides that played it, and a Conflict says so, until the
co-ordinator rules that it stands or is played again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.season.knockout.book import CupBook, FactProblem, TieDecision
from scoring.season.knockout.cups import Cup, Score, TieVerdict
from scoring.season.knockout.draw import Draw
from scoring.season.knockout.facts import Fact
from scoring.season.knockout.plan import Feeder, Part, Plan, Role, Seat, Vacant, plans


class State(StrEnum):
    """WAITING for a side. PART: a leg is played. LEVEL: a decider or replay is wanted. NOT_NEEDED: nobody comes."""

    WAITING = "waiting"
    TO_PLAY = "to-play"
    PART = "part-played"
    LEVEL = "level"
    PLAYED = "played"
    WALKOVER = "walkover"
    BYE = "bye"
    NOT_NEEDED = "not-needed"


@dataclass(frozen=True, slots=True)
class BracketConflict:
    """A side of a tie that has been played is not who should be there now. `cause` is the tie that leads there."""

    tie: str
    cause: str
    played: str
    now: Seat


@dataclass(frozen=True, slots=True)
class Tie:
    """One tie as it stands. `scores` by leg; `facts` are the numbers of the facts about it, from 0.

    `first` is drawn first, and at home unless the tie is `neutral`. A walkover has no scores that count.
    """

    plan: Plan
    first: Seat
    second: Seat
    state: State
    winner: Seat
    loser: Seat
    scores: Mapping[int, Score]
    facts: tuple[int, ...]
    conflicts: tuple[BracketConflict, ...]

    @property
    def id(self) -> str:
        return self.plan.id


@dataclass(frozen=True, slots=True)
class Bracket:
    """All ties, each after those that lead to it; `problems` are facts that could not be, which were left out."""

    ties: tuple[Tie, ...]
    champion: str | None
    plate_winner: str | None
    problems: tuple[FactProblem, ...]

    @property
    def conflicts(self) -> tuple[BracketConflict, ...]:
        return tuple(conflict for tie in self.ties for conflict in tie.conflicts)

    def tie(self, tie: str) -> Tie:
        """The tie with that id; KeyError if there is none."""
        return {each.id: each for each in self.ties}[tie]


def bracket(cup: Cup, draw: Draw, facts: Iterable[Fact] = ()) -> Bracket:
    """The cup as it stands after the facts, in the order in which they were written down."""
    book = CupBook(cup, plans(cup, draw), {each.id for each in draw.entrants})
    for fact in facts:
        book.write(fact)
    return bracket_of(book)


def bracket_of(book: CupBook) -> Bracket:
    """The same of a book in which the facts are written already."""
    ties = tuple(_tie(book, tie) for tie in book.plans)
    return Bracket(
        ties,
        champion=_won(ties, (Part.FINAL, Part.MAIN)),
        plate_winner=_won(ties, (Part.PLATE,)),
        problems=tuple(book.problems),
    )


def _tie(book: CupBook, tie: str) -> Tie:
    plan, record = book.plans[tie], book.records[tie]
    first, second = book.seats(tie)
    result = book.result(tie)
    return Tie(
        plan,
        first,
        second,
        _state(book, tie, result.decision),
        result.winner,
        result.loser,
        dict(record.scores),
        tuple(record.facts),
        tuple(_conflicts(book, tie)),
    )


def _state(book: CupBook, tie: str, decision: TieDecision) -> State:
    if decision is TieDecision.NOBODY:
        return State.NOT_NEEDED
    if decision is not TieDecision.OPEN:
        return State(decision.value)
    if Vacant.OPEN in book.seats(tie):
        return State.WAITING
    scores = book.records[tie].scores
    if book.plans[tie].form.verdict(scores) is TieVerdict.LEVEL:
        return State.LEVEL
    return State.PART if scores else State.TO_PLAY


def _conflicts(book: CupBook, tie: str) -> Iterable[BracketConflict]:
    """What differs between those who met and those who should be there, unless that has been ruled upon."""
    record, plan = book.records[tie], book.plans[tie]
    if record.met is None or record.accepted == book.due(tie):
        return
    for source, played, now in zip((plan.first, plan.second), record.met, book.due(tie), strict=True):
        if played != now:
            yield BracketConflict(tie, source.tie if isinstance(source, Feeder) else "", played, now)


def _won(ties: tuple[Tie, ...], parts: tuple[Part, ...]) -> str | None:
    """The winner of the last tie of the first of the parts that there is, once nothing of it is left to play."""
    for part in parts:
        ours = [tie for tie in ties if tie.plan.part is part]
        if ours:
            needed = [tie for tie in ours if tie.state is not State.NOT_NEEDED]
            last = needed[-1] if needed else ours[-1]
            alone = len([tie for tie in ours if tie.plan.round == last.plan.round]) == 1
            return last.winner if alone and isinstance(last.winner, str) else None
    return None


def leads_to(cup_bracket: Bracket, tie: str, role: Role = Role.WINNER) -> Tie | None:
    """The tie that a tie's winner or loser goes to, if there is one."""
    place = Feeder(tie, role)
    return next((each for each in cup_bracket.ties if place in {each.plan.first, each.plan.second}), None)
