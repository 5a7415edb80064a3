"""The account of each tie: who is in it, and who comes out of it.

Knows what was played of every tie, who met, and who has left. Refuses to know facts: whoever writes the accounts does.
"""

from dataclasses import dataclass, field
from enum import Enum

from scoring.season.knockout.cups import Score, TieForm, Verdict
from scoring.season.knockout.plan import Plan, Role, Seat, Source, Taken, Vacant


class Way(Enum):
    """How a tie was decided."""

    OPEN = "open"
    PLAYED = "played"
    WALKOVER = "walkover"
    BYE = "bye"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Result:
    way: Way
    winner: Seat = Vacant.OPEN
    loser: Seat = Vacant.OPEN


NOBODY = Result(Way.NOBODY, Vacant.BYE, Vacant.BYE)


@dataclass(slots=True)
class Record:
    """One tie's account. `met` are the two that played it or had it awarded, `accepted` the two that should have been
    there when the co-ordinator let it stand.
    """

    scores: dict[int, Score] = field(default_factory=dict)
    given: str = ""
    met: tuple[str, str] | None = None
    accepted: tuple[Seat, Seat] | None = None
    facts: list[int] = field(default_factory=list)


class Ties:
    """The accounts of all ties; `gone` says by the number of a fact when somebody left."""

    def __init__(self) -> None:
        self.plans: dict[str, Plan] = {}
        self.records: dict[str, Record] = {}
        self.gone: dict[str, int] = {}
        self._results: dict[str, Result] = {}

    def add(self, plan: Plan) -> None:
        self.plans[plan.id], self.records[plan.id] = plan, Record()

    def form_of(self, tie: str) -> TieForm:
        """How a tie is played."""
        return self.plans[tie].form

    def changed(self) -> None:
        """What was worked out has to be worked out again."""
        self._results.clear()

    def due(self, tie: str) -> tuple[Seat, Seat]:
        """Who should be in a tie by what led to it."""
        plan = self.plans[tie]
        return self.seat(plan.first), self.seat(plan.second)

    def seats(self, tie: str) -> tuple[Seat, Seat]:
        """Who is in a tie: those who met, once they have."""
        return self.records[tie].met or self.due(tie)

    def result(self, tie: str) -> Result:
        if tie not in self._results:
            self._results[tie] = self._work_out(tie)
        return self._results[tie]

    def seat(self, source: Source) -> Seat:
        """Who takes a place."""
        if not isinstance(source, Taken):
            return source
        result = self.result(source.tie)
        return result.winner if source.role is Role.WINNER else result.loser

    def _work_out(self, tie: str) -> Result:
        plan, record = self.plans[tie], self.records[tie]
        if plan.again and not record.met and self._is_not_wanted(plan):
            return NOBODY
        first, second = self.seats(tie)
        if record.given:
            return Result(Way.WALKOVER, record.given, second if record.given == first else first)
        verdict = plan.form.verdict(record.scores)
        if verdict in {Verdict.FIRST, Verdict.SECOND}:
            pair = (first, second) if verdict is Verdict.FIRST else (second, first)
            return Result(Way.PLAYED, *pair)
        if Vacant.BYE in {first, second}:
            both = first is second
            return NOBODY if both else Result(Way.BYE, second if first is Vacant.BYE else first, Vacant.BYE)
        return self._by_absence(first, second)

    def _is_not_wanted(self, plan: Plan) -> bool:
        """Whether the unbeaten one has won the first final."""
        if not isinstance(plan.second, Taken):
            return False
        before = plan.second.tie
        winner = self.result(before).winner
        return winner is Vacant.BYE or (winner is not Vacant.OPEN and winner == self.seats(before)[0])

    def _by_absence(self, first: Seat, second: Seat) -> Result:
        """Of two that are both known, one that has left; if both have, whoever stayed longer goes on."""
        if not isinstance(first, str) or not isinstance(second, str) or not self.gone.keys() & {first, second}:
            return Result(Way.OPEN)
        if first not in self.gone or (second in self.gone and self.gone[first] > self.gone[second]):
            return Result(Way.WALKOVER, first, second)
        return Result(Way.WALKOVER, second, first)
