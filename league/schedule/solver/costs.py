"""What each part of a list costs, compiled: a team's season, a pair's meetings, a wish about two teams, a full pub.

Each function gives (price, broken rules) of its part alone, so that a change asks only for the parts that it touches.
The sum over all parts is what `scoring.season.schedule.judge` says; a test holds the two together.
"""

import numpy as np
from numba import njit

from league.schedule.solver.arrays import FAR, MEET_BY, MEET_ON, Ints, ListArrays, Problem
from league.schedule.solver.wish_costs import crowded, unmet_requests, wish_cost


# --- the meetings of a pair -------------------------------------------------------------------------------------------
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


@njit(cache=True, nogil=True, inline="always")
def team_cost(problem: Problem, opp: Ints, home: Ints, team: int) -> tuple[int, int]:
    """Breaks, runs, halves, rest, own wishes, how many of them are not met, and idle and double weeks of one team."""
    division_of = problem.division
    played_of = problem.played
    full = problem.full
    n_dates = problem.n_dates
    dates_of = problem.dates
    week_of = problem.week
    home_soft = problem.home_soft
    home_hard = problem.home_hard
    away_soft = problem.away_soft
    away_hard = problem.away_hard
    prices = problem.prices
    max_run = problem.max_run
    day_of = problem.day
    rest_of = problem.rest
    balance_of = problem.balance
    home_on_at = problem.home_on_at
    home_on_of = problem.home_on_of
    when_at = problem.when_at
    when_of = problem.when_of
    weight = problem.weight
    rule = problem.rule
    division = division_of[team]
    soft, hard = 0, 0
    run, last_home, last_day = 0, -1, -FAR
    homes, count, half_homes = 0, 0, 0
    total = played_of[team]
    half = total // 2
    last_week, empty_week, empty, idle = -1, -1, 0, 0
    relaxed = full[division] == 0
    for k in range(n_dates[division]):
        at = dates_of[division, k]
        week = week_of[at]
        if opp[team, at] < 0:
            if relaxed and count > 0 and week != last_week and week != empty_week:  # noqa: PLR1714 (compiled)
                empty += 1
                empty_week = week
            continue
        side = home[team, at]
        if side == 1:
            soft += home_soft[team, at]
            hard += home_hard[team, at]
        else:
            soft += away_soft[team, at]
            hard += away_hard[team, at]
        if side == last_home:
            run += 1
            soft += prices[0]
            if run >= 3:
                soft += prices[1]
            if run > max_run[division]:
                hard += 1
        else:
            run = 1
        last_home = side
        if day_of[at] - last_day < rest_of[division]:
            hard += 1
        last_day = day_of[at]
        homes += side
        count += 1
        if count == half:
            half_homes = homes
        if relaxed and week == last_week:
            soft += prices[7]
        elif relaxed:
            idle += empty - 1 if empty_week == week else empty
            empty, last_week = 0, week
    soft += prices[2] * max(0, abs(2 * half_homes - half) - 1)
    if relaxed:
        soft += prices[6] * idle
    if count == total and abs(2 * homes - total) > balance_of[team]:
        hard += 1
    for k in range(home_on_at[team], home_on_at[team + 1]):
        wish = home_on_of[k]
        met = False
        for j in range(when_at[wish], when_at[wish + 1]):
            at = when_of[j]
            if opp[team, at] >= 0 and home[team, at] == 1:
                met = True
                break
        if not met:
            soft += weight[wish]
            hard += rule[wish]
    for k in range(problem.spell_at[team], problem.spell_at[team + 1]):
        wish = problem.spell_of[k]
        breaches = crowded(problem, opp, team, division, wish)
        soft += breaches * weight[wish]
        hard += breaches * rule[wish]
    if prices[8] > 0:
        unmet = unmet_requests(problem, opp, home, team, division)
        soft += prices[8] * (unmet * (unmet - 1) // 2 + problem.before[team] * unmet)
    return soft, hard


@njit(cache=True, nogil=True)
def count_all(problem: Problem, state: ListArrays) -> tuple[int, int]:
    """Fill in what every part costs; (price, broken rules) of the whole, with full pubs and matches without a date."""
    division_of = problem.division
    venue_of = problem.venue
    first_of = problem.first
    size_of = problem.size
    of_two_at = problem.of_two_at
    of_two_of = problem.of_two_of
    one_of = problem.one
    capacity = problem.capacity
    load = state.load
    turnout = state.turnout
    night_soft = problem.night_soft
    night_hard = problem.night_hard
    opp = state.opp
    home = state.home
    team_soft = state.team_soft
    team_hard = state.team_hard
    pair_soft = state.pair_soft
    pair_hard = state.pair_hard
    benched = state.benched
    wish_soft = state.wish_soft
    wish_hard = state.wish_hard
    soft, hard = 0, 0
    load[:] = 0
    turnout[:] = 0
    teams = division_of.shape[0]
    for team in range(teams):
        for at in range(opp.shape[1]):
            if opp[team, at] >= 0 and home[team, at] == 1:
                load[venue_of[team], at] += 1
                turnout[division_of[team], at] += 1
        team_soft[team], team_hard[team] = team_cost(problem, opp, home, team)
        soft += team_soft[team]
        hard += team_hard[team]
    for division in range(first_of.shape[0]):
        last = first_of[division] + size_of[division]
        for one in range(first_of[division], last):
            for two in range(one + 1, last):
                pair_soft[one, two], pair_hard[one, two] = pair_cost(problem, opp, home, one, two)
                soft += pair_soft[one, two]
                hard += pair_hard[one, two]
        hard += benched[division]
        for at in range(opp.shape[1]):
            soft += night_soft[division, at, turnout[division, at]]
            hard += night_hard[division, at, turnout[division, at]]
    for team in range(teams):
        for k in range(of_two_at[team], of_two_at[team + 1]):
            wish = of_two_of[k]
            if one_of[wish] == team:
                wish_soft[wish], wish_hard[wish] = wish_cost(problem, opp, home, wish)
                soft += wish_soft[wish]
                hard += wish_hard[wish]
    for venue in range(load.shape[0]):
        for at in range(load.shape[1]):
            hard += max(0, load[venue, at] - capacity[venue, at])
    return soft, hard
