"""A list to begin with: the one that there is where it is whole, otherwise round robins with few breaks.

De Werra (1981): an even number of teams cannot do with fewer than n - 2 breaks a leg, an odd number needs none, and the
circle method reaches that for one leg. The double ones here: of an odd number read forwards and then backwards with
venues reversed; of an even number with one break a team, filled in by CP-SAT. Where the second half mirrors the first,
even numbers have 3n - 6.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from league.schedule.solver.deadline import NO_DEADLINE, Deadline, OutOfTimeError, run_solver
from league.schedule.solver.problem import (
    AVOID_MEET,
    MEET_BY,
    MEET_ON,
    Ints,
    ListArrays,
    Problem,
    copy_arrays,
    dates_in_use,
    row,
    rows_of,
    teams_of,
)
from scoring.season.schedule.circle import Round, round_robin
from scoring.season.schedule.task import Division, Match, Mode, SecondHalf, Task

EFFORT = 5.0  # for one template, in CP-SAT's measure

Rounds = tuple[tuple[tuple[int, int], ...], ...]


def there_and_back(teams: Sequence[str]) -> tuple[Round, ...]:
    """One leg, and the same read backwards with venues reversed: no breaks at all for an odd number of teams."""
    leg = round_robin(teams, 1)
    return (
        *leg,
        *(tuple((away, home) if away else (home, None) for home, away in pairings) for pairings in reversed(leg)),
    )


def few_breaks(teams: Sequence[str], legs: int) -> tuple[Round, ...]:
    """An even number of teams, an even number of legs, n - 2 breaks in all; () where none was found.

    They lie on even rounds, evenly spread, so that no few teams are apart too seldom to meet.
    """
    pairs, rounds = len(teams) // 2, legs * (len(teams) - 1)
    breaks = [2 * round(rounds * pair / pairs / 2) for pair in range(pairs)]
    return _seated(teams, _filled(tuple(breaks), rounds, legs))


def few_breaks_mirrored(teams: Sequence[str]) -> tuple[Round, ...]:
    """An even number of teams, more than four, and the same again with venues reversed; () where none was found.

    All but two teams have a break in each half and one between them, so none of the former may touch the middle: there
    would be three matches running at one end.
    """
    breaks = (0, 2, *range(3, len(teams) - 2, 2))
    half = _seated(teams, _filled(breaks, len(teams) - 1, 1))
    return (*half, *(tuple((away, home) for home, away in pairs) for pairs in half))


def _seated(teams: Sequence[str], rounds: Rounds) -> tuple[tuple[tuple[str, str], ...], ...]:
    return tuple(tuple((teams[home], teams[away]) for home, away in pairs) for pairs in rounds)


def varied(teams: Sequence[str], legs: int, chance: Random, *, deadline: Deadline = NO_DEADLINE) -> tuple[Round, ...]:
    """The circle's sides with other meetings, later legs the first with venues reversed; () where none were found.

    The circle's own rounds hang together in one chain, any two of them, so that little can be changed in them without
    breaks; those of a chance filling fall apart into short ones.
    """
    circle = round_robin([str(seat) for seat in range(len(teams))], 1)
    sides = [[-1] * len(circle) for _ in teams]
    for number, pairings in enumerate(circle):
        for home, away in pairings:
            if away is not None:
                sides[int(home)][number], sides[int(away)][number] = 1, 0
    leg = _meetings(sides, 1, chance.randrange(1 << 30), deadline)
    names = [tuple((teams[home], teams[away]) for home, away in pairs) for pairs in leg]
    byes: list[tuple[tuple[str, None], ...]] = [
        tuple((team, None) for team, side in zip(teams, sides, strict=True) if side[number] < 0)
        for number in range(len(circle))
    ]
    if not leg:
        return ()
    return tuple(
        (*(pair if number % 2 == 0 else pair[::-1] for pair in pairs), *bye)
        for number in range(legs)
        for pairs, bye in zip(names, byes, strict=True)
    )


@lru_cache(maxsize=32)
def _filled(breaks: tuple[int, ...], rounds: int, legs: int) -> Rounds:
    """Who meets whom where each team is by turns at home and away but for one break; teams 2i and 2i + 1 are opposite.

    `breaks` says for each such two the round of their second match at one end, 0 if they have none.
    """
    sides = []
    for pair, broken in enumerate(breaks):
        at_home = [(pair + number - int(0 < broken <= number)) % 2 for number in range(rounds)]
        sides += [at_home, [1 - side for side in at_home]]
    return _meetings(sides, legs, 1)


def _meetings(sides: Sequence[Sequence[int]], legs: int, seed: int, deadline: Deadline = NO_DEADLINE) -> Rounds:
    """Rounds of (home, away) for teams whose sides are given (1 home, 0 away, -1 bye); () where none were found.

    Two teams meet `legs` times, half of them at each; of one leg, at either.
    """
    teams, rounds = len(sides), len(sides[0])
    model = cp_model.CpModel()
    meets = {
        (home, away, number): model.new_bool_var("")
        for number in range(rounds)
        for home in range(teams)
        for away in range(teams)
        if sides[home][number] == 1 and sides[away][number] == 0
    }
    by_night: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    by_pair: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    for (home, away, number), meet in meets.items():
        by_night.setdefault((home, number), []).append(meet)
        by_night.setdefault((away, number), []).append(meet)
        by_pair.setdefault((home, away) if legs > 1 else (min(home, away), max(home, away)), []).append(meet)
    for here in by_night.values():
        model.add_exactly_one(here)
    for here in by_pair.values():
        model.add(sum(here) == max(1, legs // 2))
    solver = run_solver(model, effort=EFFORT, seed=seed, by_chance=True, deadline=deadline)
    if solver is None:
        return ()
    return tuple(
        tuple(sorted(key[:2] for key, meet in meets.items() if key[2] == number and solver.value(meet)))
        for number in range(rounds)
    )


MOST_TEAMS = 18  # for more the template takes longer than it saves


def is_whole(division: Division, matches: Sequence[Match]) -> bool:
    """Whether these matches of the division have the shape that annealing keeps, whatever rules they break."""
    if division.mode == Mode.RELAXED:
        return False
    days = defaultdict[Any, list[Match]](list)
    for match in matches:
        days[match.date].append(match)
    teams = len(division.teams)
    if len(days) != division.rounds or not set(days) <= set(division.dates):
        return False
    if any(
        len({team for match in tonight for team in (match.home, match.away)}) != teams // 2 * 2
        for tonight in days.values()
    ):
        return False
    met = Counter((match.home, match.away) for match in matches)
    most = (division.legs + 1) // 2
    if not all(
        met[one, two] + met[two, one] == division.legs and max(met[one, two], met[two, one]) <= most
        for one, two in combinations(division.teams, 2)
    ):
        return False
    rounds = [{(match.home, match.away) for match in days[day]} for day in sorted(days)]
    leg = len(rounds) // division.legs
    return division.second_half == SecondHalf.FREE or all(
        rounds[number] == {(away, home) for home, away in rounds[number - leg]} for number in range(leg, len(rounds))
    )


def first_list(
    task: Task, start_matches: Iterable[Match], chance: Random, *, plain: bool = True, deadline: Deadline = NO_DEADLINE
) -> tuple[Match, ...]:
    """Each division's matches: those given where they are whole (or may be anything), otherwise the circle's.

    `plain` rounds have the fewest breaks; others are less rigid. A relaxed division keeps what is given; what is
    missing is for the bench. Where the time is over rounds are the circle's own, which take none.
    """
    start_matches = tuple(start_matches)
    matches: list[Match] = []
    for division in task.divisions:
        own = [match for match in start_matches if match.division == division.id]
        if division.mode == Mode.RELAXED or is_whole(division, own):
            matches += own
        else:
            matches += _rounds(division, task, chance, plain=plain, deadline=deadline)
    return tuple(matches)


def _rounds(division: Division, task: Task, chance: Random, *, plain: bool, deadline: Deadline) -> list[Match]:
    teams = list(division.teams)
    chance.shuffle(teams)
    rounds: tuple[Round, ...] = ()
    if len(teams) > MOST_TEAMS or deadline.over():
        pass
    elif plain and division.legs == 2 and division.second_half == SecondHalf.MIRRORED:
        rounds = () if len(teams) % 2 or len(teams) == 4 else few_breaks_mirrored(teams)
    elif plain and division.legs == 2 and task.weights.gap == 0:
        rounds = there_and_back(teams) if len(teams) % 2 else few_breaks(teams, 2)
    elif not plain:
        rounds = varied(teams, division.legs, chance, deadline=deadline)
    rounds = rounds or round_robin(teams, division.legs)
    open_dates = [day for day in division.dates if not task.frozen_until or day > task.frozen_until]
    dates = open_dates if len(open_dates) >= len(rounds) else list(division.dates)
    return [
        Match(division.id, day, home, away)
        for day, pairings in zip(dates, rounds, strict=False)
        for home, away in pairings
        if away is not None
    ]


# --- who meets whom once the sides are settled ------------------------------------------------------------------------
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
