"""A season of few matches on many nights put to CP-SAT, with its prices: what no list can go below.

Knows the arrays of `NightProblem`. Refuses to know the time: whoever asks has the solver stopped.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from ortools.sat.python import cp_model

from league.schedule.solver.arrays import Ints
from league.schedule.solver.deadline import Deadline
from league.schedule.solver.night_moves import CLOSED, NightProblem

Terms = list[cp_model.IntVar]


class NightModel:
    """The plain model: whether a match is on a night, and how much too often a team plays."""

    def __init__(self, problem: NightProblem, deadline: Deadline) -> None:
        self.problem, self.deadline = problem, deadline
        self.model = cp_model.CpModel()
        self.price: list[cp_model.LinearExprT] = []
        self.on: list[dict[int, cp_model.IntVar]] = []
        self.plays: dict[tuple[int, int], Terms] = defaultdict(list)
        self.hosts: dict[tuple[int, int], Terms] = defaultdict(list)
        self._matches()
        self._teams()
        self._venues()
        self._pairs()
        self.model.minimize(sum(self.price))

    def _matches(self) -> None:
        p = self.problem
        for match, fares in enumerate(p.fare):
            self.deadline.check()
            dates = {int(date): self.model.new_bool_var("") for date in np.flatnonzero(fares != CLOSED)}
            self.model.add_exactly_one(dates.values())
            self.on.append(dates)
            for date, here in dates.items():
                self.price += [int(fares[date]) * here] if fares[date] else []
                self.hosts[int(p.host[match]), date].append(here)
                for team in (p.host[match], p.guest[match]):
                    self.plays[int(team), date].append(here)

    def _teams(self) -> None:
        p = self.problem
        for team in range(len(p.seats)):
            self.deadline.check()
            dates = [int(date) for date in np.argsort(p.seat[team]) if p.seat[team, date] >= 0]
            played = [self._at_most_one(self.plays.get((team, date), [])) for date in dates]
            for nights, most, price, rule in p.near[team, : p.nears[team]]:
                for first in range(len(dates) - nights + 1):
                    self._limit(played[first : first + nights], int(most), int(price), rule=bool(rule))
            for other, only_home, price, rule in p.apart_of[p.apart_at[team] : p.apart_at[team + 1]]:
                if team < other:
                    self._apart(team, int(other), self.hosts if only_home else self.plays, int(price), rule=bool(rule))

    def _at_most_one(self, matches: Terms) -> cp_model.LinearExprT:
        self.model.add_at_most_one(matches)
        return sum(matches)

    def _apart(self, one: int, two: int, there: dict[tuple[int, int], Terms], price: int, *, rule: bool) -> None:
        for date in range(len(self.problem.day)):
            if (one, date) in there and (two, date) in there:
                self._limit([sum(there[one, date]), sum(there[two, date])], 1, price, rule=rule)

    def _limit(self, played: Sequence[cp_model.LinearExprT], most: int, price: int, *, rule: bool) -> None:
        """No more than the most, or each above it at the price."""
        if rule:
            self.model.add(sum(played) <= most)
        elif price and not (isinstance(sum(played), int)):
            over = self.model.new_int_var(0, max(0, len(played) - most), "")
            self.model.add(sum(played) - most <= over)
            self.price.append(price * over)

    def _venues(self) -> None:
        p = self.problem
        there: dict[tuple[int, int], Terms] = defaultdict(list)
        for (team, date), matches in self.hosts.items():
            there[int(p.venue[team]), date] += matches
        for (venue, date), matches in there.items():
            if len(matches) > p.capacity[venue, date]:
                self.model.add(sum(matches) <= int(p.capacity[venue, date]))

    def _pairs(self) -> None:
        p = self.problem
        for match, dates in enumerate(self.on):
            self.deadline.check()
            for other in p.pair_of[p.pair_at[match] : p.pair_at[match + 1]]:
                if other > match and p.gap[match] > 0:
                    self._gap({**dates}, self.on[other], int(p.gap[match]))

    def _gap(self, one: dict[int, cp_model.IntVar], two: dict[int, cp_model.IntVar], gap: int) -> None:
        """Within any so many days one of the two meetings at most."""
        day = self.problem.day
        for first in sorted({*one, *two}):
            near = [on for side in (one, two) for date, on in side.items() if 0 <= day[date] - day[first] < gap]
            if len(near) > 1:
                self.model.add_at_most_one(near)


class _Listener(cp_model.CpSolverSolutionCallback):
    """Passes on every list that CP-SAT finds."""

    def __init__(self, model: NightModel, found: Callable[[Ints], None]) -> None:
        super().__init__()
        self.on, self.found = model.on, found

    def on_solution_callback(self) -> None:
        self.found(np.array([next(date for date, on in dates.items() if self.value(on)) for dates in self.on]))


def bound_nights(
    problem: NightProblem,
    deadline: Deadline,
    *,
    bound: Callable[[int], None],
    found: Callable[[Ints], None],
    workers: int = 1,
    seed: int = 1,
) -> bool:
    """Tell of better bounds and of lists (a date for each match) until the deadline; whether there is none."""
    model = NightModel(problem, deadline)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    solver.parameters.linearization_level = 2
    solver.best_bound_callback = lambda best: bound(int(np.ceil(best - 1e-6)))
    status = deadline.run(solver, model.model, _Listener(model, found))
    return status == cp_model.INFEASIBLE
