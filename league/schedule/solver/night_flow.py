"""A season of few matches on many nights as a linear programme: a cost that no list goes below, in a second or so.

A team's season is a path through the nights, whose state is on which of the last few it has played; so all prices of
too many matches in so many nights are exact for each team by itself, and only the matches are shared out in fractions.
Requests of more nights than `LONGEST` are left aside: they could only add to the cost.
"""

from collections import defaultdict
from math import ceil

import numpy as np
from ortools.linear_solver.python import model_builder

from league.schedule.solver.arrays import Floats
from league.schedule.solver.deadline import Deadline
from league.schedule.solver.night_arrays import Seat, nights_of, too_near
from league.schedule.solver.night_moves import CLOSED, NightProblem

LONGEST = 5  # nights of a request at most: a team has 2 to the power of one less states a night
EXACTLY = 1e-3  # what a linear programme may be wrong by

Parts = list[model_builder.Variable]
Row = tuple[int, int, int, int]  # nights, most, price, rule
total = model_builder.LinearExpr.sum


class NightFlow:
    """The programme: its variables by match and date are `on`, by team and date `plays` and `hosts`."""

    def __init__(self, problem: NightProblem, deadline: Deadline) -> None:
        self.problem, self.deadline = problem, deadline
        self.model = model_builder.Model()
        self.price: list[model_builder.LinearExprT] = []
        self.on: dict[int, dict[int, model_builder.Variable]] = {}
        self.plays: dict[Seat, Parts] = defaultdict(list)
        self.hosts: dict[Seat, Parts] = defaultdict(list)
        self._matches()
        self._meetings()
        for team in range(len(problem.seat)):
            deadline.check()
            self._season(team)
            self._apart(team)
        self.model.minimize(total(self.price))

    def solve(self) -> tuple[int, Floats | None]:
        """A cost in whole points that no list goes below, and how much of each match (row) is on each date (column).

        0 and None where the time did not suffice.
        """
        solver = model_builder.Solver("GLOP")
        if self.deadline.run_linear(solver, self.model) != model_builder.SolveStatus.OPTIMAL:
            return 0, None
        shares = np.zeros(self.problem.fare.shape)
        for match, parts in self.on.items():
            shares[match, list(parts)] = [solver.value(part) for part in parts.values()]
        return max(0, ceil(solver.objective_value - EXACTLY)), shares

    def _part(self) -> model_builder.Variable:
        return self.model.new_num_var(0, 1, "")

    def _matches(self) -> None:
        """Every match on its nights, in parts; no more in a pub than it has boards."""
        p = self.problem
        parts_by_venue: dict[tuple[int, int], Parts] = defaultdict(list)
        for match, fares in enumerate(p.fare):
            host, guest = int(p.host[match]), int(p.guest[match])
            parts = self.on[match] = {int(date): self._part() for date in np.flatnonzero(fares != CLOSED)}
            self.model.add(total(list(parts.values())) == 1)
            for date, part in parts.items():
                self.price += [int(fares[date]) * part] if fares[date] else []
                parts_by_venue[int(p.venue[host]), date].append(part)
                self.hosts[host, date].append(part)
                for team in (host, guest):
                    self.plays[team, date].append(part)
        for (venue, date), matches in parts_by_venue.items():
            if len(matches) > p.capacity[venue, date]:
                self.model.add(total(matches) <= int(p.capacity[venue, date]))

    def _meetings(self) -> None:
        for near in too_near(self.problem, self.on):
            self.deadline.check()
            self.model.add(total(near) <= 1)

    def _apart(self, team: int) -> None:
        """With another team: never both playing, or never both at home; or at a price."""
        p = self.problem
        for other, only_home, price, rule in p.apart_of[p.apart_at[team] : p.apart_at[team + 1]].tolist():
            parts = self.hosts if only_home else self.plays
            for date in nights_of(p, team) if team < other else ():
                one, two = parts.get((team, date), []), parts.get((other, date), [])
                if one and two:
                    over = 0 if rule else self._part()
                    self.price += [] if rule else [price * over]
                    self.model.add(total([*one, *two]) <= 1 + over)

    def _season(self, team: int) -> None:
        """The path of a team: on each night it plays or not, as much as its matches are there."""
        p = self.problem
        rows = [row for row in p.near[team, : p.nears[team]].tolist() if row[0] <= LONGEST]
        memory = (1 << max([nights for nights, *_ in rows], default=1) - 1) - 1
        reached: dict[int, Parts] = {0: []}
        for number, date in enumerate(nights_of(p, team)):
            left: dict[int, Parts] = defaultdict(list)
            played: Parts = []
            for state, before in reached.items():
                after: Parts = []
                for plays in (0, 1) if (team, date) in self.plays else (0,):
                    past = state << 1 | plays
                    price = _price(rows, past, number + 1)
                    if price is None:
                        continue
                    part = self._part()
                    self.price += [price * part] if price else []
                    after.append(part)
                    left[past & memory].append(part)
                    played += [part] if plays else []
                self.model.add(total(after) == (total(before) if before else 1))
            if (team, date) in self.plays:
                self.model.add(total(played) == total(self.plays[team, date]))
            reached = dict(left)


def _price(rows: list[Row], past: int, nights: int) -> int | None:
    """What the last night costs in the requests whose nights it ends, or None where it breaks a rule."""
    price = 0
    for span, most, weight, rule in rows:
        over = (past & (1 << span) - 1).bit_count() - most
        if over > 0 and nights >= span:
            if rule:
                return None
            price += weight * over
    return price
