"""The bracket of a cup: a fold of its draw and the facts after it, which are written into the account of each tie.

A fact that cannot be is not raised but noted as a Problem, and changes nothing. Who met is a fact: the two sides of a
tie are fixed by its first score or walkover. When a later correction says that somebody else should have been there,
the tie keeps the sides that played it, and a Conflict says so, until the co-ordinator rules that it stands or is played
again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from scoring.season.knockout.cups import (
    Cup,
    Feeder,
    Part,
    Plan,
    Plate,
    Role,
    Score,
    Seat,
    Source,
    TieForm,
    TieVerdict,
    Vacant,
    knocked_out,
    plans,
)
from scoring.season.knockout.draw import Draw
from scoring.season.knockout.facts import (
    NEITHER,
    Disqualified,
    Drawn,
    Entered,
    Fact,
    Replayed,
    Resolved,
    Returned,
    Ruling,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)


class TieDecision(Enum):
    OPEN = "open"
    PLAYED = "played"
    WALKOVER = "walkover"
    BYE = "bye"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class TieResult:
    decision: TieDecision
    winner: Seat = Vacant.OPEN
    loser: Seat = Vacant.OPEN


NOBODY = TieResult(TieDecision.NOBODY, Vacant.BYE, Vacant.BYE)


@dataclass(slots=True)
class TieRecord:
    """One tie's account. `met` are the two that played it or had it awarded, `accepted` the two that should have been
    there when the co-ordinator let it stand.
    """

    scores: dict[int, Score] = field(default_factory=dict)
    given: str = ""
    met: tuple[str, str] | None = None
    accepted: tuple[Seat, Seat] | None = None
    facts: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FactProblem:
    """A fact, by its number from 0, that cannot be: `code` for programs, `text` for people."""

    fact: int
    code: str
    text: str


class ImpossibleFact(Exception):  # noqa: N818 - it is noted, and never leaves this module
    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def by_absence(first: str, second: str, gone: Mapping[str, int]) -> str | None:
    """Of two of whom one has left, the other; if both have, whoever stayed longer. None while both are there.

    `gone` says by the number of a fact when somebody left.
    """
    if not gone.keys() & {first, second}:
        return None
    return first if first not in gone or (second in gone and gone[first] > gone[second]) else second


class CupBook:
    """The accounts of all ties after the facts so far; `gone` says by the number of a fact when somebody left."""

    def __init__(self, cup: Cup, made: Iterable[Plan], entrants: Iterable[str]) -> None:
        self.plans: dict[str, Plan] = {}
        self.records: dict[str, TieRecord] = {}
        self.gone: dict[str, int] = {}
        self._results: dict[str, TieResult] = {}
        self.cup = cup
        self.entrants = set(entrants)
        self.problems: list[FactProblem] = []
        self.number = 0
        for plan in made:
            self.add(plan)

    def write(self, fact: Fact) -> None:
        try:
            self._write(fact)
        except ImpossibleFact as fault:
            self.problems.append(FactProblem(self.number, fault.code, str(fault)))
        self.number += 1
        self.forget_results()

    # --- who is in a tie, and who comes out of it ---------------------------------------------------------------

    def add(self, plan: Plan) -> None:
        self.plans[plan.id], self.records[plan.id] = plan, TieRecord()

    def form_of(self, tie: str) -> TieForm:
        return self.plans[tie].form

    def forget_results(self) -> None:
        self._results.clear()

    def due(self, tie: str) -> tuple[Seat, Seat]:
        """Who should be in a tie by what led to it."""
        plan = self.plans[tie]
        return self.seat(plan.first), self.seat(plan.second)

    def seats(self, tie: str) -> tuple[Seat, Seat]:
        """Who is in a tie: those who met, once they have."""
        return self.records[tie].met or self.due(tie)

    def result(self, tie: str) -> TieResult:
        if tie not in self._results:
            self._results[tie] = self._work_out(tie)
        return self._results[tie]

    def seat(self, source: Source) -> Seat:
        if not isinstance(source, Feeder):
            return source
        result = self.result(source.tie)
        return result.winner if source.role is Role.WINNER else result.loser

    def _work_out(self, tie: str) -> TieResult:
        plan, record = self.plans[tie], self.records[tie]
        if plan.again and not record.met and self._is_not_wanted(plan):
            return NOBODY
        first, second = self.seats(tie)
        if record.given:
            return TieResult(TieDecision.WALKOVER, record.given, second if record.given == first else first)
        verdict = plan.form.verdict(record.scores)
        if verdict in {TieVerdict.FIRST, TieVerdict.SECOND}:
            pair = (first, second) if verdict is TieVerdict.FIRST else (second, first)
            return TieResult(TieDecision.PLAYED, *pair)
        if Vacant.BYE in {first, second}:
            both = first is second
            return NOBODY if both else TieResult(TieDecision.BYE, second if first is Vacant.BYE else first, Vacant.BYE)
        if isinstance(first, str) and isinstance(second, str) and (winner := by_absence(first, second, self.gone)):
            return TieResult(TieDecision.WALKOVER, winner, second if winner == first else first)
        return TieResult(TieDecision.OPEN)

    def _is_not_wanted(self, plan: Plan) -> bool:
        """Whether the unbeaten one has won the first final."""
        if not isinstance(plan.second, Feeder):
            return False
        before = plan.second.tie
        winner = self.result(before).winner
        return winner is Vacant.BYE or (winner is not Vacant.OPEN and winner == self.seats(before)[0])

    # --- what each fact does --------------------------------------------------------------------------------------

    def _write(self, fact: Fact) -> None:
        match fact:
            case Scored():
                self._score(fact)
            case ScoreCorrected():
                self._correct(fact)
            case WalkedOver():
                self._walk_over(fact)
            case Replayed():
                self._replay(fact.tie)
            case Withdrew() | Returned():
                (self._leave if isinstance(fact, Withdrew) else self._return)(fact.entrant)
            case Disqualified():
                self._disqualify(fact)
            case Entered():
                self._enter(fact)
            case Drawn():
                self._draw(fact)
            case Resolved():
                self._resolve(fact)

    def _note(self, tie: str) -> TieRecord:
        record = self._record(tie)
        record.facts.append(self.number)
        return record

    def _record(self, tie: str) -> TieRecord:
        if tie not in self.records:
            raise ImpossibleFact("no-tie", f"there is no tie {tie}")
        return self.records[tie]

    def _meeting(self, tie: str) -> tuple[str, str]:
        first, second = self.seats(tie)
        if not isinstance(first, str) or not isinstance(second, str):
            raise ImpossibleFact("no-opponents", f"it is not known who meets in {tie}, or nobody does")
        return first, second

    def _score(self, fact: Scored) -> None:
        record = self._record(fact.tie)
        meeting = self._meeting(fact.tie)
        if self.result(fact.tie).decision is not TieDecision.OPEN:
            raise ImpossibleFact("decided", f"{fact.tie} is decided already; a mistake is corrected, with its reason")
        if fact.leg in record.scores:
            raise ImpossibleFact("scored", f"leg {fact.leg} of {fact.tie} has its score")
        self._enter_score(fact, record)
        record.met = record.met or meeting

    def _enter_score(self, fact: Scored | ScoreCorrected, record: TieRecord) -> None:
        score = fact.first, fact.second
        if wrong := self.plans[fact.tie].form.fault(fact.leg, score, record.scores):
            raise ImpossibleFact("score", f"{fact.tie}, {fact.first}\N{EN DASH}{fact.second}: {wrong}")
        record.scores[fact.leg] = score
        self._note(fact.tie)

    def _correct(self, fact: ScoreCorrected) -> None:
        record = self._record(fact.tie)
        if fact.leg not in record.scores:
            raise ImpossibleFact("no-score", f"leg {fact.leg} of {fact.tie} has no score that could be corrected")
        later = {leg: score for leg, score in record.scores.items() if leg > fact.leg}
        self._enter_score(fact, record)
        decider = self.plans[fact.tie].form.legs + 1
        if decider in later and self.plans[fact.tie].form.fault(decider, later[decider], record.scores):
            del record.scores[decider]

    def _walk_over(self, fact: WalkedOver) -> None:
        record, meeting = self._record(fact.tie), self._meeting(fact.tie)
        if fact.to == NEITHER:
            raise ImpossibleFact("not-in-tie", f"{fact.tie} cannot be lost by both: one side goes on")
        if fact.to not in meeting:
            raise ImpossibleFact("not-in-tie", f"{fact.to} is not in {fact.tie}")
        if self.result(fact.tie).decision is not TieDecision.OPEN:
            raise ImpossibleFact("decided", f"{fact.tie} is decided already")
        record.given, record.met = fact.to, meeting
        self._note(fact.tie)

    def _replay(self, tie: str) -> None:
        record = self._record(tie)
        if record.met is None:
            raise ImpossibleFact("not-played", f"nothing of {tie} has been played")
        self._note(tie)
        record.scores.clear()
        record.given, record.met, record.accepted = "", None, None

    def _leave(self, entrant: str) -> None:
        if entrant not in self.entrants:
            raise ImpossibleFact("no-entrant", f"{entrant} is not in the cup")
        self.gone.setdefault(entrant, self.number)

    def _return(self, entrant: str) -> None:
        if entrant not in self.gone:
            raise ImpossibleFact("not-gone", f"{entrant} has not withdrawn")
        conflicts = self._conflicts()
        left = self.gone.pop(entrant)
        self.forget_results()
        if self._conflicts() - conflicts:
            self.gone[entrant] = left
            self.forget_results()
            raise ImpossibleFact("played-on", f"whoever met {entrant} next has played on since")

    def _conflicts(self) -> set[str]:
        """The ties that were played by others than those who should be in them."""
        return {tie for tie, record in self.records.items() if record.met and record.met != self.due(tie)}

    def _disqualify(self, fact: Disqualified) -> None:
        if fact.tie:
            record, meeting = self._record(fact.tie), self._meeting(fact.tie)
            if fact.entrant not in meeting:
                raise ImpossibleFact("not-in-tie", f"{fact.entrant} is not in {fact.tie}")
            record.given = meeting[1] if fact.entrant == meeting[0] else meeting[0]
            record.met = meeting
            self._note(fact.tie)
        self._leave(fact.entrant)

    def _resolve(self, fact: Resolved) -> None:
        record = self._record(fact.tie)
        if record.met is None or record.met == self.due(fact.tie):
            raise ImpossibleFact("no-conflict", f"there is no conflict in {fact.tie}")
        if fact.ruling is Ruling.REPLAY:
            self._replay(fact.tie)
        else:
            self._note(fact.tie)
            record.accepted = self.due(fact.tie)

    # --- what makes new ties --------------------------------------------------------------------------------------

    def _enter(self, fact: Entered) -> None:
        name, plan = fact.entrant.id, self.plans.get(fact.tie)
        if name in self.entrants:
            raise ImpossibleFact("entered", f"{name} is in the cup already")
        record = self._record(fact.tie)
        if plan is None or record.met is not None:
            raise ImpossibleFact("played", f"{fact.tie} has been played")
        if fact.meets:
            self.plans[fact.tie] = self._beside(fact, plan)
        elif plan.second is Vacant.BYE:
            self._must_not_have_gone_on(plan.id)
            self.plans[fact.tie] = replace(plan, second=name)
        else:
            raise ImpossibleFact("no-bye", f"there is no bye in {plan.id}")
        self.entrants.add(name)
        self._note(fact.tie)

    def _must_not_have_gone_on(self, tie: str) -> None:
        """A bye is taken back only while whoever had it has played nothing since."""
        first = self.plans[tie].first
        if any(record.met and first in record.met for record in self.records.values()):
            raise ImpossibleFact("played", f"{first} has had the bye and played on")

    def _beside(self, fact: Entered, plan: Plan) -> Plan:
        if fact.meets not in {plan.first, plan.second}:
            raise ImpossibleFact("not-in-tie", f"{fact.meets} is not drawn in {fact.tie}")
        if Vacant.BYE in {plan.first, plan.second}:
            self._must_not_have_gone_on(fact.tie)
        number = 1 + sum(each.part is Part.LATE for each in self.plans.values())
        late = Plan(Part.LATE, 1, number, fact.meets, fact.entrant.id, plan.form)
        others = list(self.plans.values())
        self.plans = {late.id: late} | {each.id: each for each in others}
        self.records[late.id] = TieRecord()
        place = Feeder(late.id)
        return replace(plan, first=place) if plan.first == fact.meets else replace(plan, second=place)

    def _draw(self, fact: Drawn) -> None:
        if fact.part is not Part.MAIN and (fact.part is not Part.PLATE or self.cup.plate is not Plate.DRAWN):
            raise ImpossibleFact("no-draw", f"the {fact.part.value} part of this cup is not drawn on its own")
        if any(each.part is fact.part and each.round >= fact.round for each in self.plans.values()):
            raise ImpossibleFact("drawn", f"round {fact.round} is drawn already")
        places: dict[str, Source] = {}
        for source in self._going_on(fact):
            seat = self.seat(source)
            if seat is not Vacant.BYE:
                places[source.tie if isinstance(seat, Vacant) else seat] = source
        named = {name for each in fact.draw.pairings for name in (each.home, each.away) if name is not None}
        self._all_and_only(named, places)
        sides: list[Source] = []
        for each in fact.draw.pairings:
            sides += [places[each.home], Vacant.BYE if each.away is None else places[each.away]]
        only_first = self.cup.redraw or not fact.draw.rules.fixed
        for plan in knocked_out(self.cup, fact.part, sides, first=fact.round, only_first=only_first):
            self.add(plan)
        if self.cup.third and fact.part is Part.MAIN and len(fact.draw.pairings) == 1:
            lost = [Feeder(each.tie, Role.LOSER) for each in self._going_on(fact)]
            if len(lost) == 2:
                self.add(Plan(Part.THIRD, 1, 1, lost[0], lost[1], self.cup.form(1), self.cup.neutral > 0))

    def _all_and_only(self, named: set[str], places: dict[str, Source]) -> None:
        if strangers := sorted(named - places.keys()):
            raise ImpossibleFact("not-through", f"not in this round: {', '.join(strangers)}")
        if missing := sorted(name for name in places.keys() - named if name not in self.gone):
            raise ImpossibleFact("left-out", f"not drawn: {', '.join(missing)}")

    def _going_on(self, fact: Drawn) -> Iterator[Feeder]:
        """Where those who are drawn come from: the round before, or the first round of the cup for a plate."""
        plate = fact.part is Part.PLATE and fact.round == 1
        part, before, role = (Part.MAIN, 1, Role.LOSER) if plate else (fact.part, fact.round - 1, Role.WINNER)
        for plan in self.plans.values():
            if plan.part is part and plan.round == before:
                yield Feeder(plan.id, role)


# --- bracket ----------------------------------------------------------------------------------------------------------
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
