"""A season of few matches on many nights put into numbers: the arrays of `NightProblem`."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np

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
    dates: list[int] = np.argsort(problem.seat[team])[len(problem.day) - int(problem.seats[team]) :].tolist()
    return dates


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
