"""Simulated annealing of a whole league's list, compiled: a few hundred thousand moves a second, on two cores.

A move is made, what it touches is counted again, and it is taken back unless it is better or lucky. A broken rule costs
`penalty`, so that a list may pass through what is not allowed. The work is counted in moves and not in seconds, so that
the same seed gives the same list; a slow machine stops early.
"""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

import numpy as np
from numba import njit

from league.schedule.solver.costs import count_all, pair_cost, team_cost, wish_cost
from league.schedule.solver.deadline import NO_DEADLINE, Deadline
from league.schedule.solver.moves import (
    GUEST,
    HOST,
    WHEN,
    MoveBuffer,
    copy_to_legs,
    put_right,
    reverse_pair,
    shift_dates,
    swap_chain,
    swap_dates,
    swap_opponents,
    swap_seasons,
    take_from_bench,
)
from league.schedule.solver.problem import Floats, Ints, ListArrays, Problem, copy_arrays, rows_of
from league.schedule.solver.start import fill

REVERSE_PAIR, SWAP_CHAIN, PUT_RIGHT, SWAP_OPPONENTS, SWAP_DATES, SHIFT_DATES, SWAP_SEASONS = range(7)
OUT, IN = range(2)
TRY, COUNT = 0.5, 0.25  # work: for a move, and for each part of the list that it makes us count again


def mixture(**shares: float) -> Floats:
    """How often each kind of move is tried, by name, as running totals."""
    kinds = ("reverse_pair", "swap_chain", "put_right", "swap_opponents", "swap_dates", "shift_dates", "swap_seasons")
    parts = np.array([shares.get(kind, 0.0) for kind in kinds])
    return np.cumsum(parts / parts.sum())


def room_for(problem: Problem) -> MoveBuffer:
    """An empty move, large enough for any of the problem's."""
    teams, dates = len(problem.division), len(problem.day)
    rows = int((problem.legs * problem.size * (problem.size + 1)).max()) + 8
    return MoveBuffer(
        out=np.zeros((rows, 3), dtype=np.int64),
        into=np.zeros((rows, 3), dtype=np.int64),
        rows=np.zeros(2, dtype=np.int64),
        seen=np.zeros(teams, dtype=np.int64),
        stamp=np.zeros(1, dtype=np.int64),
        dates=np.zeros(max(dates, 1) + 1, dtype=np.int64),
    )


@njit(cache=True, nogil=True)
def _place(problem: Problem, state: ListArrays, rows: Ints, count: int, put: int) -> tuple[int, int]:
    """Put matches in the list, or take them out: (price, broken rules) more of pubs and of a division's nights."""
    division_of, night_soft, night_hard = problem.division, problem.night_soft, problem.night_hard
    turnout = state.turnout
    by_turnout = problem.by_turnout[0] == 1
    venue_of, capacity, load, opp, home = problem.venue, problem.capacity, state.load, state.opp, state.home
    soft, over = 0, 0
    for k in range(count):
        host, guest, at = rows[k, HOST], rows[k, GUEST], rows[k, WHEN]
        venue = venue_of[host]
        spare = capacity[venue, at] - load[venue, at]
        if put == IN:
            opp[host, at], opp[guest, at] = guest, host
            home[host, at], home[guest, at] = 1, 0
            load[venue, at] += 1
            over += int(spare <= 0)
        else:
            opp[host, at], opp[guest, at] = -1, -1
            home[host, at] = 0
            load[venue, at] -= 1
            over -= int(spare < 0)
        if by_turnout:
            division = division_of[host]
            before = turnout[division, at]
            after = before + (1 if put == IN else -1)
            turnout[division, at] = after
            soft += night_soft[division, at, after] - night_soft[division, at, before]
            over += night_hard[division, at, after] - night_hard[division, at, before]
    return soft, over


