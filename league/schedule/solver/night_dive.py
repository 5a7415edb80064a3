"""A list of few matches on many nights that follows the linear programme: what it is surest of is settled first.

The programme is solved again after each few matches, so that the rest gives way; what is left in the end CP-SAT puts
where it costs least.
"""

from collections.abc import Callable
from random import Random

import numpy as np

from league.schedule.solver.arrays import Floats, Ints
from league.schedule.solver.deadline import Deadline
from league.schedule.solver.night_flow import NightFlow
from league.schedule.solver.night_model import NightModel
from league.schedule.solver.night_moves import CLOSED, NightProblem
from league.schedule.solver.night_parts import place_matches

SURE, LIKELY = 0.9, 0.5  # of a match on one date: settled whatever the rest does, and fit to be settled
AT_ONCE = 0.12  # of the matches that are not yet settled
LEFT_SHARE = 0.42  # of the matches, for CP-SAT
WHIM = 0.2  # that shares are off by, at most: each way down is another
FINISH = 10.0  # seconds for CP-SAT


def dive(
    problem: NightProblem, shares: Floats, chance: Random, deadline: Deadline, *, below: Callable[[], int]
) -> Ints | None:
    """The date of each match, in a list that breaks no rule; None where this way down comes to none in time.

    `shares` are those of the programme (`NightFlow.solve`). It goes no further down where no list costs less than
    `below`.
    """
    fare, at, settled = problem.fare.copy(), np.zeros(len(problem.host), dtype=np.int64), list[int]()
    while len(settled) < (1 - LEFT_SHARE) * len(at):
        new = _surest(shares, settled, chance)
        at[new] = shares[new].argmax(axis=1)
        for match in new:
            _close(problem, fare, match, int(at[match]))
        least, new_shares = NightFlow(problem._replace(fare=fare), deadline).solve()
        if new_shares is None or least >= below():
            break
        shares, settled = new_shares, settled + new
    free = sorted({*range(len(at))}.difference(settled))
    part, _ = place_matches(NightModel(problem, deadline, free=free, at=at), chance, deadline.within(FINISH))
    if part is None:
        return None
    at[part[0]] = part[1]
    return at


def _surest(shares: Floats, settled: list[int], chance: Random) -> list[int]:
    """The matches to settle next. Of two that cannot both be where they are one at most is LIKELY."""
    most = shares.max(axis=1)
    free = sorted({*range(len(most))}.difference(settled), key=lambda match: -(most[match] + WHIM * chance.random()))
    few = max(1, int(AT_ONCE * len(free)))
    likely = [match for place, match in enumerate(free) if most[match] > (LIKELY if place < few else SURE)]
    return likely or [max(free, key=most.__getitem__)]


def _close(problem: NightProblem, fare: Ints, match: int, date: int) -> None:
    """Leave a match that date alone, and no other of the two teams on it; the programme does the rest."""
    own_fare = fare[match, date]
    teams = problem.host[match], problem.guest[match]
    fare[np.isin(problem.host, teams) | np.isin(problem.guest, teams), date] = CLOSED
    fare[match] = CLOSED
    fare[match, date] = own_fare
