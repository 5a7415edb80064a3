"""A list to begin with: the one that is there where it is whole, otherwise the circle method's.

Cares little what the list costs.

Templates are whole round robins with as few breaks as there can be, to seat teams in. De Werra (1981): an even number
of teams cannot do with fewer than n - 2 breaks, an odd number needs none. The circle method reaches that for one leg.
Here are the double ones: of an odd number read forwards and then backwards with venues reversed; of an even number with
one break a team, filled in by CP-SAT at once. Where the second half mirrors the first, even numbers have 3n - 6.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

import numpy as np
from ortools.sat.python import cp_model

from league.schedule.solver.arrays import Ints, Labels, ListArrays, Problem, dates_in_use, grid_of
from league.schedule.solver.deadline import NO_DEADLINE, Deadline
from league.schedule.solver.feasibility import run_solver
from scoring.season.schedule.circle import Round, round_robin
from scoring.season.schedule.task import Division, Match, Mode, SecondHalf, Task

# --- templates --------------------------------------------------------------------------------------------------------
EFFORT = 5.0  # for one template, in CP-SAT's measure

Grid = tuple[tuple[tuple[int, int], ...], ...]


def there_and_back(teams: Sequence[str]) -> tuple[Round, ...]:
    """One leg, and the same read backwards with venues reversed: no breaks at all for an odd number of teams."""
    leg = round_robin(teams, 1)
    return (*leg, *(tuple((away, home) if away else (home, None) for home, away in each) for each in reversed(leg)))


def few_breaks(teams: Sequence[str], legs: int) -> tuple[Round, ...]:
    """An even number of teams, an even number of legs, n - 2 breaks in all; () where none was found.

    They lie on even rounds, evenly spread, so that no few teams are apart too seldom to meet.
    """
    pairs, rounds = len(teams) // 2, legs * (len(teams) - 1)
    breaks = [2 * round(rounds * pair / pairs / 2) for pair in range(pairs)]
    return _seated(teams, _filled(tuple(breaks), rounds, legs))


def few_breaks_mirrored(teams: Sequence[str]) -> tuple[Round, ...]:
    """An even number of teams, more than four, and the same again with venues reversed; () where none was found.

    All but two teams have a break in each half and one between them, so none of the former may touch the middle: there
    would be three matches running at one end.
    """
    breaks = (0, 2, *range(3, len(teams) - 2, 2))
    half = _seated(teams, _filled(breaks, len(teams) - 1, 1))
    return (*half, *(tuple((away, home) for home, away in pairs) for pairs in half))


def _seated(teams: Sequence[str], rounds: Grid) -> tuple[tuple[tuple[str, str], ...], ...]:
    return tuple(tuple((teams[home], teams[away]) for home, away in pairs) for pairs in rounds)


def _sides(breaks: Sequence[int], rounds: int) -> list[list[int]]:
    """For each team 1 at home and 0 away, alternating but for one break; teams 2i and 2i + 1 are opposite.

    `breaks` says for each such two the round of their second match at one end, 0 if they have none.
    """
    sides = []
    for pair, broken in enumerate(breaks):
        row = [(pair + number - int(0 < broken <= number)) % 2 for number in range(rounds)]
        sides += [row, [1 - side for side in row]]
    return sides


def varied(teams: Sequence[str], legs: int, chance: Random, *, deadline: Deadline = NO_DEADLINE) -> tuple[Round, ...]:
    """The circle's sides with other meetings, later legs the first with venues reversed; () where none were found.

    The circle's own rounds hang together in one chain, any two of them, so that little can be changed in them without
    breaks; those of a chance filling fall apart into short ones.
    """
    circle = round_robin([str(seat) for seat in range(len(teams))], 1)
    sides = [[-1] * len(circle) for _ in teams]
    for number, pairings in enumerate(circle):
        for home, away in pairings:
            if away is not None:
                sides[int(home)][number], sides[int(away)][number] = 1, 0
    leg = _meetings(sides, 1, chance.randrange(1 << 30), deadline)
    names = [tuple((teams[home], teams[away]) for home, away in pairs) for pairs in leg]
    byes: list[tuple[tuple[str, None], ...]] = [
        tuple((team, None) for team, side in zip(teams, sides, strict=True) if side[number] < 0)
        for number in range(len(circle))
    ]
    if not leg:
        return ()
    return tuple(
        (*(pair if number % 2 == 0 else pair[::-1] for pair in pairs), *bye)
        for number in range(legs)
        for pairs, bye in zip(names, byes, strict=True)
    )


@lru_cache(maxsize=32)
def _filled(breaks: tuple[int, ...], rounds: int, legs: int) -> Grid:
    """Who meets whom with these breaks."""
    return _meetings(_sides(breaks, rounds), legs, 1)


def _meetings(sides: Sequence[Sequence[int]], legs: int, seed: int, deadline: Deadline = NO_DEADLINE) -> Grid:
    """Rounds of (home, away) for teams whose sides are given (1 home, 0 away, -1 bye); () where none were found.

    Two teams meet `legs` times, half of them at each; of one leg, at either.
    """
    teams, rounds = len(sides), len(sides[0])
    model = cp_model.CpModel()
    meets = {
        (home, away, number): model.new_bool_var("")
        for number in range(rounds)
        for home in range(teams)
        for away in range(teams)
        if sides[home][number] == 1 and sides[away][number] == 0
    }
    _bind(model, meets, legs)
    solver = run_solver(model, effort=EFFORT, seed=seed, by_chance=True, deadline=deadline)
    if solver is None:
        return ()
    return tuple(
        tuple(sorted(key[:2] for key, meet in meets.items() if key[2] == number and solver.value(meet)))
        for number in range(rounds)
    )


def _bind(model: cp_model.CpModel, meets: dict[tuple[int, int, int], cp_model.IntVar], legs: int) -> None:
    """Each team that plays meets one other, and each pair as often as it should."""
    here: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    pair: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    for (home, away, number), meet in meets.items():
        here.setdefault((home, number), []).append(meet)
        here.setdefault((away, number), []).append(meet)
        pair.setdefault((home, away) if legs > 1 else (min(home, away), max(home, away)), []).append(meet)
    for those in here.values():
        model.add_exactly_one(those)
    for those in pair.values():
        model.add(sum(those) == max(1, legs // 2))


MOST_TEAMS = 18  # for more the template takes longer than it saves


def is_whole(division: Division, matches: Sequence[Match]) -> bool:
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


def first_list(
    task: Task, start_matches: Iterable[Match], chance: Random, *, plain: bool = True, deadline: Deadline = NO_DEADLINE
) -> tuple[Match, ...]:
    """Each division's matches: those given where they are whole (or may be anything), otherwise the circle's.

    `plain` rounds have the fewest breaks; others are less rigid. A relaxed division keeps what is given; what is
    missing is for the bench. Where the time is over rounds are the circle's own, which take none.
    """
    start_matches = tuple(start_matches)
    matches: list[Match] = []
    for division in task.divisions:
        own = [match for match in start_matches if match.division == division.id]
        if division.mode == Mode.RELAXED or is_whole(division, own):
            matches += own
        else:
            matches += _rounds(division, task, chance, plain=plain, deadline=deadline)
    return tuple(matches)


def _rounds(division: Division, task: Task, chance: Random, *, plain: bool, deadline: Deadline) -> list[Match]:
    teams = list(division.teams)
    chance.shuffle(teams)
    rounds: tuple[Round, ...] = ()
    if len(teams) > MOST_TEAMS or deadline.over():
        pass
    elif plain and division.legs == 2 and division.second_half == SecondHalf.MIRRORED:
        rounds = () if len(teams) % 2 or len(teams) == 4 else few_breaks_mirrored(teams)
    elif plain and division.legs == 2 and task.weights.gap == 0:
        rounds = there_and_back(teams) if len(teams) % 2 else few_breaks(teams, 2)
    elif not plain:
        rounds = varied(teams, division.legs, chance, deadline=deadline)
    rounds = rounds or round_robin(teams, division.legs)
    open_dates = [day for day in division.dates if not task.frozen_until or day > task.frozen_until]
    dates = open_dates if len(open_dates) >= len(rounds) else list(division.dates)
    return [
        Match(division.id, day, home, away)
        for day, pairings in zip(dates, rounds, strict=False)
        for home, away in pairings
        if away is not None
    ]


def state_of(task: Task, names: Labels, problem: Problem, matches: Iterable[Match]) -> ListArrays:
    """The list as arrays; matches that are due and not in it, and those that find no room, are on the bench."""
    opp, home = grid_of(names, matches)
    return empty_state(problem, opp, home, _bench(task, names, opp, home))


def _bench(task: Task, names: Labels, opp: Ints, home: Ints) -> list[list[tuple[int, int]]]:
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
                meetings = (
                    int(((opp[one] == two) & (home[one] == 1)).sum()),
                    int(((opp[two] == one) & (home[two] == 1)).sum()),
                )
                missing[-1] += _due(one, two, legs, meetings, (public[one, two], public[two, one]))
    return missing


def _due(one: int, two: int, legs: int, meetings: tuple[int, int], public: tuple[int, int]) -> list[tuple[int, int]]:
    due, has, wanted = [], list(meetings), list(public)
    most = (legs + 1) // 2
    while sum(has) < legs:
        first = has[0] < most and (has[1] >= most or wanted[0] - has[0] >= wanted[1] - has[1])
        has[0 if first else 1] += 1
        due.append((one, two) if first else (two, one))
    return due


def empty_state(problem: Problem, opp: Ints, home: Ints, bench: list[list[tuple[int, int]]]) -> ListArrays:
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

    return ListArrays(
        opp=opp,
        home=home,
        load=zeros(*problem.capacity.shape),
        turnout=zeros(*problem.dates.shape),
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


def copy_arrays(state: ListArrays) -> ListArrays:
    """The same list in arrays of its own."""
    return ListArrays(*(table.copy() for table in state))
