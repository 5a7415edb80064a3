"""A season of few matches on many nights put to CP-SAT with its prices: all of it, or a part while the rest stays."""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

import numpy as np
from ortools.sat.python import cp_model

from league.schedule.solver.arrays import Ints
from league.schedule.solver.deadline import Deadline
from league.schedule.solver.night_arrays import Seat, nights_of, too_near
from league.schedule.solver.night_moves import CLOSED, NightProblem

Terms = list[cp_model.IntVar]
WHIM = 4  # a price is taken fewer times than that, where prices are left to chance


class NightModel:
    """Whether a match is on a night, and how much too often a team plays; `on[match][date]` are its variables.

    Only the matches that are `free` may move, or all where `at` is not given: the others are on their dates of `at`,
    which breaks no rule. What is counted is the price of nights on which a free match may be; on a `whim` each price of
    too many matches is taken up to three times, or not at all.
    """

    def __init__(
        self,
        problem: NightProblem,
        deadline: Deadline,
        *,
        free: Sequence[int] | None = None,
        at: Ints | None = None,
        whim: Random | None = None,
    ) -> None:
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
        self._meetings()
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

    def _meetings(self) -> None:
        for near in too_near(self.problem, self.on):
            self.deadline.check()
            self.model.add_at_most_one(near)

    def dates(self, value: cp_model.CpSolver | cp_model.CpSolverSolutionCallback) -> dict[int, int]:
        """The date of each free match in what was found."""
        return {
            match: next(date for date, here in dates.items() if value.boolean_value(here))
            for match, dates in self.on.items()
        }
