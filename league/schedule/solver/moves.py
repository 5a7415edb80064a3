"""Moves of a list, compiled: whole rounds and seasons change places, and single matches are reversed or moved on.

The classical neighbourhoods of sports timetabling: each keeps every division a whole round robin, and is empty where it
would touch dates that may not change. In a mirrored division a move is made in the first leg and copied to the others.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from league.schedule.solver.problem import Ints, ListArrays, Problem

HOST, GUEST, WHEN = 0, 1, 2


class MoveBuffer(NamedTuple):
    """Room for one move: `out` and `into` are (K, 3), `rows` says how many rows of each are meant."""

    out: Ints
    into: Ints
    rows: Ints  # (2)
    seen: Ints  # (T) stamps
    stamp: Ints  # (1)
    dates: Ints  # (D) scratch


@njit(cache=True, nogil=True, inline="always")
def goes_out(move: MoveBuffer, home: Ints, one: int, two: int, at: int) -> None:
    """The match of two teams on a date, whoever is at home."""
    k = move.rows[0]
    host = home[one, at] == 1
    move.out[k, HOST] = one if host else two
    move.out[k, GUEST] = two if host else one
    move.out[k, WHEN] = at
    move.rows[0] = k + 1


@njit(cache=True, nogil=True, inline="always")
def comes_in(move: MoveBuffer, host: int, guest: int, at: int) -> None:
    """A match at `host`'s."""
    k = move.rows[1]
    move.into[k, HOST], move.into[k, GUEST], move.into[k, WHEN] = host, guest, at
    move.rows[1] = k + 1


@njit(cache=True, nogil=True)
def nothing(move: MoveBuffer) -> bool:
    """The move is empty after all."""
    move.rows[0] = 0
    move.rows[1] = 0
    return False


@njit(cache=True, nogil=True, inline="always")
def in_use(problem: Problem, state: ListArrays, division: int, at: int) -> bool:
    """Whether a division of full rounds plays on a date: of its first two teams one does, whoever has the bye."""
    team = problem.first[division]
    return state.opp[team, at] >= 0 or state.opp[team + 1, at] >= 0


@njit(cache=True, nogil=True, inline="always")
def change_places(state: ListArrays, move: MoveBuffer, one: int, two: int, at: int) -> None:
    """On one date two teams take over each other's match; their own meeting is reversed."""
    counted, out, opp, home = move.rows, move.out, state.opp, state.home
    x, y = opp[one, at], opp[two, at]
    if x == two:
        k = counted[0]
        goes_out(move, home, one, two, at)
        comes_in(move, out[k, GUEST], out[k, HOST], at)
        return
    for k in range(2):
        old, new, other = (one, two, x) if k == 0 else (two, one, y)
        if other >= 0:
            goes_out(move, home, old, other, at)
            if home[old, at] == 1:
                comes_in(move, new, other, at)
            else:
                comes_in(move, other, new, at)