@njit(cache=True, nogil=True)
def _recount(problem: Problem, state: ListArrays, move: MoveBuffer, old: Ints) -> tuple[int, int, int]:
    """Count again what the move touched. Fills `old` with (kind, one, two, soft, hard) and gives both differences."""
    stamps, out, into, counted, team_stamps = move.stamp, move.out, move.into, move.rows, move.seen
    of_two_at, of_two_of, two_of, one_of = problem.of_two_at, problem.of_two_of, problem.two, problem.one
    team_soft, team_hard, opp, home = state.team_soft, state.team_hard, state.opp, state.home
    pair_seen, pair_soft, pair_hard, wish_soft = state.pair_seen, state.pair_soft, state.pair_hard, state.wish_soft
    wish_hard = state.wish_hard
    soft, hard, kept = 0, 0, 0
    stamps[0] += 1
    stamp = stamps[0]
    for which in range(2):
        rows = out if which == 0 else into
        for k in range(counted[which]):
            one, two = min(rows[k, HOST], rows[k, GUEST]), max(rows[k, HOST], rows[k, GUEST])
            for team in (one, two):
                if team_stamps[team] != stamp:
                    team_stamps[team] = stamp
                    old[kept, 0], old[kept, 1] = 0, team
                    old[kept, 3], old[kept, 4] = team_soft[team], team_hard[team]
                    kept += 1
                    team_soft[team], team_hard[team] = team_cost(problem, opp, home, team)
                    soft += team_soft[team] - old[kept - 1, 3]
                    hard += team_hard[team] - old[kept - 1, 4]
            if pair_seen[one, two] != stamp:
                pair_seen[one, two] = stamp
                old[kept, 0], old[kept, 1], old[kept, 2] = 1, one, two
                old[kept, 3], old[kept, 4] = pair_soft[one, two], pair_hard[one, two]
                kept += 1
                pair_soft[one, two], pair_hard[one, two] = pair_cost(problem, opp, home, one, two)
                soft += pair_soft[one, two] - old[kept - 1, 3]
                hard += pair_hard[one, two] - old[kept - 1, 4]
    for row in range(kept):
        team = old[row, 1]
        if old[row, 0] != 0:
            continue
        for k in range(of_two_at[team], of_two_at[team + 1]):
            wish = of_two_of[k]
            other = two_of[wish] if one_of[wish] == team else one_of[wish]
            if team_stamps[other] == stamp and other < team:
                continue
            old[kept, 0], old[kept, 1] = 2, wish
            old[kept, 3], old[kept, 4] = wish_soft[wish], wish_hard[wish]
            kept += 1
            wish_soft[wish], wish_hard[wish] = wish_cost(problem, opp, home, wish)
            soft += wish_soft[wish] - old[kept - 1, 3]
            hard += wish_hard[wish] - old[kept - 1, 4]
    return soft, hard, kept


@njit(cache=True, nogil=True)
def _restore(state: ListArrays, old: Ints, kept: int) -> None:
    team_soft, team_hard, pair_soft, pair_hard = state.team_soft, state.team_hard, state.pair_soft, state.pair_hard
    wish_soft, wish_hard = state.wish_soft, state.wish_hard
    for row in range(kept):
        if old[row, 0] == 0:
            team_soft[old[row, 1]], team_hard[old[row, 1]] = old[row, 3], old[row, 4]
        elif old[row, 0] == 1:
            pair_soft[old[row, 1], old[row, 2]], pair_hard[old[row, 1], old[row, 2]] = old[row, 3], old[row, 4]
        else:
            wish_soft[old[row, 1]], wish_hard[old[row, 1]] = old[row, 3], old[row, 4]


