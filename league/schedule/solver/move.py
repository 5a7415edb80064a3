"""A move, compiled: the matches that go out of a list and those that come in.

Knows how one is written down. Refuses to know which are any good.
"""

from typing import NamedTuple

from numba import njit

from league.schedule.solver.arrays import Ints, Problem
from league.schedule.solver.state import State

HOST, GUEST, WHEN = 0, 1, 2


class Move(NamedTuple):
    """Room for one move: `out` and `into` are (K, 3), `rows` says how many rows of each are meant."""

    out: Ints
    into: Ints
    rows: Ints  # (2)
    seen: Ints  # (T) stamps
    stamp: Ints  # (1)
    dates: Ints  # (D) scratch


@njit(cache=True, nogil=True, inline="always")
def goes_out(move: Move, home: Ints, one: int, two: int, at: int) -> None:
    """The match of two teams on a date, whoever is at home."""
    k = move.rows[0]
    host = home[one, at] == 1
    move.out[k, HOST] = one if host else two
    move.out[k, GUEST] = two if host else one
    move.out[k, WHEN] = at
    move.rows[0] = k + 1


@njit(cache=True, nogil=True, inline="always")
def comes_in(move: Move, host: int, guest: int, at: int) -> None:
    """A match at `host`'s."""
    k = move.rows[1]
    move.into[k, HOST], move.into[k, GUEST], move.into[k, WHEN] = host, guest, at
    move.rows[1] = k + 1


@njit(cache=True, nogil=True)
def nothing(move: Move) -> bool:
    """The move is empty after all."""
    move.rows[0] = 0
    move.rows[1] = 0
    return False


@njit(cache=True, nogil=True, inline="always")
def in_use(problem: Problem, state: State, division: int, at: int) -> bool:
    """Whether a division of full rounds plays on a date: of its first two teams one does, whoever has the bye."""
    team = problem.first[division]
    return state.opp[team, at] >= 0 or state.opp[team + 1, at] >= 0


@njit(cache=True, nogil=True, inline="always")
def change_places(state: State, move: Move, one: int, two: int, at: int) -> None:
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