@njit(cache=True, nogil=True)
def swap_dates(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> bool:
    """Two whole rounds change places, or one goes to a free date; some are reversed in a mirrored division."""
    slots, choices, movable = state.slots, problem.choices, problem.movable
    first = slots[division, np.random.randint(choices[division])]
    second = slots[division, np.random.randint(choices[division])]
    if movable[division, first] == 0 or movable[division, second] == 0:
        return nothing(move)
    turn = problem.mirrored[division] == 1 and np.random.random() < 0.5
    if first == second and not turn:
        return nothing(move)
    return change_rounds(problem, state, move, division, first, second, turn)


@njit(cache=True, nogil=True)
def change_rounds(
    problem: Problem, state: ListArrays, move: MoveBuffer, division: int, first: int, second: int, turn: int
) -> bool:
    counted, first_of, size_of, opp, home = move.rows, problem.first, problem.size, state.opp, state.home
    for team in range(first_of[division], first_of[division] + size_of[division]):
        for k in range(2 if first != second else 1):
            at, then = (first, second) if k == 0 else (second, first)
            other = opp[team, at]
            if other >= 0 and home[team, at] == 1:
                goes_out(move, home, team, other, at)
                if turn:
                    comes_in(move, other, team, then)
                else:
                    comes_in(move, team, other, then)
    return counted[0] > 0


@njit(cache=True, nogil=True)
def swap_seasons(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> bool:
    """Two teams take each other's place in the whole list."""
    counted, choices, first_of, size_of, full = move.rows, problem.choices, problem.first, problem.size, problem.full
    movable, slots = problem.movable, state.slots
    one = first_of[division] + np.random.randint(size_of[division])
    two = first_of[division] + np.random.randint(size_of[division])
    if one == two or full[division] == 0:
        return nothing(move)
    for k in range(choices[division]):
        at = slots[division, k]
        if movable[division, at] == 0 and in_use(problem, state, division, at):
            return nothing(move)
        change_places(state, move, one, two, at)
    return counted[0] > 0


@njit(cache=True, nogil=True)
def shift_dates(problem: Problem, state: ListArrays, move: MoveBuffer, division: int, used: Ints) -> bool:
    """A mirrored division leaves one of its dates free for another: the rounds between move up. Fills in `used`."""
    choices, legs, dates_of, n_dates = problem.choices, problem.legs, problem.dates, problem.n_dates
    movable, first_of, size_of, slots, opp = problem.movable, problem.first, problem.size, state.slots, state.opp
    home = state.home
    rounds = legs[division] * choices[division]
    free = dates_of[division, np.random.randint(n_dates[division])]
    for k in range(rounds):
        if slots[division, k] == free:
            return nothing(move)
    gone = np.random.randint(rounds)
    count, placed = 0, False
    for k in range(rounds + 1):
        at = slots[division, k] if k < rounds else -1
        if not placed and (k == rounds or at > free):
            used[count] = free
            count += 1
            placed = True
        if k < rounds and k != gone:
            used[count] = at
            count += 1
    for k in range(rounds):
        at = slots[division, k]
        if at == used[k]:
            continue
        if movable[division, at] == 0 or movable[division, used[k]] == 0:
            return nothing(move)
        for team in range(first_of[division], first_of[division] + size_of[division]):
            if opp[team, at] >= 0 and home[team, at] == 1:
                goes_out(move, home, team, opp[team, at], at)
                comes_in(move, team, opp[team, at], used[k])
    return True


@njit(cache=True, nogil=True)
def copy_to_legs(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> bool:
    """The move again in every later leg of a mirrored division, reversed in every second one."""
    counted, out, into, choices, legs = move.rows, move.out, move.into, problem.choices, problem.legs
    movable, slots = problem.movable, state.slots
    leg = choices[division]
    outs, intos = counted[0], counted[1]
    for number in range(1, legs[division]):
        for which in range(2):
            rows = out if which == 0 else into
            for k in range(outs if which == 0 else intos):
                at = rows[k, WHEN]
                place = 0
                while slots[division, place] != at:
                    place += 1
                then = slots[division, place + number * leg]
                if movable[division, then] == 0:
                    return nothing(move)
                turn = number % 2 == 1
                row = counted[which]
                rows[row, HOST] = rows[k, GUEST] if turn else rows[k, HOST]
                rows[row, GUEST] = rows[k, HOST] if turn else rows[k, GUEST]
                rows[row, WHEN] = then
                counted[which] = row + 1
    return True


# --- single matches ---------------------------------------------------------------------------------------------------
@njit(cache=True, nogil=True)
def reverse_pair(problem: Problem, state: ListArrays, move: MoveBuffer, division: int) -> bool:
    """Two meetings of a pair, one at each, change venues; with an odd number of meetings one alone may."""
    out, counted, choices, first_of, size_of = move.out, move.rows, problem.choices, problem.first, problem.size
    movable, mirrored, n_dates, dates_of = problem.movable, problem.mirrored, problem.n_dates, problem.dates
    slots, opp, home = state.slots, state.opp, state.home
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
    counted, out, stamps, team_stamps, movable = move.rows, move.out, move.stamp, move.seen, problem.movable
    full, opp, home = problem.full, state.opp, state.home
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
    chain, choices, first_of, size_of = move.dates, problem.choices, problem.first, problem.size
    mirrored, legs, movable, full, slots = problem.mirrored, problem.legs, problem.movable, problem.full, state.slots
    opp, home = state.opp, state.home
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
    counted, choices, movable, slots = move.rows, problem.choices, problem.movable, state.slots
    benched, bench, opp, home = state.benched, state.bench, state.opp, state.home
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
