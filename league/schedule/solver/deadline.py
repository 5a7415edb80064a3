"""The time that a search has: whether it is over, and solvers made to keep to it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TypeVar

from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model

Status = TypeVar("Status")
LISTENS_EVERY = 0.1  # seconds after which a running solver may be stopped


class OutOfTimeError(Exception):
    """The time is over, or somebody stopped the search."""


def never() -> bool:
    """Nobody stops it."""
    return False


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment `ends` (`time.monotonic` seconds) by which an answer is due, sooner where `stop` says so."""

    ends: float = inf
    stop: Callable[[], bool] = never

    @classmethod
    def after(cls, seconds: float, stop: Callable[[], bool] = never) -> "Deadline":
        return cls(monotonic() + seconds, stop)

    @property
    def left(self) -> float:
        """Seconds, never less than nothing."""
        return max(0.0, self.ends - monotonic())

    def over(self) -> bool:
        return monotonic() >= self.ends or self.stop()

    def within(self, seconds: float) -> "Deadline":
        """The same for a part of the work that may take so many seconds."""
        return replace(self, ends=min(self.ends, monotonic() + seconds))

    def check(self) -> None:
        """Go on, or raise OutOfTimeError."""
        if self.over():
            raise OutOfTimeError

    def run(
        self,
        solver: cp_model.CpSolver,
        model: cp_model.CpModel,
        listener: cp_model.CpSolverSolutionCallback | None = None,
    ) -> cp_model.CpSolverStatus:
        """Let CP-SAT work until it has an answer or the time is over; `listener` hears of what it finds on the way."""
        if self.ends < inf:
            solver.parameters.max_time_in_seconds = max(0.01, self.left)
        return self._watch(lambda: solver.solve(model, listener), solver.stop_search)

    def run_linear(self, solver: model_builder.Solver, model: model_builder.Model) -> model_builder.SolveStatus:
        """The same for a linear programme."""
        if self.ends < inf:
            solver.set_time_limit_in_seconds(max(0.01, self.left))
        return self._watch(lambda: solver.solve(model), solver.stop_search)

    def _watch(self, solve: Callable[[], Status], stop_search: Callable[[], object]) -> Status:
        with ThreadPoolExecutor(1) as thread:
            answer = thread.submit(solve)
            while not wait([answer], LISTENS_EVERY).done:
                if self.stop():
                    stop_search()
        return answer.result()


NO_DEADLINE = Deadline()


def solver_for(*, seed: int, effort: float = inf, linear: int = 0, by_chance: bool = False) -> cp_model.CpSolver:
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
