"""The search for a season of few matches on many nights: a first list by annealing, then better ones part by part."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from random import Random
from threading import Lock

import numpy as np

from league.schedule.solver.arrays import Floats, Ints
from league.schedule.solver.deadline import LISTENS_EVERY, Deadline, OutOfTimeError
from league.schedule.solver.night_bound import bound_nights
from league.schedule.solver.night_dive import dive
from league.schedule.solver.night_flow import NightFlow
from league.schedule.solver.night_moves import (
    BEST_HARD,
    BEST_SOFT,
    NightProblem,
    NightState,
    anneal_nights,
    broken_rules,
    count_nights,
)
from league.schedule.solver.night_parts import NightParts, Part

SLICE = 100_000  # moves after which the clock is looked at
ROUNDS = (8, 24, 60, 150)  # slices of one cooling, the last again and again
HOT, COLD = 1.6, 0.18  # in prices
PENALTY = 6.0  # of a broken rule, in prices
MENDABLE, VAIN = 5, 8  # broken rules that are mended by parts; parts in vain before it is cooled again
STALE, AWAY = 20, 20  # parts in vain before a core goes its own way, and parts until it is back
DIVES = 0.5  # of these ways, how many go down the linear programme
LINEAR, BOUNDING = 0.5, 0.4  # of the time at most until the linear programme is solved, and CP-SAT's bound told


class NightSearch:
    """One search: the best dates so far, their `rank` (broken rules, cost), and a cost that no list goes below."""

    def __init__(self, problem: NightProblem, seed: int, deadline: Deadline) -> None:
        self.problem, self.deadline = problem, deadline
        self.chance = Random(seed)  # noqa: S311 (a fixture list is no secret)
        self.best: Ints | None = None
        self.rank = (1 << 30, 1 << 30)
        self.bound = 0
        self.shares: Floats | None = None  # of the matches on their dates, in the linear programme
        self.impossible = False
        self.lock = Lock()
        priced = problem.near[:, :, 2]
        self.scale = float(max(1.0, np.median(priced[priced > 0]))) if (priced > 0).any() else 1.0

    @property
    def done(self) -> bool:
        return self.impossible or self.deadline.over() or self.rank <= (0, self.bound)

    def run(self, seconds: float, heard: Callable[[Ints], None]) -> None:
        """Go on until the time is over, or no list can be better; `heard` gets the dates of better lists as they come.

        It is called by whoever runs this, while others search.
        """
        seeds = [self.chance.randrange(1 << 30) for _ in range(2)]
        with ThreadPoolExecutor(2) as cores:
            first = cores.submit(self._search, seeds[0])
            second = cores.submit(self._bound_and_search, seeds[1], seconds)
            best_rank = self.rank
            while True:
                waiting = wait([first, second], LISTENS_EVERY).not_done
                if self.best is not None and self.rank < best_rank:
                    best_rank = self.rank
                    heard(self.best)
                if not waiting:
                    break
            first.result()
            second.result()

    def _bound_and_search(self, seed: int, seconds: float) -> None:
        """A bound and a list from the linear programme, then CP-SAT's bound; then better lists."""
        part = self.deadline.within(BOUNDING * seconds)
        until = Deadline(self.deadline.ends, lambda: self.done or (self.rank[0] == 0 and part.over()))
        try:
            bound, self.shares = NightFlow(self.problem, self._while_open.within(LINEAR * seconds)).solve()
            self._take_bound(bound)
            if (dates := self._dive(Random(seed))) is not None:  # noqa: S311
                self.take(dates)
            if not until.over() and bound_nights(
                self.problem, until, bound=self._take_bound, found=self.take, seed=seed % 1000
            ):
                self.impossible = True
        except OutOfTimeError:
            pass
        self._search(seed)

    @property
    def _while_open(self) -> Deadline:
        return Deadline(self.deadline.ends, lambda: self.done)

    def _dive(self, chance: Random) -> Ints | None:
        if self.shares is None:
            return None
        return dive(self.problem, self.shares, chance, self._while_open, below=self._least_whole)

    def _least_whole(self) -> int:
        """What the best list costs that breaks no rule."""
        broken, cost = self.rank
        return 1 << 30 if broken else cost

    def _take_bound(self, bound: int) -> None:
        self.bound = max(self.bound, bound)

    def take(self, dates: Ints) -> tuple[int, int]:
        """Count a list, and keep it where none is better: its rank."""
        tally = np.zeros(4, dtype=np.int64)
        count_nights(self.problem, self._state(dates), tally)
        rank = int(tally[1]), int(tally[0])
        with self.lock:
            if rank <= self.rank:
                self.best, self.rank = dates.copy(), rank  # whoever sees the rank finds the list
        return rank

    def _state(self, dates: Sequence[int] | Ints) -> NightState:
        shape = self.problem.seat.shape
        return NightState(
            np.array(dates, dtype=np.int64),
            np.zeros(shape, dtype=np.int64),
            np.zeros(shape, dtype=np.int64),
            np.zeros(self.problem.capacity.shape, dtype=np.int64),
        )

    def _search(self, seed: int) -> None:
        """Cool down from anywhere until a list is nearly whole; then mend it, and make it better, part by part."""
        chance = Random(seed)  # noqa: S311
        parts, turn, vain = NightParts(self.problem, chance), 0, 0
        while not self.done:
            before = self.rank
            if before[0] > MENDABLE or (before[0] and vain > VAIN):
                self._cool(self._state(self._anywhere(chance)), ROUNDS[min(turn, len(ROUNDS) - 1)], chance)
                turn, vain = turn + 1, 0
                continue
            assert self.best is not None
            try:
                if vain > STALE:
                    self._go_astray(parts, chance)
                elif part := self._part(parts, self.best):
                    self.take(_with(self.best, part))  # the other core may have made it better meanwhile
            except OutOfTimeError:
                return
            vain = 0 if self.rank < before or vain > STALE else vain + 1

    def _go_astray(self, parts: NightParts, chance: Random) -> None:
        """Go on by itself from another list for a while: to another valley, which may be deeper."""
        at = self._elsewhere(parts, chance)
        rank = self.take(at)
        for _ in range(AWAY):
            if self.done or rank <= self.rank:
                return
            part = self._part(parts, at)
            if part and (counted := self.take(new := _with(at, part))) <= rank:
                at, rank = new, counted

    def _elsewhere(self, parts: NightParts, chance: Random) -> Ints:
        """Another way down the linear programme, or the best list with a part put anew on a whim."""
        assert self.best is not None
        at = self.best
        if chance.random() < DIVES and (dates := self._dive(chance)) is not None:
            return dates
        part = self._part(parts, at, whim=True)
        return _with(at, part) if part else at

    def _part(self, parts: NightParts, at: Ints, *, whim: bool = False) -> Part | None:
        state = self._state(at)
        count_nights(self.problem, state, np.zeros(4, dtype=np.int64))
        broken = np.flatnonzero(broken_rules(self.problem, state)).tolist()
        return parts.improve(at, broken, self._while_open, shares=self.shares, whim=whim)

    def _anywhere(self, chance: Random) -> Ints:
        starts = self.problem.open_at
        picks = [chance.randrange(int(first), int(last)) for first, last in pairwise(starts)]
        return np.array(self.problem.open_of[picks], dtype=np.int64)

    def _cool(self, state: NightState, slices: int, chance: Random) -> None:
        tally = np.zeros(4, dtype=np.int64)
        count_nights(self.problem, state, tally)
        tally[BEST_SOFT:] = tally[: BEST_HARD - 1]
        best, before = state.at.copy(), (1 << 30, 1 << 30)
        penalty, hot, cold = PENALTY * self.scale, HOT * self.scale, COLD * self.scale
        for number in range(slices):
            if self.done:
                break
            start, end = (hot * (cold / hot) ** (step / slices) for step in (number, number + 1))
            anneal_nights(self.problem, state, best, tally, SLICE, start, end, penalty, chance.randrange(1 << 31))
            rank = int(tally[BEST_HARD]), int(tally[BEST_SOFT])
            if rank < min(before, self.rank):
                self.take(best)
                before = rank


def _with(at: Ints, part: Part) -> Ints:
    new = at.copy()
    matches, dates = part
    new[matches] = dates
    return new
