"""The question put to CP-SAT: can these constraints of a task hold together, and by which list?

The work is bounded in CP-SAT's own measure, so the same question gets the same answer on any machine; the clock only
ends what has no time left.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from ortools.sat.python import cp_model

from league.schedule.solver.deadline import NO_DEADLINE, Deadline, OutOfTimeError
from league.schedule.solver.demands import demand_all
from league.schedule.solver.grid import Grid
from scoring.season.schedule.ids import ConstraintKind, constraints, parse
from scoring.season.schedule.task import Match, Mode, Task


# --- how CP-SAT is asked ----------------------------------------------------------------------------------------------
def solver_for(*, effort: float, seed: int, linear: int = 0, by_chance: bool = False) -> cp_model.CpSolver:
    """A solver for so much `effort`, in CP-SAT's own measure of work, very roughly seconds.

    `linear` says how far it thinks in linear programs; `by_chance` it looks about at random, for lists of all sorts.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.randomize_search = by_chance
    solver.parameters.linearization_level = linear
    solver.parameters.max_deterministic_time = effort
    return solver


def run_solver(
    model: cp_model.CpModel, *, effort: float, seed: int, by_chance: bool = False, deadline: Deadline = NO_DEADLINE
) -> cp_model.CpSolver | None:
    """The solver, to be asked for values, or None where it found nothing."""
    solver = solver_for(effort=effort, seed=seed, by_chance=by_chance)
    has_solution = deadline.run(solver, model) in {cp_model.OPTIMAL, cp_model.FEASIBLE}
    return solver if has_solution else None


# Ways to ask one after the other: how far to think in linear programs, and for how long in CP-SAT's measure of work
# (very roughly seconds). Lists are found without linear programs; that pigeons outnumber holes is seen with them.
QUICK = ((0, 2.0),)
SHORT = ((0, 0.5), (0, 1.0), (1, 1.0), (0, 2.0), (1, 2.0), (0, 6.0))
LONG = ((0, 6.0), (1, 2.0), (0, 12.0))
LONGER = ((0, 20.0), (0, 20.0), (1, 20.0), (0, 20.0), (0, 60.0), (1, 60.0), (0, 120.0))

Attempts = Iterable[tuple[int, float]]
OF_DIVISION = frozenset({ConstraintKind.ROUNDS, ConstraintKind.GAP, ConstraintKind.RUN, ConstraintKind.SECOND_HALF})


class Feasibility(Enum):
    """Whether they can hold together; UNSETTLED when nobody found out in time."""

    YES = "yes"
    NO = "no"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Scope:
    """How much of a task is asked about: NO is certain in any scope, YES only where all divisions are `whole`.

    Of the divisions in `whole` it is asked who meets whom, of others who is at home and away. `runs` are left aside
    where False; where `alone`, all that the other divisions insist on is.
    """

    whole: tuple[str, ...] = ()
    runs: bool = True
    alone: bool = False

    def has(self, name: str) -> bool:
        """Whether a constraint is within it."""
        constraint = parse(name)
        if constraint.kind is ConstraintKind.RUN and not self.runs:
            return False
        return not self.alone or constraint.kind not in OF_DIVISION or constraint.of in self.whole


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """`matches` of a YES are those of the whole divisions, in order; `core` of a NO are the ids that it rests on."""

    verdict: Feasibility
    matches: tuple[Match, ...] = ()
    core: frozenset[str] = frozenset()


class Inquiry:
    """Questions about one task, while there is time."""

    def __init__(self, task: Task, *, deadline: Deadline, seed: int = 0) -> None:
        self.task = task
        self.deadline = deadline
        self.seed = seed
        self.given = frozenset(_given(task))
        self.ids = tuple(name for name in constraints(task) if name not in self.given)
        self.all = Scope(tuple(division.id for division in task.divisions))

    def ask(self, ids: Iterable[str], scope: Scope, ways: Attempts = SHORT) -> ListAnswer:
        """Whether `ids` can hold together with what is given."""
        return self._asked(frozenset(filter(scope.has, ids)), frozenset(), scope, ways)

    def core(self, ids: Iterable[str], scope: Scope) -> frozenset[str]:
        """Of ids that clash some that clash, few for the most part; all of them where that took too long."""
        inside = frozenset(filter(scope.has, ids))
        return self._asked(inside, inside, scope, SHORT).core or inside

    def _asked(self, ids: frozenset[str], doubted: frozenset[str], scope: Scope, ways: Attempts) -> ListAnswer:
        try:
            grid = Grid(self.task, self.given | ids, whole=scope.whole, doubted=doubted, deadline=self.deadline)
            demand_all(grid)
        except OutOfTimeError:
            return ListAnswer(Feasibility.UNSETTLED)
        grid.model.add_assumptions(list(grid.literals.values()))
        for number, (linear, work) in enumerate(ways):
            if self.deadline.over():
                break
            answer = self._solved(grid, linear, work, self.seed + number)
            if answer.verdict is not Feasibility.UNSETTLED:
                return answer
        return ListAnswer(Feasibility.UNSETTLED)

    def _solved(self, grid: Grid, linear: int, work: float, seed: int) -> ListAnswer:
        solver = solver_for(effort=work, seed=seed, linear=linear)
        status = self.deadline.run(solver, grid.model)
        if status == cp_model.INFEASIBLE:
            names = {literal.index: name for name, literal in grid.literals.items()}
            core = frozenset(names[index] for index in solver.sufficient_assumptions_for_infeasibility())
            return ListAnswer(Feasibility.NO, core=core)
        if status not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
            return ListAnswer(Feasibility.UNSETTLED)
        return ListAnswer(Feasibility.YES, tuple(sorted(grid.matches(solver.value))))


def any_list(task: Task, *, deadline: Deadline) -> ListAnswer:
    """Any list that breaks no hard constraint; NO if there is none for certain."""
    inquiry = Inquiry(task, deadline=deadline)
    return inquiry.ask(inquiry.ids, inquiry.all, (*LONG, *LONGER))


def _given(task: Task) -> Iterable[str]:
    """What no secretary can let go: matches that were played, and the meetings of a division that has begun."""
    for fixed in task.fixed:
        if task.frozen_until is not None and fixed.match.date <= task.frozen_until:
            yield f"fixed:{fixed.id}"
    for division in task.divisions:
        if division.mode is Mode.RELAXED:
            yield f"rounds:{division.id}"


def is_structure(name: str) -> bool:
    """Whether an id stands for the shape of a season rather than for somebody's wish."""
    return parse(name).kind in {ConstraintKind.ROUNDS, ConstraintKind.SECOND_HALF}
