"""From a first list to better ones: annealing on two cores, in cycles, always keeping the best.

Teams are first seated in a template: whole seasons and whole dates change places, so that its few breaks stay. Then the
meetings of each division are made to suit, then every kind of move is annealed, each core from a start of its own.

The work is counted in moves and not in seconds, so that the same seed gives the same list; a slow machine stops early.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

import numpy as np

from league.schedule.solver.anneal import anneal, mixture, room_for
from league.schedule.solver.arrays import Floats, ListArrays, Problem, rows_of
from league.schedule.solver.costs import count_all
from league.schedule.solver.deadline import NO_DEADLINE, Deadline
from league.schedule.solver.fill import fill
from league.schedule.solver.start import copy_arrays

CORES = 2
FILLING = 1.0  # how hard CP-SAT tries, in its own measure of seconds
SLICE = 250_000  # work after which the clock is looked at, with the usual number of dates; sooner with more
USUAL_DATES = 40
SEATING = mixture(swap_seasons=1.0, swap_dates=1.0, shift_dates=0.1)
EVERY = mixture(
    reverse_pair=0.20,
    swap_chain=0.36,
    put_right=0.15,
    swap_opponents=0.25,
    swap_dates=0.09,
    shift_dates=0.02,
    swap_seasons=0.04,
)
RELAXED = mixture(reverse_pair=0.25, swap_chain=0.60, swap_opponents=0.15)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A list as arrays, with what it costs and how many rules it breaks."""

    state: ListArrays
    cost: int
    hard: int

    @property
    def rank(self) -> tuple[int, int]:
        return self.hard, self.cost


@dataclass(frozen=True, slots=True)
class Stage:
    """So much `work` with one mixture of moves, cooling from `hot` to `cold`; a broken rule costs `penalty`.

    Only matches of the `divisions` are moved, or those of all where none is named.
    """

    mix: Floats
    work: float
    hot: float
    cold: float
    penalty: float
    divisions: tuple[int, ...] = ()


def evaluate(problem: Problem, state: ListArrays) -> Candidate:
    """What a list costs, counted anew."""
    cost, hard = count_all(problem, state)
    return Candidate(state, int(cost), int(hard))


def broken_divisions(problem: Problem, state: ListArrays) -> list[int]:
    """Divisions of full rounds that break a rule, or have a match at a pub that is too full; costs must be counted."""
    full = state.load > problem.capacity
    divisions = []
    for division in np.flatnonzero(problem.full):
        own = rows_of(problem, int(division))
        inside = full[problem.venue[own]] & (state.home[own] == 1)
        nights = problem.night_hard[division, np.arange(len(problem.day)), state.turnout[division]]
        if state.team_hard[own].sum() + state.pair_hard[own, own].sum() + inside.sum() + nights.sum():
            divisions.append(int(division))
    return divisions


class AnnealingSearch:
    """The state of one search. `run` does one stage on all cores and tells what came of it."""

    def __init__(self, problem: Problem, seed: int, deadline: Deadline = NO_DEADLINE) -> None:
        self.problem = problem
        self.deadline = deadline
        self.chance = Random(seed)  # noqa: S311 (a fixture list is no secret)

    def _seed(self) -> int:
        return self.chance.randrange(1 << 31)

    def run(self, jobs: list[tuple[ListArrays, Stage]]) -> list[tuple[Candidate, Candidate]]:
        """Each job on a core of its own: the (last, best) lists of each, in order."""
        seeds = [self._seed() for _ in jobs]

        def one(number: int) -> tuple[Candidate, Candidate]:
            state, stage = jobs[number]
            last, best = copy_arrays(state), copy_arrays(state)
            self._anneal(last, best, stage, seeds[number])
            return evaluate(self.problem, last), evaluate(self.problem, best)

        with ThreadPoolExecutor(CORES) as cores:
            return list(cores.map(one, range(len(jobs))))

    def seated(self, states: Sequence[ListArrays], work: float) -> list[Candidate]:
        """Teams seated in each list so that those who must meet could; then their meetings made to suit."""
        loose = AnnealingSearch(self.problem._replace(loose=np.array([1])), self._seed(), self.deadline)
        stage = Stage(SEATING, work, 10.0, 1.0, 25.0)
        return self._filled([best.state for _, best in loose.run([(state, stage) for state in states])])

    def _filled(self, states: Sequence[ListArrays]) -> list[Candidate]:
        seeds = [self._seed() for _ in states]

        def one(number: int) -> Candidate:
            if self.deadline.over():
                return evaluate(self.problem, copy_arrays(states[number]))
            return evaluate(self.problem, fill(self.problem, states[number], FILLING, seeds[number], self.deadline))

        with ThreadPoolExecutor(CORES) as cores:
            return list(cores.map(one, range(len(states))))

    def _anneal(self, last: ListArrays, best: ListArrays, stage: Stage, seed: int) -> None:
        """A stage in slices, so that it can be stopped on time."""
        price, broken = count_all(self.problem, last)
        tally = np.array([price, broken, price, broken], dtype=np.int64)
        room = room_for(self.problem)
        chosen = np.array(stage.divisions or range(len(self.problem.first)), dtype=np.int64)
        slices = max(1, int(stage.work * max(1.0, len(self.problem.day) / USUAL_DATES) / SLICE))
        for number in range(slices):
            if self.deadline.over():
                return
            hot, cold = (stage.hot * (stage.cold / stage.hot) ** (step / slices) for step in (number, number + 1))
            anneal(
                self.problem,
                last,
                room,
                best,
                tally,
                chosen,
                stage.mix,
                stage.work / slices,
                hot,
                cold,
                stage.penalty,
                seed + number,
            )
