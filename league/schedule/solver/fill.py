"""Who meets whom, when it is settled who is at home and who is away on each date: one division at a time, by CP-SAT.

The sides of a list decide its breaks, its full pubs and most wishes; what is left are the meetings of pairs: matches
that are fixed, wishes to meet or not, and the gap between two meetings. Given the sides they are a small question.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from ortools.sat.python import cp_model

from league.schedule.solver.arrays import (
    AVOID_MEET,
    MEET_BY,
    MEET_ON,
    Ints,
    ListArrays,
    Problem,
    dates_in_use,
    row,
    rows_of,
    teams_of,
)
from league.schedule.solver.deadline import Deadline, OutOfTimeError
from league.schedule.solver.feasibility import run_solver
from league.schedule.solver.start import copy_arrays

BROKEN = 1000  # for a rule that is broken, so that as few as possible are

Meets = dict[tuple[int, int, int], cp_model.IntVar]


class Filling:
    """The meetings of one division as a model. Matches on dates that may not change stay as they are.

    Raises OutOfTimeError where there is no time to write it down.
    """

    def __init__(self, problem: Problem, state: ListArrays, division: int, deadline: Deadline) -> None:
        self.problem, self.state, self.division = problem, state, division
        self.teams = teams_of(problem, division)
        self.dates = dates_in_use(problem, state.opp, division)
        self.legs = int(problem.legs[division])
        self.model = cp_model.CpModel()
        self.cost: list[cp_model.LinearExprT] = []
        self.meets = self._meetings()
        self._rounds()
        for one, two in combinations(self.teams, 2):
            deadline.check()
            self._pair(one, two)

    def _bases(self) -> dict[int, tuple[int, bool]] | None:
        """For each date the first with the same round, and whether it is reversed; None unless all legs are alike."""
        teams = rows_of(self.problem, self.division)
        bases: dict[int, tuple[int, bool]] = {}
        rounds: dict[bytes, int] = {}
        for at in self.dates:
            opp, home = self.state.opp[teams, at], self.state.home[teams, at]
            first = rounds.setdefault(opp.tobytes(), at)
            same = bool((home == self.state.home[teams, first]).all())
            turned = bool((home + self.state.home[teams, first] == (opp >= 0)).all())
            if not same and not turned:
                return None
            bases[at] = first, not same
        return bases if len(rounds) * self.legs == len(self.dates) else None

    def _meetings(self) -> Meets:
        """A variable for each match that the sides allow; where all legs are alike, the first stands for all."""
        bases = self._bases()
        self.alike = bases is not None
        meets: Meets = {}
        for at in self.dates:
            first, turned = bases[at] if bases else (at, False)
            for home in self.teams:
                for away in self.teams:
                    if not self._may(home, away, at):
                        continue
                    if first == at:
                        meets[home, away, at] = self.model.new_bool_var("")
                        self.model.add_hint(meets[home, away, at], bool(self.state.opp[home, at] == away))
                    else:
                        key = (away, home, first) if turned else (home, away, first)
                        if key in meets:
                            meets[home, away, at] = meets[key]
        return meets

    def _may(self, home: int, away: int, at: int) -> bool:
        opp, sides = self.state.opp, self.state.home
        if home == away or opp[home, at] < 0 or opp[away, at] < 0:
            return False
        if self.problem.movable[self.division, at] == 0:
            return bool(opp[home, at] == away and sides[home, at] == 1)
        return bool(sides[home, at] == 1 and sides[away, at] == 0)

    def _rounds(self) -> None:
        here: dict[tuple[int, int], list[cp_model.IntVar]] = {}
        for (home, away, at), meet in self.meets.items():
            here.setdefault((home, at), []).append(meet)
            here.setdefault((away, at), []).append(meet)
        for team in self.teams:
            for at in self.dates:
                if self.state.opp[team, at] >= 0:
                    self.model.add_exactly_one(here.get((team, at), []))

    def _of(self, home: int, away: int) -> Iterator[tuple[int, cp_model.IntVar]]:
        return ((at, self.meets[home, away, at]) for at in self.dates if (home, away, at) in self.meets)

    def _pair(self, one: int, two: int) -> None:
        p, teams = self.problem, len(self.problem.division)
        at_home, back = list(self._of(one, two)), list(self._of(two, one))
        every = at_home + back
        self.model.add(sum(meet for _, meet in every) == self.legs)
        for side in (at_home, back):
            self.model.add(sum(meet for _, meet in side) <= (self.legs + 1) // 2)
        self._gaps(every)
        pair, reverse = one * teams + two, two * teams + one
        for wish in row(p.pair_at, p.pair_of, pair):
            self._wish(wish, every)
        for number, side in ((pair, at_home), (reverse, back)):
            for at in row(p.fixed_at, p.fixed_of, number):
                if p.movable[self.division, at]:
                    self.cost.append(BROKEN * (1 - sum(meet for then, meet in side if then == at)))

    def _gaps(self, every: Sequence[tuple[int, cp_model.IntVar]]) -> None:
        """No two meetings within the shortest gap; each week short of the preferred one has its price."""
        p, division = self.problem, self.division
        if self.alike:
            return  # each round as far from its like as before
        price, wanted = int(p.prices[3]), int(p.pref_gap[division])
        steps = range(wanted, 0, -7) if price and self.legs == 2 else range(0)
        for days in [int(p.min_gap[division]), *steps]:
            short = 0 if days == p.min_gap[division] else self.model.new_bool_var("")
            if not isinstance(short, int):
                self.cost.append(price * short)
            self._apart(every, days, short)

    def _apart(self, every: Sequence[tuple[int, cp_model.IntVar]], days: int, short: cp_model.LinearExprT) -> None:
        """At most one meeting in any so many days, or `short`."""
        p = self.problem
        for at in self.dates:
            near = [meet for then, meet in every if 0 <= p.day[then] - p.day[at] < days]
            if len(near) > 1:
                self.model.add(sum(near) <= 1 + short)

    def _wish(self, wish: int, every: Sequence[tuple[int, cp_model.IntVar]]) -> None:
        p = self.problem
        kind = p.kind[wish]
        when = set(row(p.when_at, p.when_of, wish))
        if kind == MEET_BY:
            when = {at for at in self.dates if p.day[at] <= p.by[wish]}
        inside = sum(meet for at, meet in every if at in when)
        price = BROKEN if p.rule[wish] else int(p.weight[wish])
        if kind == AVOID_MEET:
            self.cost.append(price * inside)
        elif kind in {MEET_ON, MEET_BY}:
            missed = self.model.new_bool_var("")
            self.model.add(inside + missed >= 1)
            self.cost.append(price * missed)

    def filled(self, effort: float, seed: int, deadline: Deadline) -> Ints | None:
        """Whom each team of the division meets on each date, or None where nothing was found with so much effort."""
        if self.cost:
            self.model.minimize(sum(self.cost))
        solver = run_solver(self.model, effort=effort, seed=seed, deadline=deadline)
        if solver is None:
            return None
        opp = self.state.opp[rows_of(self.problem, self.division)].copy()
        for (home, away, at), meet in self.meets.items():
            if solver.value(meet):
                opp[home - self.teams.start, at], opp[away - self.teams.start, at] = away, home
        return opp


def fill(problem: Problem, state: ListArrays, effort: float, seed: int, deadline: Deadline) -> ListArrays:
    """The list with the meetings of every division of full rounds made anew, where that can be done."""
    whole = copy_arrays(state)
    for division in np.flatnonzero(problem.full):
        try:
            opp = Filling(problem, state, int(division), deadline).filled(effort, seed, deadline)
        except OutOfTimeError:
            break
        if opp is not None:
            whole.opp[rows_of(problem, int(division))] = opp
    return whole
