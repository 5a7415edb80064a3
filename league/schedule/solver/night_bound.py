"""What no list of a season of few matches on many nights can go below: by CP-SAT, which finds lists on the way."""

from collections.abc import Callable

import numpy as np
from ortools.sat.python import cp_model

from league.schedule.solver.arrays import Ints
from league.schedule.solver.deadline import Deadline
from league.schedule.solver.night_model import NightModel
from league.schedule.solver.night_moves import NightProblem

RELAXATION = 2  # how much of the model CP-SAT also puts as a linear programme: all of it, cuts too


class _Listener(cp_model.CpSolverSolutionCallback):
    """Passes on every list that CP-SAT finds."""

    def __init__(self, model: NightModel, take: Callable[[Ints], object]) -> None:
        super().__init__()
        self.of, self.found = model, take

    def on_solution_callback(self) -> None:
        self.found(np.array(list(self.of.dates(self).values())))


def bound_nights(
    problem: NightProblem,
    deadline: Deadline,
    *,
    bound: Callable[[int], None],
    found: Callable[[Ints], object],
    workers: int = 1,
    seed: int = 1,
) -> bool:
    """Tell of better bounds and of lists (a date for each match) until the deadline; whether there is none."""
    model = NightModel(problem, deadline)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    solver.parameters.linearization_level = RELAXATION
    solver.best_bound_callback = lambda best: bound(int(np.ceil(best - 1e-6)))
    status = deadline.run(solver, model.model, _Listener(model, found))
    return status == cp_model.INFEASIBLE
