"""What the meetings of a pair cost, compiled: their gaps, the wishes about them, fixed and handed-out matches."""

import numpy as np
from numba import njit

from league.schedule.solver.arrays import FAR, MEET_BY, MEET_ON, Ints, Problem


@njit(cache=True, nogil=True, inline="always")
def pair_cost(problem: Problem, opp: Ints, home: Ints, one: int, two: int) -> tuple[int, int]:
    """Gaps, wishes, fixed and handed-out matches of the meetings of two teams of a division, `one` < `two`."""
    division_of = problem.division
    n_dates = problem.n_dates
    loose = problem.loose
    dates_of = problem.dates
    day_of = problem.day
    min_gap = problem.min_gap
    pref_gap = problem.pref_gap
    prices = problem.prices
    movable = problem.movable
    pair_at = problem.pair_at
    pair_of = problem.pair_of
    kind_of = problem.kind
    by_of = problem.by
    when_at = problem.when_at
    when_of = problem.when_of
    weight = problem.weight
    rule = problem.rule
    fixed_at = problem.fixed_at
    fixed_of = problem.fixed_of
    public_at = problem.public_at
    public_of = problem.public_of
    division = division_of[one]
    teams = division_of.shape[0]
    soft, hard = 0, 0
    first, last, frozen = FAR, -FAR, 0
    for k in range(n_dates[division]):
        at = dates_of[division, k]
        if opp[one, at] != two:
            continue
        day = day_of[at]
        if last < 0:
            first = day
        else:
            gap = day - last
            if gap < min_gap[division]:
                hard += 1
            elif gap < pref_gap[division]:
                soft += prices[3] * ((pref_gap[division] - gap + 6) // 7)
        last = day
        frozen += 1 - movable[division, at]
    row = one * teams + two
    for k in range(pair_at[row], pair_at[row + 1]):
        wish = pair_of[k]
        breaches = 0
        if loose[0] == 1 and kind_of[wish] == MEET_BY:
            breaches = int(
                not _apart(opp, home, one, two, dates_of[division, : n_dates[division]], day_of, by_of[wish])
            )
        elif loose[0] == 1 and kind_of[wish] == MEET_ON:
            breaches = int(not _apart(opp, home, one, two, when_of[when_at[wish] : when_at[wish + 1]], day_of, FAR))
        elif kind_of[wish] == MEET_BY:
            breaches = int(first > by_of[wish])
        else:
            for j in range(when_at[wish], when_at[wish + 1]):
                breaches += int(opp[one, when_of[j]] == two)
            if kind_of[wish] == MEET_ON:
                breaches = int(breaches == 0)
        soft += breaches * weight[wish]
        hard += breaches * rule[wish]
    for host in range(2):
        row = one * teams + two if host == 0 else two * teams + one
        for k in range(fixed_at[row], fixed_at[row + 1]):
            at = fixed_of[k]
            met = opp[one, at] == two or (loose[0] == 1 and opp[one, at] >= 0 and home[two, at] == host)
            if met and home[one, at] == 1 - host:
                frozen -= 1 - movable[division, at]
            else:
                hard += 1
        if public_at[row + 1] > public_at[row]:
            soft += _moved(
                prices,
                day_of,
                public_of[public_at[row] : public_at[row + 1]],
                dates_of[division, : n_dates[division]],
                opp[one] == two,
                home[one],
                1 - host,
            )
    return soft, hard + max(0, frozen)


@njit(cache=True, nogil=True)
def _apart(opp: Ints, home: Ints, one: int, two: int, dates: Ints, day_of: Ints, by: int) -> bool:
    """Whether on one of the dates, up to the day `by`, both play, one at home and one away, so that they could meet."""
    for at in dates:
        if at >= 0 and day_of[at] <= by and opp[one, at] >= 0 and opp[two, at] >= 0 and home[one, at] != home[two, at]:
            return True
    return False


@njit(cache=True, nogil=True)
def _moved(prices: Ints, day_of: Ints, public: Ints, dates: Ints, opp: Ints, home: Ints, side: int) -> int:
    """The price of having moved a pair's handed-out meetings at one of the two: `opp` says on which dates they meet.

    Those that are not on their day are matched in order with the meetings that are on no handed-out day.
    """
    now = np.empty(16, dtype=np.int64)
    count = 0
    for k in range(dates.shape[0]):
        at = dates[k]
        if opp[at] and home[at] == side and count < 16:
            kept = False
            for j in range(public.shape[0]):
                kept = kept or public[j] == at
            if not kept:
                now[count] = at
                count += 1
    soft, next_now = 0, 0
    for j in range(public.shape[0]):
        at = public[j]
        if opp[at] and home[at] == side:
            continue
        soft += prices[4]
        if next_now < count:
            soft += prices[5] * ((abs(day_of[now[next_now]] - day_of[at]) + 6) // 7)
            next_now += 1
    return soft
