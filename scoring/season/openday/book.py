"""The matches of groups and of Swiss rounds, and fact after fact into the account of each.

A fact that cannot be is not raised but noted as a Problem, and changes nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from scoring.season.knockout.bracket import FactProblem, ImpossibleFact, by_absence
from scoring.season.knockout.cups import Cup, Score, Shape, TieForm
from scoring.season.knockout.draw import Entrant
from scoring.season.knockout.facts import (
    GROUPS,
    NEITHER,
    SWISS,
    Dealt,
    Disqualified,
    Entered,
    Paired,
    Placed,
    Replayed,
    Returned,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
    Written,
)
from scoring.season.schedule.circle import round_robin
from scoring.season.swiss import SwissGame


class DayMatchState(StrEnum):
    TO_PLAY = "to-play"
    PLAYED = "played"
    WALKOVER = "walkover"
    BYE = "bye"


@dataclass(slots=True)
class DayMatchRecord:
    """One match with its account; `second` None is a bye, `half` one for half a point. `group` is 0 in a Swiss event,
    all else counts from 1.
    """

    group: int
    round: int
    number: int
    first: str
    second: str | None
    score: Score | None = None
    given: str = ""
    half: bool = False
    facts: list[int] = field(default_factory=list)

    @property
    def id(self) -> str:
        return match_id(self.group, self.round, self.number)

    @property
    def met(self) -> tuple[str, str | None] | None:
        """The two that played it or had it awarded; None while neither is so."""
        return (self.first, self.second) if self.score is not None or self.given else None

    @property
    def scores(self) -> dict[int, Score]:
        """The score by leg, of which there is one: as a tie of a knockout has them."""
        return {} if self.score is None else {1: self.score}


@dataclass(frozen=True, slots=True)
class DayMatch:
    """One match as it stands. `facts` are the numbers of those about it.

    A walkover has no score of its own, and no winner where both lost; nor has a bye for half a point.
    """

    id: str
    group: int
    round: int
    number: int
    first: str
    second: str | None
    state: DayMatchState
    score: Score | None
    winner: str | None
    facts: tuple[int, ...]


def match_id(group: int, number_of_round: int, number: int) -> str:
    return f"{GROUPS}-{group}-{number_of_round}-{number}" if group else f"{SWISS}-{number_of_round}-{number}"


def meetings(group: int, names: Sequence[str], legs: int) -> Iterator[DayMatchRecord]:
    """Everybody of a group against everybody, `legs` times; in each round whoever sits out comes last."""
    for number_of_round, pairs in enumerate(round_robin(names, legs), start=1):
        ordered = sorted(pairs, key=lambda pair: pair[1] is None)
        for number, (first, second) in enumerate(ordered, start=1):
            yield DayMatchRecord(group, number_of_round, number, first, second)


def fill_in(
    group: int, records: Sequence[DayMatchRecord], names: Sequence[str], late: str, legs: int
) -> list[DayMatchRecord]:
    """What is new when somebody comes into a group late: in place of its byes, or rounds after those it has.

    `names` are the others; nothing that was planned changes.
    """
    spare = [each for each in records if each.second is None]
    if spare:
        pairs = [(each.first, late) if each.round % 2 else (late, each.first) for each in spare]
        places = [(group, each.round, each.number) for each in spare]
        return [DayMatchRecord(*place, *pair) for place, pair in zip(places, pairs, strict=True)]
    last = max(each.round for each in records)
    return [
        DayMatchRecord(group, last + leg * len(names) + i + 1, 1, *((name, late) if (leg + i) % 2 else (late, name)))
        for leg in range(legs)
        for i, name in enumerate(names)
    ]


def outcome(meeting: DayMatchRecord, gone: Mapping[str, int]) -> tuple[DayMatchState, str | None]:
    """How it was decided and who won; `gone` says by the number of a fact when somebody left."""
    if meeting.second is None:
        return DayMatchState.BYE, None if meeting.half else meeting.first
    if meeting.given:
        return DayMatchState.WALKOVER, None if meeting.given == NEITHER else meeting.given
    if meeting.score is not None:
        first, second = meeting.score
        return DayMatchState.PLAYED, meeting.first if first > second else meeting.second if second > first else None
    winner = by_absence(meeting.first, meeting.second, gone)
    return DayMatchState.WALKOVER if winner else DayMatchState.TO_PLAY, winner


def game_of(match: DayMatch, form: TieForm) -> SwissGame | None:
    """What a match counts for; None if it is open.

    A walkover counts as if every game that could be won had been; a match that both lost as no game won by either.
    """
    if match.state is DayMatchState.BYE:
        return SwissGame(match.first, None, half=match.winner is None)
    if match.state is DayMatchState.TO_PLAY or match.second is None:
        return None
    if match.score is not None:
        won, lost = match.score
        return SwissGame(match.first, match.second, int(won), int(lost))
    if match.winner is None:
        return SwissGame(match.first, match.second, both_lose=True)
    most = form.best_of // 2 + 1 if form.best_of else form.games
    return SwissGame(match.first, match.second, *((most, 0) if match.winner == match.first else (0, most)))


Entrants = dict[str, Entrant]


class OpenDayBook:
    """The accounts of all matches after the facts so far. `groups` are the names of each in the order they stand."""

    def __init__(self, cup: Cup, rounds: int = 0) -> None:
        self.swiss = cup.shape is Shape.SWISS
        self.form = cup.forms[0]
        self.most_rounds = rounds
        self.dealt: Dealt | None = None
        self.groups: list[list[str]] = []
        self.entrants: Entrants = {}
        self.records: dict[str, DayMatchRecord] = {}
        self.number = 0
        self.paired: list[Paired] = []
        self.placed: list[Placed] = []
        self.gone: dict[str, int] = {}
        self.problems: list[FactProblem] = []

    def write(self, fact: Written, number: int | None = None) -> None:
        """The next fact, by the number under which it is known if that is not the next one."""
        number = self.number if number is None else number
        try:
            self._write(number, fact)
        except ImpossibleFact as fault:
            self.problems.append(FactProblem(number, fault.code, str(fault)))
        self.number = number + 1

    def seats(self, match: str) -> tuple[str, str | None]:
        """Who meets in a match; KeyError if there is none."""
        record = self.records[match]
        return record.first, record.second

    def form_of(self, _match: str) -> TieForm:
        """Where everybody meets twice, the second meeting is a match of its own."""
        return replace(self.form, legs=1)

    def matches(self) -> Iterable[DayMatch]:
        """Every match as it stands, by group, round and number."""
        ordered = sorted(self.records.values(), key=lambda each: (each.group, each.round, each.number))
        for record in ordered:
            state, winner = outcome(record, self.gone)
            score = record.score if state is DayMatchState.PLAYED else None
            rest = (record.first, record.second, state, score, winner, tuple(record.facts))
            yield DayMatch(record.id, record.group, record.round, record.number, *rest)

    # --- what each fact does --------------------------------------------------------------------------------------

    def _write(self, number: int, fact: Written) -> None:
        does: dict[type, Callable[[int, Any], None]] = {
            Dealt: self._deal,
            Paired: self._pair,
            Scored: lambda number, fact: self._take(self._still_open(fact.tie), number, fact),
            ScoreCorrected: self._correct,
            WalkedOver: self._walk_over,
            Replayed: self._replay,
            Withdrew: self._leave,
            Returned: self._return,
            Disqualified: self._disqualify,
            Entered: self._enter,
            Placed: self._place,
        }
        if type(fact) not in does:
            raise ImpossibleFact("no-knockout", "the knockout has not been drawn yet")
        does[type(fact)](number, fact)

    def _deal(self, _: int, fact: Dealt) -> None:
        if any(each.facts for each in self.records.values()) or self.paired:
            raise ImpossibleFact("played", "the groups stand: something has been played already")
        self.dealt = fact
        self.groups = [list(group) for group in fact.groups]
        self.entrants = {each.id: each for each in fact.entrants}
        self.gone = {}
        self.records = {}
        for number, group in enumerate(() if self.swiss else self.groups, start=1):
            self.records |= {each.id: each for each in meetings(number, group, self.form.legs)}

    def _pair(self, _: int, fact: Paired) -> None:
        if not self.swiss or self.dealt is None:
            raise ImpossibleFact("no-swiss", "there is no Swiss event whose rounds could be paired")
        again = bool(self.paired) and self.paired[-1].round == fact.round
        if again and any(each.facts for each in self._of_round(fact.round)):
            raise ImpossibleFact("played", f"something of round {fact.round} has been played")
        if not again and fact.round != len(self.paired) + 1:
            raise ImpossibleFact("round", f"the next round is round {len(self.paired) + 1}")
        if not again and self._any_open(self.records.values()):
            raise ImpossibleFact("waiting", f"round {fact.round - 1} is not over")
        if self.most_rounds and fact.round > self.most_rounds:
            raise ImpossibleFact("round", f"there are {self.most_rounds} rounds")
        named = [name for game in fact.games for name in game] + ([fact.bye] if fact.bye else []) + [*fact.half_byes]
        due = {name for name in self.groups[0] if name not in self.gone and name not in fact.absent}
        if len(set(named)) < len(named) or set(named) != due:
            text = f"round {fact.round} has not everybody who is there, each of them once"
            raise ImpossibleFact("not-everybody", text)
        if again:
            self.paired.pop()
            for each in self._of_round(fact.round):
                del self.records[each.id]
        self.paired.append(fact)
        byes = [*([fact.bye] if fact.bye else []), *fact.half_byes]
        pairs: list[tuple[str, str | None]] = [*fact.games, *((name, None) for name in byes)]
        for table, (first, second) in enumerate(pairs, start=1):
            half = second is None and first in fact.half_byes
            made = DayMatchRecord(0, fact.round, table, first, second, half=half)
            self.records[made.id] = made

    def _of_round(self, number: int) -> list[DayMatchRecord]:
        return [each for each in self.records.values() if each.round == number]

    def _any_open(self, records: Iterable[DayMatchRecord]) -> bool:
        return any(outcome(each, self.gone)[0] is DayMatchState.TO_PLAY for each in records)

    # --- scores ---------------------------------------------------------------------------------------------------

    def _meeting(self, tie: str) -> DayMatchRecord:
        record = self.records.get(tie)
        if record is None or record.second is None:
            raise ImpossibleFact("no-tie", f"there is no match {tie}")
        return record

    def _still_open(self, tie: str) -> DayMatchRecord:
        record = self._meeting(tie)
        if outcome(record, self.gone)[0] is not DayMatchState.TO_PLAY:
            raise ImpossibleFact("decided", f"{tie} is decided already; a mistake is corrected, with its reason")
        return record

    def _correct(self, number: int, fact: ScoreCorrected) -> None:
        record = self._meeting(fact.tie)
        if record.score is None and not record.given:
            raise ImpossibleFact("no-score", f"{fact.tie} has no score that could be corrected")
        self._take(record, number, fact)
        record.given = ""

    def _take(self, record: DayMatchRecord, number: int, fact: Scored | ScoreCorrected) -> None:
        score: Score = (fact.first, fact.second)
        wrong = self.form.fault(1, score, {}) if fact.leg == 1 else "each match of a group is one leg"
        if wrong:
            raise ImpossibleFact("score", f"{fact.tie}, {fact.first}\N{EN DASH}{fact.second}: {wrong}")
        record.score = score
        record.facts.append(number)

    def _walk_over(self, number: int, fact: WalkedOver) -> None:
        record = self._still_open(fact.tie)
        if fact.to not in {record.first, record.second, NEITHER}:
            raise ImpossibleFact("not-in-tie", f"{fact.to} is not in {fact.tie}")
        record.given = fact.to
        record.facts.append(number)

    def _replay(self, number: int, fact: Replayed) -> None:
        record = self._meeting(fact.tie)
        if record.score is None and not record.given:
            raise ImpossibleFact("not-played", f"nothing of {fact.tie} has been played")
        if self.swiss and record.round < len(self.paired):
            text = f"round {record.round + 1} was paired from {fact.tie}, so it is not played again"
            raise ImpossibleFact("paired", text)
        record.score, record.given = None, ""
        record.facts.append(number)

    # --- who comes and goes ---------------------------------------------------------------------------------------

    def _leave(self, number: int, fact: Withdrew | Disqualified) -> None:
        if fact.entrant not in self.entrants:
            raise ImpossibleFact("no-entrant", f"{fact.entrant} is not in the cup")
        self.gone.setdefault(fact.entrant, number)

    def _return(self, _: int, fact: Returned) -> None:
        if fact.entrant not in self.gone:
            raise ImpossibleFact("not-gone", f"{fact.entrant} has not withdrawn")
        left = self.gone.pop(fact.entrant)
        before = [each for each in self.records.values() if self.swiss and each.round < len(self.paired)]
        if self._any_open(before):
            self.gone[fact.entrant] = left
            raise ImpossibleFact("paired", f"the next round was paired after {fact.entrant} left")

    def _disqualify(self, number: int, fact: Disqualified) -> None:
        if fact.tie:
            record = self._meeting(fact.tie)
            if fact.entrant not in {record.first, record.second}:
                raise ImpossibleFact("not-in-tie", f"{fact.entrant} is not in {fact.tie}")
            other = record.second if fact.entrant == record.first else record.first
            assert other is not None
            record.given = other
            record.facts.append(number)
        self._leave(number, fact)

    def _enter(self, _: int, fact: Entered) -> None:
        name = fact.entrant.id
        if name in self.entrants:
            raise ImpossibleFact("entered", f"{name} is in the cup already")
        if self.dealt is None:
            raise ImpossibleFact("no-draw", "nothing has been drawn yet: whoever comes is an entry like the others")
        if self.swiss:
            if fact.tie != SWISS:
                raise ImpossibleFact("no-tie", f"there is no {fact.tie}")
            self.groups[0].append(name)
        else:
            self._into_group(fact.tie, name)
        self.entrants[name] = fact.entrant

    def _into_group(self, tie: str, name: str) -> None:
        number = next((i for i in range(1, len(self.groups) + 1) if tie == f"{GROUPS}-{i}"), None)
        if number is None:
            raise ImpossibleFact("no-tie", f"there is no {tie}")
        group = self.groups[number - 1]
        records = [each for each in self.records.values() if each.group == number]
        for each in fill_in(number, records, group, name, self.form.legs):
            self.records[each.id] = each
        group.append(name)

    def _place(self, _: int, fact: Placed) -> None:
        if not 0 < fact.group <= len(self.groups) or not set(fact.order) <= set(self.groups[fact.group - 1]):
            raise ImpossibleFact("no-group", f"they are not all of group {fact.group}")
        if len(set(fact.order)) < len(fact.order):
            raise ImpossibleFact("twice", "somebody is there twice")
        self.placed.append(fact)
