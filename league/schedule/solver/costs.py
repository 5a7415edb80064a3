"""What each part of a list costs, compiled: a team's season, a pair's meetings, a request about two teams, a full pub.

Each function gives (price, broken rules) of its part alone, so that a change asks only for the parts that it touches.
The sum over all parts is what `scoring.season.schedule.judge` says; a test holds the two together.
"""

import numpy as np
from numba import njit

from league.schedule.solver.problem import (
    AT_MOST,
    FAR,
    HOME_ON,
    MEET_BY,
    MEET_ON,
    NO_AWAY,
    NO_HOME,
    NOT_BOTH_HOME,
    Ints,
    ListArrays,
    Problem,
)


# --- requests ---------------------------------------------------------------------------------------------------------
@njit(cache=True, nogil=True, inline="always")
def wish_cost(problem: Problem, opp: Ints, home: Ints, wish: int) -> tuple[int, int]:
    """Two teams that are not both to be at home, or not both to play, on a date; their own meeting is no breach."""
    one_of, two_of, kind_of, weight, rule = problem.one, problem.two, problem.kind, problem.weight, problem.rule
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


# --- the meetings of a pair -------------------------------------------------------------------------------------------
@njit(cache=True, nogil=True, inline="always")
def pair_cost(problem: Problem, opp: Ints, home: Ints, one: int, two: int) -> tuple[int, int]:
    """Gaps, wishes, fixed and handed-out matches of the meetings of two teams of a division, `one` < `two`."""
    division_of, n_dates, loose, dates_of = problem.division, problem.n_dates, problem.loose, problem.dates
    day_of, min_gap, pref_gap, prices = problem.day, problem.min_gap, problem.pref_gap, problem.prices
    movable, pair_at, pair_of, kind_of = problem.movable, problem.pair_at, problem.pair_of, problem.kind
    by_of, when_at, when_of, weight, rule = problem.by, problem.when_at, problem.when_of, problem.weight, problem.rule
    fixed_at, fixed_of, public_at = problem.fixed_at, problem.fixed_of, problem.public_at
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
    division_of, played_of, full, n_dates = problem.division, problem.played, problem.full, problem.n_dates
    dates_of, week_of, home_soft, home_hard = problem.dates, problem.week, problem.home_soft, problem.home_hard
    away_soft, away_hard, prices, max_run = problem.away_soft, problem.away_hard, problem.prices, problem.max_run
    day_of, rest_of, balance_of, home_on_at = problem.day, problem.rest, problem.balance, problem.home_on_at
    home_on_of, when_at, when_of, weight = problem.home_on_of, problem.when_at, problem.when_of, problem.weight
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
    division_of, venue_of, first_of, size_of = problem.division, problem.venue, problem.first, problem.size
    of_two_at, of_two_of, one_of, capacity = problem.of_two_at, problem.of_two_of, problem.one, problem.capacity
    night_soft, night_hard, load, turnout = problem.night_soft, problem.night_hard, state.load, state.turnout
    opp, home, team_soft, team_hard = state.opp, state.home, state.team_soft, state.team_hard
    pair_soft, pair_hard, benched, wish_soft = state.pair_soft, state.pair_hard, state.benched, state.wish_soft
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
