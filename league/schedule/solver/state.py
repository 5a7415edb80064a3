"""A list as arrays, and what its parts cost."""

from typing import NamedTuple

from league.schedule.solver.arrays import Ints


class State(NamedTuple):
    """The tables of a list; T teams, D dates, V venues, W wishes and N divisions, as in `Problem`."""

    opp: Ints  # (T, D) whom a team meets, or -1
    home: Ints  # (T, D) 1 at home
    load: Ints  # (V, D) home matches
    team_soft: Ints  # (T)
    team_hard: Ints  # (T)
    pair_soft: Ints  # (T, T) one < two
    pair_hard: Ints  # (T, T)
    wish_soft: Ints  # (W)
    wish_hard: Ints  # (W)
    bench: Ints  # (N, K, 2) matches that have no date: home and away
    benched: Ints  # (N)
    slots: Ints  # (N, D) dates that moves choose from: of a mirrored division those it uses, in order
    pair_seen: Ints  # (T, T) stamps
