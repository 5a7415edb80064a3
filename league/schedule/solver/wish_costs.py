"""How often a wish about many nights is not met, compiled: two teams kept apart, or one that plays too often.

And how many of a team's own requests are not met.
"""

from numba import njit

from league.schedule.solver.arrays import AT_MOST, HOME_ON, NO_AWAY, NO_HOME, NOT_BOTH_HOME, Ints, Problem


@njit(cache=True, nogil=True, inline="always")
def wish_cost(problem: Problem, opp: Ints, home: Ints, wish: int) -> tuple[int, int]:
    """Two teams that are not both to be at home, or not both to play, on a date; their own meeting is no breach."""
    one_of = problem.one
    two_of = problem.two
    kind_of = problem.kind
    weight = problem.weight
    rule = problem.rule
    one, two = one_of[wish], two_of[wish]
    breaches = 0
    for at in range(opp.shape[1]):
        both = opp[one, at] >= 0 and opp[two, at] >= 0 and opp[one, at] != two
        if both and (kind_of[wish] != NOT_BOTH_HOME or (home[one, at] == 1 and home[two, at] == 1)):
            breaches += 1
    return breaches * weight[wish], breaches * rule[wish]


@njit(cache=True, nogil=True)
def crowded(problem: Problem, opp: Ints, team: int, division: int, wish: int) -> int:
    """Matches above the most in each stretch of so many nights; of a rule only where the stretch may change."""
    dates, movable = problem.dates, problem.movable
    count = problem.n_dates[division]
    span, most = min(problem.span[wish], count), problem.most[wish]
    played, free, breaches = 0, 0, 0
    for k in range(count):
        at = dates[division, k]
        played += int(opp[team, at] >= 0)
        free += movable[division, at]
        if k >= span:
            gone = dates[division, k - span]
            played -= int(opp[team, gone] >= 0)
            free -= movable[division, gone]
        if k >= span - 1 and played > most and (free > 0 or problem.rule[wish] == 0):
            breaches += played - most
    return breaches


@njit(cache=True, nogil=True)
def unmet_requests(problem: Problem, opp: Ints, home: Ints, team: int, division: int) -> int:
    """How many requests of a team that may be left unmet are not met, each once."""
    unmet = 0
    for k in range(problem.own_at[team], problem.own_at[team + 1]):
        wish = problem.own_of[k]
        kind = problem.kind[wish]
        if kind == AT_MOST:
            unmet += int(crowded(problem, opp, team, division, wish) > 0)
            continue
        plays = False
        for j in range(problem.when_at[wish], problem.when_at[wish + 1]):
            at = problem.when_of[j]
            side = home[team, at]
            if opp[team, at] >= 0 and not (side == 0 and kind in (NO_HOME, HOME_ON)):
                plays = plays or not (side == 1 and kind == NO_AWAY)
        unmet += int(plays != (kind == HOME_ON))
    return unmet
