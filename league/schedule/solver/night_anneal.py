"""Annealing of matches over many nights, compiled: a match goes to another night, and what it pushes out goes on.

For seasons in which a team plays on few of many nights. Here a team may play twice on a night while the search goes on,
at a price, so that a move touches two or three matches and is counted by what is near them: a million a second.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from league.schedule.solver.night_problem import CLOSED, NightProblem
from league.schedule.solver.problem import Ints

CHAIN = 5  # matches at most that one move pushes on
SOFT, HARD, BEST_SOFT, BEST_HARD = range(4)


class NightState(NamedTuple):
    """Where the matches are."""

    at: Ints  # (M) date
    plays: Ints  # (T, D) by seat
    hosts: Ints  # (T, D) by seat
    load: Ints  # (V, D)


@njit(cache=True, nogil=True)
def _crowding(problem: NightProblem, plays: Ints, team: int, seat: int, extra: int) -> tuple[int, int]:
    """(price, broken rules) that a match more at a seat makes where `extra` is 0, or one less saves where it is 1."""
    soft, hard = 0, 0
    for k in range(problem.nears[team]):
        nights, most = problem.near[team, k, 0], problem.near[team, k, 1] + extra
        last = problem.seats[team] - nights
        first, end = max(0, seat - nights + 1), min(seat, last)
        if first > end:
            continue
        count, over = 0, 0
        for place in range(first, first + nights):
            count += plays[team, place]
        for start in range(first, end + 1):
            over += int(count >= most)
            if start < end:
                count += plays[team, start + nights] - plays[team, start]
        soft += over * problem.near[team, k, 2]
        hard += over * problem.near[team, k, 3]
    return soft, hard


@njit(cache=True, nogil=True)
def _beside(problem: NightProblem, state: NightState, team: int, date: int, side: int) -> tuple[int, int]:
    """(price, broken rules) of the other teams that are not to play, or be at home, when a team comes to a date.

    The team is not yet there, or no longer: what it has there already has been counted.
    """
    own = problem.seat[team, date]
    here, at_home = state.plays[team, own] > 0, state.hosts[team, own] > 0
    soft, hard = 0, 0
    for k in range(problem.apart_at[team], problem.apart_at[team + 1]):
        other, only_home = problem.apart_of[k, 0], problem.apart_of[k, 1]
        seat = problem.seat[other, date]
        if seat < 0 or (here if only_home == 0 else at_home or side == 0):
            continue
        if (state.hosts[other, seat] if only_home == 1 else state.plays[other, seat]) > 0:
            soft += problem.apart_of[k, 2]
            hard += problem.apart_of[k, 3]
    return soft, hard


@njit(cache=True, nogil=True)
def _lift(problem: NightProblem, state: NightState, match: int) -> tuple[int, int]:
    """Take a match off its date; (price, broken rules) that this saves."""
    date = state.at[match]
    host, venue = problem.host[match], problem.venue[problem.host[match]]
    soft, hard = problem.fare[match, date], int(state.load[venue, date] > problem.capacity[venue, date])
    for side in range(2):
        team = host if side == 1 else problem.guest[match]
        seat = problem.seat[team, date]
        more, broken = _crowding(problem, state.plays, team, seat, 1)
        soft, hard = soft + more, hard + broken + int(state.plays[team, seat] > 1)
        state.plays[team, seat] -= 1
        state.hosts[team, seat] -= side
        more, broken = _beside(problem, state, team, date, side)
        soft, hard = soft + more, hard + broken
    state.load[venue, date] -= 1
    hard += _too_near(problem, state, match, date)
    state.at[match] = -1
    return soft, hard


@njit(cache=True, nogil=True)
def _put(problem: NightProblem, state: NightState, match: int, date: int) -> tuple[int, int]:
    """Put a match on a date; (price, broken rules) that this makes."""
    host, venue = problem.host[match], problem.venue[problem.host[match]]
    soft, hard = problem.fare[match, date], int(state.load[venue, date] >= problem.capacity[venue, date])
    for side in range(2):
        team = host if side == 1 else problem.guest[match]
        seat = problem.seat[team, date]
        more, broken = _crowding(problem, state.plays, team, seat, 0)
        soft, hard = soft + more, hard + broken + int(state.plays[team, seat] > 0)
        more, broken = _beside(problem, state, team, date, side)
        soft, hard = soft + more, hard + broken
        state.plays[team, seat] += 1
        state.hosts[team, seat] += side
    state.load[venue, date] += 1
    state.at[match] = date
    return soft, hard + _too_near(problem, state, match, date)


@njit(cache=True, nogil=True)
def _too_near(problem: NightProblem, state: NightState, match: int, date: int) -> int:
    count = 0
    for k in range(problem.pair_at[match], problem.pair_at[match + 1]):
        other = state.at[problem.pair_of[k]]
        count += int(other >= 0 and abs(problem.day[other] - problem.day[date]) < problem.gap[match])
    return count


@njit(cache=True, nogil=True)
def _back(problem: NightProblem, state: NightState, match: int, date: int) -> None:
    """A match is where it was; nothing is counted."""
    for add in range(2):
        where = state.at[match] if add == 0 else date
        sign = 2 * add - 1
        for side in range(2):
            team = problem.host[match] if side == 1 else problem.guest[match]
            state.plays[team, problem.seat[team, where]] += sign
            state.hosts[team, problem.seat[team, where]] += sign * side
        state.load[problem.venue[problem.host[match]], where] += sign
    state.at[match] = date


@njit(cache=True, nogil=True)
def _pushed_out(problem: NightProblem, state: NightState, match: int, moved: Ints, count: int) -> int:
    """Another home match of the same host on the date of a match, or -1."""
    host = problem.host[match]
    for other in range(problem.host_at[host], problem.host_at[host + 1]):
        if other == match or state.at[other] != state.at[match]:
            continue
        for k in range(count):
            if moved[k] == other:
                return -1
        return other
    return -1


@njit(cache=True, nogil=True)
def _push(
    problem: NightProblem, state: NightState, match: int, date: int, moved: Ints, before: Ints
) -> tuple[int, int, int]:
    """A match to a date, the one in its way to where it was or somewhere, and so on: (price, broken rules, matches)."""
    soft, hard, count, first = 0, 0, 0, state.at[match]
    while True:
        moved[count], before[count] = match, state.at[match]
        less, mended = _lift(problem, state, match)
        more, broken = _put(problem, state, match, date)
        soft, hard, count = soft + more - less, hard + broken - mended, count + 1
        match = _pushed_out(problem, state, match, moved, count) if count < CHAIN else -1
        if match < 0:
            return soft, hard, count
        date = first if problem.fare[match, first] != CLOSED else _anywhere(problem, match)
        if date == state.at[match]:
            return soft, hard, count


@njit(cache=True, nogil=True)
def _anywhere(problem: NightProblem, match: int) -> int:
    start, many = problem.open_at[match], problem.open_at[match + 1] - problem.open_at[match]
    return int(problem.open_of[start + np.random.randint(many)])


@njit(cache=True, nogil=True)
def count_nights(problem: NightProblem, state: NightState, tally: Ints) -> None:
    """Put every match on its date anew, and what all of it costs into the tally."""
    dates = state.at.copy()
    state.plays[:], state.hosts[:], state.load[:] = 0, 0, 0
    state.at[:] = -1
    soft, hard = 0, 0
    for match in range(dates.shape[0]):
        more, broken = _put(problem, state, match, dates[match])
        soft, hard = soft + more, hard + broken
    tally[SOFT], tally[HARD] = soft, hard


@njit(cache=True, nogil=True)
def broken_rules(problem: NightProblem, state: NightState) -> Ints:
    """How many rules each match has a part in breaking."""
    counts = np.zeros(state.at.shape[0], dtype=np.int64)
    for match in range(counts.shape[0]):
        date = state.at[match]
        _, counts[match] = _lift(problem, state, match)
        _put(problem, state, match, date)
    return counts


@njit(cache=True, nogil=True)
def anneal_nights(
    problem: NightProblem, state: NightState, best: Ints, tally: Ints, moves: int, hot: float, cold: float,
    penalty: float, seed: int,
) -> None:  # fmt: skip
    """So many moves, cooling from `hot` to `cold`; a broken rule costs `penalty`. `best` are the dates of the best."""
    np.random.seed(seed)
    moved, before = np.zeros(CHAIN, dtype=np.int64), np.zeros(CHAIN, dtype=np.int64)
    matches, temperature = problem.host.shape[0], hot
    for tried in range(moves):
        if tried & 255 == 0:
            temperature = hot * (cold / hot) ** (tried / moves)
        match = np.random.randint(matches)
        date = _anywhere(problem, match)
        if date == state.at[match]:
            continue
        soft, hard, count = _push(problem, state, match, date, moved, before)
        change = soft + penalty * hard
        if change > 0 and np.random.random() >= math.exp(-change / temperature):
            for k in range(count - 1, -1, -1):
                _back(problem, state, moved[k], before[k])
            continue
        tally[SOFT] += soft
        tally[HARD] += hard
        if tally[HARD] < tally[BEST_HARD] or (tally[HARD] == tally[BEST_HARD] and tally[SOFT] < tally[BEST_SOFT]):
            tally[BEST_SOFT], tally[BEST_HARD] = tally[SOFT], tally[HARD]
            best[:] = state.at
