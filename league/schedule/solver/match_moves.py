"""Moves of single matches, compiled: reversed, moved along a chain between two dates, or given to another team.

The classical neighbourhoods of sports timetabling: each keeps every division a whole round robin, and is empty where it
would touch dates that may not change. In a mirrored division a move is made in the first leg and copied to the others.
"""

import numpy as np
from numba import njit

from league.schedule.solver.arrays import ListArrays, Problem
from league.schedule.solver.round_moves import (
    GUEST,
    HOST,
    MoveBuffer,
    change_places,
    change_rounds,
    comes_in,
    goes_out,
    in_use,
    nothing,
)


@njit(cache=True, nogil=True)
def reverse_pair(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> bool:
    """Two meetings of a pair, one at each, change venues; with an odd number of meetings one alone may."""
    slots = state.slots
    choices = problem.choices
    first_of = problem.first
    size_of = problem.size
    movable = problem.movable
    mirrored = problem.mirrored
    n_dates = problem.n_dates
    dates_of = problem.dates
    opp = state.opp
    home = state.home
    out = move.out
    counted = move.rows
    one = first_of[division] + np.random.randint(size_of[division])
    at = slots[division, np.random.randint(choices[division])]
    two = opp[one, at]
    if two < 0 or movable[division, at] == 0:
        return nothing(move)
    if mirrored[division]:
        goes_out(move, home, one, two, at)
        comes_in(move, out[0, GUEST], out[0, HOST], at)
        return True
    side, same, other, match_date = home[one, at], 0, 0, -1
    for k in range(n_dates[division]):
        then = dates_of[division, k]
        if opp[one, then] == two:
            if home[one, then] == side:
                same += 1
            else:
                other += 1
                if movable[division, then] == 1 and (match_date < 0 or np.random.random() * other < 1):
                    match_date = then
    if same <= other or (same + other) % 2 == 0 or np.random.random() < 0.3:
        if match_date < 0:
            return nothing(move)
        goes_out(move, home, one, two, match_date)
        comes_in(move, out[0, GUEST], out[0, HOST], match_date)
    k = counted[0]
    goes_out(move, home, one, two, at)
    comes_in(move, out[k, GUEST], out[k, HOST], at)
    return True


@njit(cache=True, nogil=True)
def swap_chain(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> bool:
    """Between two dates, the matches that hang together with one team's change places."""
    slots, choices = state.slots, problem.choices
    one = problem.first[division] + np.random.randint(problem.size[division])
    first = slots[division, np.random.randint(choices[division])]
    second = slots[division, np.random.randint(choices[division])]
    return change_along(problem, state, move, division, one, first, second)


@njit(cache=True, nogil=True)
def put_right(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> bool:
    """A match that has to be on a date, or a team that has to be at home on it, gets there by such a change."""
    must_at, must_of = problem.must_at, problem.must_of
    opp, home = state.opp, state.home
    slots, choices = state.slots, problem.choices
    wanted = must_at[division + 1] - must_at[division]
    if wanted == 0:
        return nothing(move)
    row = must_at[division] + np.random.randint(wanted)
    host, guest, side, at = must_of[row, 0], must_of[row, 1], must_of[row, 2], must_of[row, 3]
    if problem.mirrored[division]:
        place = 0
        while place < problem.n_dates[division] and slots[division, place] != at:
            place += 1
        if place >= problem.legs[division] * choices[division]:
            return nothing(move)
        at = slots[division, place % choices[division]]
        if side >= 0 and place // choices[division] % 2 == 1:
            side = 1 - side
    if opp[host, at] >= 0 and (guest < 0 or opp[host, at] == guest) and (side < 0 or home[host, at] == side):
        return nothing(move)
    start = np.random.randint(choices[division])
    for k in range(choices[division]):
        then = slots[division, (start + k) % choices[division]]
        met = opp[host, then] >= 0 and (guest < 0 or opp[host, then] == guest)
        if met and (side < 0 or home[host, then] == side):
            if problem.full[division] and not in_use(problem, state, division, at):
                return change_rounds(problem, state, move, division, then, at, False)
            return change_along(problem, state, move, division, host, then, at)
    return nothing(move)


@njit(cache=True, nogil=True)
def change_along(
    problem: Problem, state: ListArrays, move: MoveBuffer, division: int, one: int, first: int, second: int
) -> bool:
    """The matches that hang together with one team's on two dates go each to the other date."""
    movable = problem.movable
    full = problem.full
    opp = state.opp
    home = state.home
    counted = move.rows
    out = move.out
    stamps = move.stamp
    team_stamps = move.seen
    if first == second or movable[division, first] == 0 or movable[division, second] == 0:
        return nothing(move)
    if opp[one, first] < 0 and opp[one, second] < 0:
        return nothing(move)
    if full[division] and not (in_use(problem, state, division, first) and in_use(problem, state, division, second)):
        return nothing(move)
    stamps[0] += 1
    stamp = stamps[0]
    # Walk from the team along its match on the first date, then back to it and along the one on the second.
    for start in range(2):
        team, at = one, first if start == 0 else second
        while True:
            other = opp[team, at]
            if other < 0:
                break
            k = counted[0]
            goes_out(move, home, team, other, at)
            comes_in(move, out[k, HOST], out[k, GUEST], second if at == first else first)
            team_stamps[team] = stamp
            if other == one:
                return True
            team, at = other, second if at == first else first
    return True


@njit(cache=True, nogil=True)
def swap_opponents(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> bool:
    """Two teams take over each other's match on a date, and on every further date that this makes necessary."""
    slots = state.slots
    choices = problem.choices
    first_of = problem.first
    size_of = problem.size
    mirrored = problem.mirrored
    legs = problem.legs
    movable = problem.movable
    full = problem.full
    opp = state.opp
    home = state.home
    chain = move.dates
    one = first_of[division] + np.random.randint(size_of[division])
    two = first_of[division] + np.random.randint(size_of[division])
    at = slots[division, np.random.randint(choices[division])]
    if one == two or opp[one, at] == two or (opp[one, at] < 0 and opp[two, at] < 0):
        return nothing(move)
    any_side = mirrored[division] == 1 or legs[division] == 1
    lost, lost_side = opp[one, at], 0 if any_side or opp[one, at] < 0 else home[one, at]
    length = 0
    while True:
        if movable[division, at] == 0 or (full[division] == 0 and (opp[one, at] < 0 or opp[two, at] < 0)):
            return nothing(move)
        chain[length] = at
        length += 1
        change_places(state, move, one, two, at)
        gained = opp[two, at]
        side = 0 if any_side or gained < 0 else home[two, at]
        if gained == lost and side == lost_side:
            return True
        at = -1
        for k in range(choices[division]):
            then = slots[division, k]
            if opp[one, then] != gained or (gained < 0 and opp[two, then] < 0):
                continue
            if gained >= 0 and not any_side and home[one, then] != side:
                continue
            in_chain = False
            for j in range(length):
                in_chain = in_chain or chain[j] == then
            if not in_chain:
                at = then
                break
        if at < 0:
            return nothing(move)


@njit(cache=True, nogil=True)
def take_from_bench(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> int:
    """A match without a date comes in; those that stand in its way go out. The number of it on the bench, or -1."""
    slots = state.slots
    choices = problem.choices
    movable = problem.movable
    benched = state.benched
    bench = state.bench
    opp = state.opp
    home = state.home
    counted = move.rows
    if benched[division] == 0:
        return -1
    number = np.random.randint(benched[division])
    host, guest = bench[division, number, HOST], bench[division, number, GUEST]
    at = slots[division, np.random.randint(choices[division])]
    if movable[division, at] == 0:
        return -1
    for team in (host, guest):
        if opp[team, at] >= 0:
            goes_out(move, home, team, opp[team, at], at)
    comes_in(move, host, guest, at)
    if counted[0] == 2 and (opp[host, at] == guest):
        counted[0] = 1
    return number
