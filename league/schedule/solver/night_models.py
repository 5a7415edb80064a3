"""A season of few matches on many nights as a linear programme, and put to CP-SAT, whole or in part."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import ceil
from random import Random

import numpy as np
from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model

from league.schedule.solver.deadline import Deadline, solver_for
from league.schedule.solver.night_anneal import CLOSED, NightProblem, Seat, nights_of, too_near
from league.schedule.solver.problem import Floats, Ints

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
        for near in too_near(problem, self.on):
            deadline.check()
            self.model.add(total(near) <= 1)
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


# --- as a model of CP-SAT ---------------------------------------------------------------------------------------------
Terms = list[cp_model.IntVar]
WHIM = 4  # a price is taken fewer times than that, where prices are left to chance


class NightModel:
    """Whether a match is on a night, and how much too often a team plays; `on[match][date]` are its variables.

    Only the matches that are `free` may move, or all where `at` is not given: the others are on their dates of `at`,
    which breaks no rule. What is counted is the price of nights on which a free match may be; on a `whim` each price of
    too many matches is taken up to three times, or not at all.
    """

    def __init__(
        self, problem: NightProblem, deadline: Deadline, *, free: Sequence[int] | None = None, at: Ints | None = None,
        whim: Random | None = None,
    ) -> None:  # fmt: skip
        self.problem, self.deadline, self.whim = problem, deadline, whim
        self.model = cp_model.CpModel()
        self.price: list[cp_model.LinearExprT] = []
        self.on: dict[int, dict[int, cp_model.IntVar]] = {}
        self.plays: dict[Seat, Terms] = defaultdict(list)
        self.hosts: dict[Seat, Terms] = defaultdict(list)
        self.playing: set[Seat] = set()  # by matches that stay
        self.hosting: set[Seat] = set()
        self.taken: dict[Seat, int] = defaultdict(int)  # boards of a venue, by matches that stay
        self.staying: dict[int, int] = {}
        movable = range(len(problem.host)) if free is None else free
        if at is not None:
            self._stay(at, set(movable))
        self._matches(movable)
        self._teams()
        self._venues()
        for near in too_near(problem, self.on):
            deadline.check()
            self.model.add_at_most_one(near)
        self.model.minimize(cp_model.LinearExpr.sum(self.price))

    def _stay(self, at: Ints, free: set[int]) -> None:
        p = self.problem
        for match, (host, guest, date) in enumerate(zip(p.host.tolist(), p.guest.tolist(), at.tolist(), strict=True)):
            if match not in free:
                self.staying[match] = date
                self.playing |= {(host, date), (guest, date)}
                self.hosting.add((host, date))
                self.taken[int(p.venue[host]), date] += 1

    def _matches(self, free: Sequence[int]) -> None:
        p = self.problem
        for match in free:
            self.deadline.check()
            host, guest = int(p.host[match]), int(p.guest[match])
            dates = {date: self.model.new_bool_var("") for date in self._open(match, host, guest)}
            self.model.add_exactly_one(dates.values())
            self.on[match] = dates
            for date, here in dates.items():
                self.price += [int(p.fare[match, date]) * here] if p.fare[match, date] else []
                self.hosts[host, date].append(here)
                self.plays[host, date].append(here)
                self.plays[guest, date].append(here)

    def _open(self, match: int, host: int, guest: int) -> list[int]:
        """The dates that those that stay leave open to a match."""
        p = self.problem
        dates: list[int] = np.flatnonzero(p.fare[match] != CLOSED).tolist()
        if not self.staying:
            return dates
        pair = [self.staying.get(other) for other in p.pair_of[p.pair_at[match] : p.pair_at[match + 1]].tolist()]
        met, gap, venue = [int(p.day[date]) for date in pair if date is not None], p.gap[match], int(p.venue[host])
        return [
            date
            for date in dates
            if (host, date) not in self.playing
            and (guest, date) not in self.playing
            and self.taken.get((venue, date), 0) < p.capacity[venue, date]
            and all(abs(p.day[date] - day) >= gap for day in met)
        ]

    def _teams(self) -> None:
        p = self.problem
        for matches in self.plays.values():
            if len(matches) > 1:
                self.model.add_at_most_one(matches)
        for team in sorted({team for team, _ in self.plays}):
            self.deadline.check()
            self._spells(team)
            for other, only_home, price, rule in p.apart_of[p.apart_at[team] : p.apart_at[team + 1]].tolist():
                self._apart(team, other, price, only_home=bool(only_home), rule=bool(rule))

    def _spells(self, team: int) -> None:
        """So many matches at most in any so many nights running."""
        p = self.problem
        seats = nights_of(p, team)
        movable = [place for place, date in enumerate(seats) if (team, date) in self.plays]
        for nights, most, price, rule in p.near[team, : p.nears[team]].tolist():
            last = len(seats) - nights
            for first in sorted({s for m in movable for s in range(max(0, m - nights + 1), min(m, last) + 1)}):
                dates = [(team, date) for date in seats[first : first + nights]]
                fixed = sum(seat in self.playing for seat in dates)
                plays = [self.plays[seat] for seat in dates if seat in self.plays]
                self._limit(plays, most - fixed, price, rule=bool(rule))

    def _limit(self, nights: Sequence[Terms], most: int, price: int, *, rule: bool) -> None:
        """No more of them than the most, each of which is there at most once, or each above it at the price."""
        terms = [each for matches in nights for each in matches]
        if len(nights) <= most or not terms:
            return
        price *= self.whim.randrange(WHIM) if self.whim else 1
        if rule:
            self.model.add(cp_model.LinearExpr.sum(terms) <= max(0, most))
        elif price and most <= 0:
            self.price.append(price * cp_model.LinearExpr.sum(terms))
        elif price:
            over = self.model.new_int_var(0, len(nights) - most, "")
            self.model.add(cp_model.LinearExpr.sum(terms) - most <= over)
            self.price.append(price * over)

    def _apart(self, team: int, other: int, price: int, *, only_home: bool, rule: bool) -> None:
        """Never both, or never both at home; of two teams with free matches it is said once."""
        terms, staying = (self.hosts, self.hosting) if only_home else (self.plays, self.playing)
        for date in nights_of(self.problem, team):
            one, two = terms.get((team, date), []), terms.get((other, date), [])
            if one and (team < other or not two):
                self._limit([each for each in (one, two) if each], 1 - ((other, date) in staying), price, rule=rule)

    def _venues(self) -> None:
        p = self.problem
        terms_by_venue: dict[Seat, Terms] = defaultdict(list)
        for (team, date), matches in self.hosts.items():
            terms_by_venue[int(p.venue[team]), date] += matches
        for (venue, date), matches in terms_by_venue.items():
            room = int(p.capacity[venue, date]) - self.taken.get((venue, date), 0)
            if len(matches) > room:
                self.model.add(cp_model.LinearExpr.sum(matches) <= room)

    def dates(self, value: cp_model.CpSolver | cp_model.CpSolverSolutionCallback) -> dict[int, int]:
        """The date of each free match in what was found."""
        return {
            match: next(date for date, here in dates.items() if value.boolean_value(here))
            for match, dates in self.on.items()
        }


RELAXATION = 2  # how much of the model CP-SAT also puts as a linear programme: all of it, cuts too
Part = tuple[list[int], Ints]  # matches, and their dates


def place_matches(model: NightModel, chance: Random, deadline: Deadline) -> tuple[Part | None, bool]:
    """The free matches of a model where they cost least, as far as the time lets, and whether it let it be settled."""
    solver = solver_for(seed=chance.randrange(1 << 30), linear=RELAXATION)
    solver.parameters.cp_model_presolve = False  # takes longer here than it saves
    status = deadline.run(solver, model.model)
    settled = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, settled
    dates = model.dates(solver)
    return (list(dates), np.array(list(dates.values()), dtype=np.int64)), settled


def bound_nights(
    problem: NightProblem, deadline: Deadline, *, bound: Callable[[int], None], found: Callable[[Ints], object],
    seed: int = 1,
) -> bool:  # fmt: skip
    """Tell of better bounds and of lists (a date for each match) until the deadline; whether there is none."""
    model = NightModel(problem, deadline)

    class Listener(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found(np.array(list(model.dates(self).values())))

    solver = solver_for(seed=seed, linear=RELAXATION)
    solver.best_bound_callback = lambda best: bound(int(np.ceil(best - 1e-6)))
    status = deadline.run(solver, model.model, Listener())
    return status == cp_model.INFEASIBLE
