"""The account of each tie: who is in it, and who comes out of it."""

from dataclasses import dataclass, field
from enum import Enum

from scoring.season.knockout.cups import Score, TieForm, TieVerdict
from scoring.season.knockout.plan import Feeder, Plan, Role, Seat, Source, Vacant


class TieDecision(Enum):
    """How a tie was decided."""

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


class Ties:
    """The accounts of all ties; `gone` says by the number of a fact when somebody left."""

    def __init__(self) -> None:
        self.plans: dict[str, Plan] = {}
        self.records: dict[str, TieRecord] = {}
        self.gone: dict[str, int] = {}
        self._results: dict[str, TieResult] = {}

    def add(self, plan: Plan) -> None:
        self.plans[plan.id], self.records[plan.id] = plan, TieRecord()

    def form_of(self, tie: str) -> TieForm:
        """How a tie is played."""
        return self.plans[tie].form

    def forget_results(self) -> None:
        """What was worked out has to be worked out again."""
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
        """Who takes a place."""
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
        return self._by_absence(first, second)

    def _is_not_wanted(self, plan: Plan) -> bool:
        """Whether the unbeaten one has won the first final."""
        if not isinstance(plan.second, Feeder):
            return False
        before = plan.second.tie
        winner = self.result(before).winner
        return winner is Vacant.BYE or (winner is not Vacant.OPEN and winner == self.seats(before)[0])

    def _by_absence(self, first: Seat, second: Seat) -> TieResult:
        """Of two that are both known, one that has left; if both have, whoever stayed longer goes on."""
        if not isinstance(first, str) or not isinstance(second, str) or not self.gone.keys() & {first, second}:
            return TieResult(TieDecision.OPEN)
        if first not in self.gone or (second in self.gone and self.gone[first] > self.gone[second]):
            return TieResult(TieDecision.WALKOVER, first, second)
        return TieResult(TieDecision.WALKOVER, second, first)
