"""How a move is written down, and moves of whole rounds and seasons, compiled: breaks stay as they are."""

from typing import NamedTuple

import numpy as np
from numba import njit

from league.schedule.solver.arrays import Ints, ListArrays, Problem

# --- how a move is written down ---------------------------------------------------------------------------------------
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
    opp = state.opp
    home = state.home
    counted = move.rows
    out = move.out
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
    opp = state.opp
    home = state.home
    first_of = problem.first
    size_of = problem.size
    counted = move.rows
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
    slots = state.slots
    choices = problem.choices
    first_of = problem.first
    size_of = problem.size
    full = problem.full
    movable = problem.movable
    counted = move.rows
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
    choices = problem.choices
    legs = problem.legs
    dates_of = problem.dates
    n_dates = problem.n_dates
    movable = problem.movable
    first_of = problem.first
    size_of = problem.size
    slots = state.slots
    opp = state.opp
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
    choices = problem.choices
    legs = problem.legs
    movable = problem.movable
    slots = state.slots
    counted = move.rows
    out = move.out
    into = move.into
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
