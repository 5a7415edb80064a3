"""A season of few matches on many nights put into numbers, and its annealing, compiled: a match goes to another night,
and what it pushes out goes on.

For seasons in which a team plays on few of many nights. Here a team may play twice on a night while the search goes on,
at a price, so that a move touches two or three matches and is counted by what is near them: a million a second.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numba import njit

from league.schedule.solver.problem import (
    ANY_RUN,
    NOT_BOTH_HOME,
    NOT_SAME_DATE,
    Ints,
    ListArrays,
    Problem,
    row,
    tables_of,
    teams_of,
)

CLOSED = -1


class NightProblem(NamedTuple):
    """M matches of T teams, D dates, V venues; a pair `x_at`, `x_of` is a list of lists as in `Problem`.

    A team's `seat` of a date is its place among the dates of its division, or -1. `near` are rows of
    (nights, most, price, rule).
    """

    host: Ints  # (M) ordered by host
    guest: Ints  # (M)
    host_at: Ints  # (T + 1) where its home matches begin
    open_at: Ints
    open_of: Ints  # dates that a match may be on
    fare: Ints  # (M, D) what a match costs there, or CLOSED
    seat: Ints  # (T, D)
    seats: Ints  # (T)
    near: Ints  # (T, K, 4)
    nears: Ints  # (T)
    venue: Ints  # (T)
    capacity: Ints  # (V, D)
    apart_at: Ints
    apart_of: Ints  # (K, 4) for each team: the other, whether only at home, price, rule
    pair_at: Ints
    pair_of: Ints  # the other matches of the same pair
    gap: Ints  # (M) days between them
    day: Ints  # (D)


Pairing = tuple[int, int]  # home and away
Seat = tuple[int, int]  # team (or venue) and date
Each = TypeVar("Each")


def matches_due(problem: Problem, empty: ListArrays) -> list[Pairing]:
    """The matches of a list that has none yet, those of a host together."""
    return sorted(
        (int(home), int(away))
        for division in range(len(problem.first))
        for home, away in empty.bench[division, : empty.benched[division]]
    )


def night_problem(problem: Problem, matches: Sequence[Pairing]) -> NightProblem | None:
    """The same season for the search by nights, or None where it has something that nights alone do not tell.

    Prices of breaks and the like are left aside, and so what a list costs there is no more than it costs.
    """
    fixed_count = problem.fixed_at[-1] or problem.public_at[-1]
    spans = [_rest_in_nights(problem, division) for division in range(len(problem.first))]
    if problem.full.any() or fixed_count or not matches or None in spans or _asks_for_meetings(problem):
        return None
    fare = _fares(problem, matches)
    if (fare == CLOSED).all(axis=1).any():
        return None
    seat, seats = _seats(problem)
    near = [_near(problem, team, spans[problem.division[team]] or 0, int(seats[team])) for team in range(len(seat))]
    apart = _apart(problem)
    return NightProblem(
        host=np.array([home for home, _ in matches]),
        guest=np.array([away for _, away in matches]),
        host_at=np.searchsorted([home for home, _ in matches], np.arange(len(seat) + 1)),
        **tables_of(
            open=[[int(date) for date in np.flatnonzero(line != CLOSED)] for line in fare], pair=_pairs(matches)
        ),
        fare=fare,
        seat=seat,
        seats=seats,
        near=_padded(near),
        nears=np.array([len(rows) for rows in near]),
        venue=problem.venue,
        capacity=problem.capacity,
        apart_at=np.cumsum([0, *map(len, apart)]),
        apart_of=np.array([each for rows in apart for each in rows] or [(0, 0, 0, 0)], dtype=np.int64),
        gap=np.array([problem.min_gap[problem.division[home]] for home, _ in matches]),
        day=problem.day,
    )


def nights_of(problem: NightProblem, team: int) -> list[int]:
    """The dates on which a team's division may play, first to last."""
    return np.argsort(problem.seat[team])[len(problem.day) - int(problem.seats[team]) :].tolist()


def is_exact(problem: Problem) -> bool:
    """Whether nothing else costs anything, or is a rule."""
    costly = [problem.prices[place] for place in (0, 1, 2, 6, 7, 8)]
    preferred = problem.prices[3] and (problem.pref_gap > problem.min_gap).any()
    free = not any(costly) and not preferred and not problem.by_turnout[0]
    return bool(free and (problem.max_run >= ANY_RUN).all() and (problem.legs == 2).all())


