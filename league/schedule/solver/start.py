"""A list to begin with: the one that is there where it is whole, otherwise the circle method's.

Knows the shapes that annealing keeps (whole rounds, the right number of meetings, mirrored legs). Cares little what the
list costs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

import numpy as np

from league.schedule.solver.arrays import Ints, Names, Problem, dates_in_use, grid_of
from league.schedule.solver.state import State
from league.schedule.solver.template import few_breaks, there_and_back, varied
from scoring.season.schedule.circle import Round, round_robin
from scoring.season.schedule.task import Division, Match, Mode, SecondHalf, Task

MOST_TEAMS = 18  # for more the template takes longer than it saves


def whole(division: Division, matches: Sequence[Match]) -> bool:
    """Whether these matches of the division have the shape that annealing keeps, whatever rules they break."""
    if division.mode == Mode.RELAXED:
        return False
    days: dict[object, list[Match]] = {}
    for match in matches:
        days.setdefault(match.date, []).append(match)
    teams = len(division.teams)
    if len(days) != division.rounds or not set(days) <= set(division.dates):
        return False
    if any(
        len({team for match in there for team in (match.home, match.away)}) != teams // 2 * 2 for there in days.values()
    ):
        return False
    met = Counter((match.home, match.away) for match in matches)
    most = (division.legs + 1) // 2
    return all(
        met[one, two] + met[two, one] == division.legs and max(met[one, two], met[two, one]) <= most
        for number, one in enumerate(division.teams)
        for two in division.teams[number + 1 :]
    ) and (division.second_half == SecondHalf.FREE or _mirrored(division, days))


def _mirrored(division: Division, days: dict[object, list[Match]]) -> bool:
    rounds = [{(match.home, match.away) for match in days[day]} for day in sorted(days)]  # type: ignore[type-var]
    leg = len(rounds) // division.legs
    return all(
        rounds[number] == {(away, home) for home, away in rounds[number - leg]} for number in range(leg, len(rounds))
    )


def first_list(task: Task, given: Iterable[Match], chance: Random, *, plain: bool = True) -> tuple[Match, ...]:
    """Each division's matches: those given where they are whole (or may be anything), otherwise the circle's.

    `plain` rounds have the fewest breaks; others are less rigid. A relaxed division keeps what is given; what is
    missing is for the bench.
    """
    given = tuple(given)
    found: list[Match] = []
    for division in task.divisions:
        own = [match for match in given if match.division == division.id]
        if division.mode == Mode.RELAXED or whole(division, own):
            found += own
        else:
            found += _rounds(division, task, chance, plain=plain)
    return tuple(found)


def _rounds(division: Division, task: Task, chance: Random, *, plain: bool) -> list[Match]:
    teams = list(division.teams)
    chance.shuffle(teams)
    rounds: tuple[Round, ...] = ()
    if plain and task.weights.gap == 0 and division.second_half == SecondHalf.FREE and division.legs == 2:
        if len(teams) % 2:
            rounds = there_and_back(teams)
        elif len(teams) <= MOST_TEAMS:
            rounds = few_breaks(teams, 2)
    elif not plain:
        rounds = varied(teams, division.legs, chance)
    rounds = rounds or round_robin(teams, division.legs)
    open_dates = [day for day in division.dates if not task.frozen_until or day > task.frozen_until]
    dates = open_dates if len(open_dates) >= len(rounds) else list(division.dates)
    return [
        Match(division.id, day, home, away)
        for day, pairings in zip(dates, rounds, strict=False)
        for home, away in pairings
        if away is not None
    ]


def state_of(task: Task, names: Names, problem: Problem, matches: Iterable[Match]) -> State:
    """The list as arrays; matches that are due and not in it, and those that find no room, are on the bench."""
    opp, home = grid_of(names, matches)
    return empty_state(problem, opp, home, _bench(task, names, opp, home))


def _bench(task: Task, names: Names, opp: Ints, home: Ints) -> list[list[tuple[int, int]]]:
    """For each relaxed division the matches that are due and not in the list, handed-out ones as they were."""
    team = {key: number for number, key in enumerate(names.teams)}
    public = Counter(
        (team[each.home], team[each.away]) for each in task.published if {each.home, each.away} <= team.keys()
    )
    missing: list[list[tuple[int, int]]] = []
    for division in task.divisions:
        missing.append([])
        if division.mode == Mode.ROUNDS:
            continue
        for number, key in enumerate(division.teams):
            for other in division.teams[number + 1 :]:
                one, two, legs = team[key], team[other], division.legs_of(key, other)
                there = (
                    int(((opp[one] == two) & (home[one] == 1)).sum()),
                    int(((opp[two] == one) & (home[two] == 1)).sum()),
                )
                missing[-1] += _due(one, two, legs, there, (public[one, two], public[two, one]))
    return missing


def _due(one: int, two: int, legs: int, there: tuple[int, int], public: tuple[int, int]) -> list[tuple[int, int]]:
    due, has, wanted = [], list(there), list(public)
    most = (legs + 1) // 2
    while sum(has) < legs:
        first = has[0] < most and (has[1] >= most or wanted[0] - has[0] >= wanted[1] - has[1])
        has[0 if first else 1] += 1
        due.append((one, two) if first else (two, one))
    return due


def empty_state(problem: Problem, opp: Ints, home: Ints, bench: list[list[tuple[int, int]]]) -> State:
    """A state whose costs are still to be counted."""
    teams = opp.shape[0]
    count, wishes = len(problem.first), len(problem.kind)
    room = max([4, *(int(size * size * legs) for size, legs in zip(problem.size, problem.legs, strict=True))])
    table = np.zeros((count, room, 2), dtype=np.int64)
    for number, matches in enumerate(bench):
        table[number, : len(matches)] = np.array(matches, dtype=np.int64).reshape(-1, 2)
    slots = problem.dates.copy()
    for number in map(int, np.flatnonzero(problem.mirrored)):
        own = dates_in_use(problem, opp, number)
        slots[number, : len(own)] = own

    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    return State(
        opp=opp,
        home=home,
        load=zeros(*problem.capacity.shape),
        team_soft=zeros(teams),
        team_hard=zeros(teams),
        pair_soft=zeros(teams, teams),
        pair_hard=zeros(teams, teams),
        wish_soft=zeros(wishes),
        wish_hard=zeros(wishes),
        bench=table,
        benched=np.array([len(matches) for matches in bench], dtype=np.int64),
        slots=slots,
        pair_seen=zeros(teams, teams),
    )


def copied(state: State) -> State:
    """The same list in arrays of its own."""
    return State(*(table.copy() for table in state))