@njit(cache=True, nogil=True)
def anneal(
    problem: Problem, state: ListArrays, move: MoveBuffer, best: ListArrays, tally: Ints, chosen: Ints, mix: Floats,
    work: float, hot: float, cold: float, penalty: float, seed: int,
) -> None:  # fmt: skip
    """Anneal the `chosen` divisions for so much `work`, cooling from `hot` to `cold`.

    A unit of work is about a microsecond; it is counted and not timed, so that a run can be had again.

    `state` is changed; `best` is left as the best that was seen. `tally` has (price, broken rules) of both.
    """
    out, counted, into, full, mirrored = move.out, move.rows, move.into, problem.full, problem.mirrored
    opp, benched, slots, home, bench = state.opp, state.benched, state.slots, state.home, state.bench
    np.random.seed(seed)
    old = np.zeros((8 * out.shape[0] + 8 * opp.shape[0], 5), dtype=np.int64)
    used = np.zeros(opp.shape[1] + 1, dtype=np.int64)
    soft, hard, best_soft, best_hard = tally
    done, tried, temperature = 0.0, 0, hot
    while done < work:
        if tried & 63 == 0:
            temperature = hot * (cold / hot) ** (done / work)
        tried += 1
        done += TRY
        division = chosen[np.random.randint(chosen.shape[0])]
        counted[0], counted[1] = 0, 0
        dice = np.random.random()
        shifted, seat = False, -1
        if full[division] == 0 and benched[division] > 0 and dice < 0.3:
            seat = take_from_bench(problem, state, move, division)
            has_move = seat >= 0
        elif dice < mix[REVERSE_PAIR]:
            has_move = reverse_pair(problem, state, move, division)
        elif dice < mix[SWAP_CHAIN]:
            has_move = swap_chain(problem, state, move, division)
        elif dice < mix[PUT_RIGHT]:
            has_move = put_right(problem, state, move, division)
        elif dice < mix[SWAP_OPPONENTS]:
            has_move = swap_opponents(problem, state, move, division)
        elif dice < mix[SWAP_DATES]:
            has_move = swap_dates(problem, state, move, division)
        elif mirrored[division] and dice < mix[SHIFT_DATES]:
            has_move = shift_dates(problem, state, move, division, used)
            shifted = has_move
        else:
            has_move = swap_seasons(problem, state, move, division)
        if has_move and mirrored[division] and not shifted:
            has_move = copy_to_legs(problem, state, move, division)
        if not has_move:
            continue
        less, freed = _place(problem, state, out, counted[0], OUT)
        extra, filled = _place(problem, state, into, counted[1], IN)
        more, broken, kept = _recount(problem, state, move, old)
        more += less + extra
        broken += freed + filled
        done += COUNT * kept
        if seat >= 0:
            broken += counted[0] - 1
        change = more + penalty * broken
        if change <= 0 or np.random.random() < math.exp(-change / temperature):
            soft += more
            hard += broken
            if shifted:
                slots[division, : used.shape[0] - 1] = used[: used.shape[0] - 1]
            if seat >= 0:
                _sit(state, move, division, seat)
            if hard < best_hard or (hard == best_hard and soft < best_soft):
                best_soft, best_hard = soft, hard
                best.opp[:], best.home[:], best.slots[:] = opp, home, slots
                best.bench[:], best.benched[:] = bench, benched
        else:
            _place(problem, state, into, counted[1], OUT)
            _place(problem, state, out, counted[0], IN)
            _restore(state, old, kept)
    tally[:] = soft, hard, best_soft, best_hard


@njit(cache=True, nogil=True)
def _sit(state: ListArrays, move: MoveBuffer, division: int, seat: int) -> None:
    """The match at `seat` has left the bench, and those that it sent out have come to it."""
    counted, out, benched, bench = move.rows, move.out, state.benched, state.bench
    last = benched[division] - 1
    bench[division, seat] = bench[division, last]
    for k in range(counted[0]):
        bench[division, last + k, HOST] = out[k, HOST]
        bench[division, last + k, GUEST] = out[k, GUEST]
    benched[division] = last + counted[0]


# --- stages of it on all cores ----------------------------------------------------------------------------------------
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
    """The state of one search: `run` does one stage on all cores, `seated` begins a list anew."""

    def __init__(self, problem: Problem, seed: int, deadline: Deadline = NO_DEADLINE) -> None:
        self.problem = problem
        self.deadline = deadline
        self.chance = Random(seed)  # noqa: S311 (a fixture list is no secret)

    def seated(self, states: Sequence[ListArrays], work: float) -> list[Candidate]:
        """Teams seated in each list so that those who must meet could; then their meetings made to suit."""
        loose = AnnealingSearch(self.problem._replace(loose=np.array([1])), self._seed(), self.deadline)
        stage = Stage(SEATING, work, 10.0, 1.0, 25.0)
        seats = [best.state for _, best in loose.run([(state, stage) for state in states])]
        seeds = [self._seed() for _ in seats]

        def filled(state: ListArrays, seed: int) -> Candidate:
            over = self.deadline.over()
            whole = copy_arrays(state) if over else fill(self.problem, state, FILLING, seed, self.deadline)
            return evaluate(self.problem, whole)

        with ThreadPoolExecutor(CORES) as cores:
            return list(cores.map(filled, seats, seeds))

    def run(self, jobs: list[tuple[ListArrays, Stage]]) -> list[tuple[Candidate, Candidate]]:
        """Each job on a core of its own: the (last, best) lists of each, in order."""
        seeds = [self._seed() for _ in jobs]

        def annealed(job: tuple[ListArrays, Stage], seed: int) -> tuple[Candidate, Candidate]:
            state, stage = job
            last, best = copy_arrays(state), copy_arrays(state)
            self._anneal(last, best, stage, seed)
            return evaluate(self.problem, last), evaluate(self.problem, best)

        with ThreadPoolExecutor(CORES) as cores:
            return list(cores.map(annealed, jobs, seeds))

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
                self.problem, last, room, best, tally, chosen, stage.mix, stage.work / slices, hot, cold, stage.penalty,
                seed + number,
            )  # fmt: skip

    def _seed(self) -> int:
        return self.chance.randrange(1 << 31)