def _asks_for_meetings(problem: Problem) -> bool:
    """Requests about the two teams of a match, or to be at home on one of some dates; late joiners."""
    same = [
        problem.division[problem.one[wish]] == problem.division[problem.two[wish]]
        for wish in np.flatnonzero(problem.kind == NOT_SAME_DATE)
    ]
    uneven = any(
        problem.played[team] != problem.legs[division] * (problem.size[division] - 1)
        for division in range(len(problem.first))
        for team in teams_of(problem, division)
    )
    return bool(problem.pair_at[-1] or problem.home_on_at[-1] or any(same) or uneven)


def too_near(problem: NightProblem, on: Mapping[int, Mapping[int, Each]]) -> Iterator[list[Each]]:
    """What `on` has of the dates of two meetings, in lists of which one at most is taken, for the gap."""
    for match, dates in on.items():
        gap, pair = int(problem.gap[match]), slice(problem.pair_at[match], problem.pair_at[match + 1])
        for other in problem.pair_of[pair].tolist() if gap > 0 else ():
            if other > match and other in on:
                yield from _within(gap, problem.day, dates, on[other])


def _within(gap: int, day: Ints, one: Mapping[int, Each], two: Mapping[int, Each]) -> Iterator[list[Each]]:
    """Stretches of so many days with dates of both, but for those that lie in an earlier one."""
    dates, last = sorted({*one, *two}), -1
    for first in dates:
        near = [date for date in dates if 0 <= day[date] - day[first] < gap]
        if near[-1] > last and not one.keys().isdisjoint(near) and not two.keys().isdisjoint(near):
            last = near[-1]
            yield [side[date] for side in (one, two) for date in near if date in side]


def _rest_in_nights(problem: Problem, division: int) -> int | None:
    """In how many nights running a team may play once, so as to have its rest; None where nights lie unevenly."""
    rest = int(problem.rest[division])
    days = [int(problem.day[date]) for date in problem.dates[division, : problem.n_dates[division]]]
    steps = {later - earlier for earlier, later in pairwise(days)}
    if rest <= min(steps, default=rest):
        return 0
    return -(-rest // steps.pop()) if len(steps) == 1 else None


def _fares(problem: Problem, matches: Sequence[Pairing]) -> Ints:
    fare = np.full((len(matches), len(problem.day)), CLOSED, dtype=np.int64)
    for match, (home, away) in enumerate(matches):
        division = problem.division[home]
        dates = problem.dates[division, : problem.n_dates[division]]
        shut = (
            problem.home_hard[home, dates]
            + problem.away_hard[away, dates]
            + (1 - problem.movable[division, dates])
            + (problem.capacity[problem.venue[home], dates] < 1)
        )
        open_dates = dates[shut == 0]
        fare[match, open_dates] = problem.home_soft[home, open_dates] + problem.away_soft[away, open_dates]
    return fare


def _seats(problem: Problem) -> tuple[Ints, Ints]:
    seat = np.full(problem.home_soft.shape, -1, dtype=np.int64)
    for team, division in enumerate(problem.division):
        seat[team, problem.dates[division, : problem.n_dates[division]]] = np.arange(problem.n_dates[division])
    return seat, problem.n_dates[problem.division]


def _near(problem: Problem, team: int, rest: int, seats: int) -> list[tuple[int, int, int, int]]:
    rows = [(min(rest, seats), 1, 0, 1)] if rest > 1 else []
    for wish in row(problem.spell_at, problem.spell_of, team):
        nights = min(int(problem.span[wish]), seats)
        rows.append((nights, int(problem.most[wish]), int(problem.weight[wish]), int(problem.rule[wish])))
    return rows


def _apart(problem: Problem) -> list[list[tuple[int, int, int, int]]]:
    rows: list[list[tuple[int, int, int, int]]] = [[] for _ in problem.division]
    for wish in np.flatnonzero((problem.kind == NOT_SAME_DATE) | (problem.kind == NOT_BOTH_HOME)):
        terms = int(problem.kind[wish] == NOT_BOTH_HOME), int(problem.weight[wish]), int(problem.rule[wish])
        rows[problem.one[wish]].append((int(problem.two[wish]), *terms))
        rows[problem.two[wish]].append((int(problem.one[wish]), *terms))
    return rows


def _pairs(matches: Sequence[Pairing]) -> list[list[int]]:
    """For each match the others of the same two teams."""
    of: dict[frozenset[int], list[int]] = defaultdict(list)
    for number, pairing in enumerate(matches):
        of[frozenset(pairing)].append(number)
    return [[other for other in of[frozenset(pairing)] if other != number] for number, pairing in enumerate(matches)]


def _padded(rows: Sequence[Sequence[tuple[int, int, int, int]]]) -> Ints:
    """Rows of unlike length in one table; how many of each are meant is told beside it."""
    table = np.zeros((len(rows), max(1, *map(len, rows)), 4), dtype=np.int64)
    for number, each in enumerate(rows):
        table[number, : len(each)] = np.array(each, dtype=np.int64).reshape(-1, 4)
    return table


CHAIN = 5  # matches at most that one move pushes on
SOFT, HARD, BEST_SOFT, BEST_HARD = range(4)


class NightState(NamedTuple):
    """Where the matches are."""

    at: Ints  # (M) date
    plays: Ints  # (T, D) by seat
    hosts: Ints  # (T, D) by seat
    load: Ints  # (V, D)


@njit(cache=True, nogil=True)
def _crowding(problem: NightProblem, plays: Ints, team: int, seat: int, extra: int) -> tuple[int, int]:
    """(price, broken rules) that a match more at a seat makes where `extra` is 0, or one less saves where it is 1."""
    soft, hard = 0, 0
    for k in range(problem.nears[team]):
        nights, most = problem.near[team, k, 0], problem.near[team, k, 1] + extra
        last = problem.seats[team] - nights
        first, end = max(0, seat - nights + 1), min(seat, last)
        if first > end:
            continue
        count, over = 0, 0
        for place in range(first, first + nights):
            count += plays[team, place]
        for start in range(first, end + 1):
            over += int(count >= most)
            if start < end:
                count += plays[team, start + nights] - plays[team, start]
        soft += over * problem.near[team, k, 2]
        hard += over * problem.near[team, k, 3]
    return soft, hard


@njit(cache=True, nogil=True)
def _beside(problem: NightProblem, state: NightState, team: int, date: int, side: int) -> tuple[int, int]:
    """(price, broken rules) of the other teams that are not to play, or be at home, when a team comes to a date.

    The team is not yet there, or no longer: what it has there already has been counted.
    """
    own = problem.seat[team, date]
    here, at_home = state.plays[team, own] > 0, state.hosts[team, own] > 0
    soft, hard = 0, 0
    for k in range(problem.apart_at[team], problem.apart_at[team + 1]):
        other, only_home = problem.apart_of[k, 0], problem.apart_of[k, 1]
        seat = problem.seat[other, date]
        if seat < 0 or (here if only_home == 0 else at_home or side == 0):
            continue
        if (state.hosts[other, seat] if only_home == 1 else state.plays[other, seat]) > 0:
            soft += problem.apart_of[k, 2]
            hard += problem.apart_of[k, 3]
    return soft, hard


@njit(cache=True, nogil=True)
def _lift(problem: NightProblem, state: NightState, match: int) -> tuple[int, int]:
    """Take a match off its date; (price, broken rules) that this saves."""
    date = state.at[match]
    host, venue = problem.host[match], problem.venue[problem.host[match]]
    soft, hard = problem.fare[match, date], int(state.load[venue, date] > problem.capacity[venue, date])
    for side in range(2):
        team = host if side == 1 else problem.guest[match]
        seat = problem.seat[team, date]
        more, broken = _crowding(problem, state.plays, team, seat, 1)
        soft, hard = soft + more, hard + broken + int(state.plays[team, seat] > 1)
        state.plays[team, seat] -= 1
        state.hosts[team, seat] -= side
        more, broken = _beside(problem, state, team, date, side)
        soft, hard = soft + more, hard + broken
    state.load[venue, date] -= 1
    hard += _too_near(problem, state, match, date)
    state.at[match] = -1
    return soft, hard


@njit(cache=True, nogil=True)
def _put(problem: NightProblem, state: NightState, match: int, date: int) -> tuple[int, int]:
    """Put a match on a date; (price, broken rules) that this makes."""
    host, venue = problem.host[match], problem.venue[problem.host[match]]
    soft, hard = problem.fare[match, date], int(state.load[venue, date] >= problem.capacity[venue, date])
    for side in range(2):
        team = host if side == 1 else problem.guest[match]
        seat = problem.seat[team, date]
        more, broken = _crowding(problem, state.plays, team, seat, 0)
        soft, hard = soft + more, hard + broken + int(state.plays[team, seat] > 0)
        more, broken = _beside(problem, state, team, date, side)
        soft, hard = soft + more, hard + broken
        state.plays[team, seat] += 1
        state.hosts[team, seat] += side
    state.load[venue, date] += 1
    state.at[match] = date
    return soft, hard + _too_near(problem, state, match, date)


@njit(cache=True, nogil=True)
def _too_near(problem: NightProblem, state: NightState, match: int, date: int) -> int:
    count = 0
    for k in range(problem.pair_at[match], problem.pair_at[match + 1]):
        other = state.at[problem.pair_of[k]]
        count += int(other >= 0 and abs(problem.day[other] - problem.day[date]) < problem.gap[match])
    return count


@njit(cache=True, nogil=True)
def _back(problem: NightProblem, state: NightState, match: int, date: int) -> None:
    """A match is where it was; nothing is counted."""
    for add in range(2):
        where = state.at[match] if add == 0 else date
        sign = 2 * add - 1
        for side in range(2):
            team = problem.host[match] if side == 1 else problem.guest[match]
            state.plays[team, problem.seat[team, where]] += sign
            state.hosts[team, problem.seat[team, where]] += sign * side
        state.load[problem.venue[problem.host[match]], where] += sign
    state.at[match] = date


@njit(cache=True, nogil=True)
def _pushed_out(problem: NightProblem, state: NightState, match: int, moved: Ints, count: int) -> int:
    """Another home match of the same host on the date of a match, or -1."""
    host = problem.host[match]
    for other in range(problem.host_at[host], problem.host_at[host + 1]):
        if other == match or state.at[other] != state.at[match]:
            continue
        for k in range(count):
            if moved[k] == other:
                return -1
        return other
    return -1


@njit(cache=True, nogil=True)
def _push(
    problem: NightProblem, state: NightState, match: int, date: int, moved: Ints, before: Ints
) -> tuple[int, int, int]:
    """A match to a date, the one in its way to where it was or somewhere, and so on: (price, broken rules, matches)."""
    soft, hard, count, first = 0, 0, 0, state.at[match]
    while True:
        moved[count], before[count] = match, state.at[match]
        less, mended = _lift(problem, state, match)
        more, broken = _put(problem, state, match, date)
        soft, hard, count = soft + more - less, hard + broken - mended, count + 1
        match = _pushed_out(problem, state, match, moved, count) if count < CHAIN else -1
        if match < 0:
            return soft, hard, count
        date = first if problem.fare[match, first] != CLOSED else _anywhere(problem, match)
        if date == state.at[match]:
            return soft, hard, count


@njit(cache=True, nogil=True)
def _anywhere(problem: NightProblem, match: int) -> int:
    start, many = problem.open_at[match], problem.open_at[match + 1] - problem.open_at[match]
    return int(problem.open_of[start + np.random.randint(many)])


@njit(cache=True, nogil=True)
def count_nights(problem: NightProblem, state: NightState, tally: Ints) -> None:
    """Put every match on its date anew, and what all of it costs into the tally."""
    dates = state.at.copy()
    state.plays[:], state.hosts[:], state.load[:] = 0, 0, 0
    state.at[:] = -1
    soft, hard = 0, 0
    for match in range(dates.shape[0]):
        more, broken = _put(problem, state, match, dates[match])
        soft, hard = soft + more, hard + broken
    tally[SOFT], tally[HARD] = soft, hard


@njit(cache=True, nogil=True)
def broken_rules(problem: NightProblem, state: NightState) -> Ints:
    """How many rules each match has a part in breaking."""
    counts = np.zeros(state.at.shape[0], dtype=np.int64)
    for match in range(counts.shape[0]):
        date = state.at[match]
        _, counts[match] = _lift(problem, state, match)
        _put(problem, state, match, date)
    return counts


@njit(cache=True, nogil=True)
def anneal_nights(
    problem: NightProblem, state: NightState, best: Ints, tally: Ints, moves: int, hot: float, cold: float,
    penalty: float, seed: int,
) -> None:  # fmt: skip
    """So many moves, cooling from `hot` to `cold`; a broken rule costs `penalty`. `best` are the dates of the best."""
    np.random.seed(seed)
    moved, before = np.zeros(CHAIN, dtype=np.int64), np.zeros(CHAIN, dtype=np.int64)
    matches, temperature = problem.host.shape[0], hot
    for tried in range(moves):
        if tried & 255 == 0:
            temperature = hot * (cold / hot) ** (tried / moves)
        match = np.random.randint(matches)
        date = _anywhere(problem, match)
        if date == state.at[match]:
            continue
        soft, hard, count = _push(problem, state, match, date, moved, before)
        change = soft + penalty * hard
        if change > 0 and np.random.random() >= math.exp(-change / temperature):
            for k in range(count - 1, -1, -1):
                _back(problem, state, moved[k], before[k])
            continue
        tally[SOFT] += soft
        tally[HARD] += hard
        if tally[HARD] < tally[BEST_HARD] or (tally[HARD] == tally[BEST_HARD] and tally[SOFT] < tally[BEST_SOFT]):
            tally[BEST_SOFT], tally[BEST_HARD] = tally[SOFT], tally[HARD]
            best[:] = state.at
