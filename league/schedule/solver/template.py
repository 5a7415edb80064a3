"""Whole round robins with as few breaks as there can be, to seat teams in.

De Werra (1981): an even number of teams cannot do with fewer than n - 2 breaks, an odd number needs none. The circle
method reaches that for one leg. Here are the double ones: of an odd number read forwards and then backwards with
venues reversed; of an even number with one break a team, the breaks two rounds apart, filled in by CP-SAT at once.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from ortools.sat.python import cp_model

from league.schedule.solver.cpsat import solved
from scoring.season.schedule.circle import Round, round_robin

EFFORT = 5.0  # for one template, in CP-SAT's measure

Grid = tuple[tuple[tuple[int, int], ...], ...]


def there_and_back(teams: Sequence[str]) -> tuple[Round, ...]:
    """One leg, and the same read backwards with venues reversed: no breaks at all for an odd number of teams."""
    leg = round_robin(teams, 1)
    return (*leg, *(tuple((away, home) if away else (home, None) for home, away in each) for each in reversed(leg)))


def few_breaks(teams: Sequence[str], legs: int) -> tuple[Round, ...]:
    """An even number of teams, an even number of legs, n - 2 breaks in all; () where none was found."""
    rounds = _filled(len(teams), legs)
    return tuple(tuple((teams[home], teams[away]) for home, away in pairs) for pairs in rounds)


def _sides(teams: int, rounds: int) -> list[list[int]]:
    """For each team 1 at home and 0 away, alternating but for one break; teams 2i and 2i + 1 are opposite.

    The breaks lie on even rounds, evenly spread, so that no few teams are apart too seldom to meet.
    """
    pairs = teams // 2
    sides = []
    for pair in range(pairs):
        broken = 2 * round(rounds * pair / pairs / 2)
        row = [(pair + number - int(0 < broken <= number)) % 2 for number in range(rounds)]
        sides += [row, [1 - side for side in row]]
    return sides


def varied(teams: Sequence[str], legs: int, chance: Random) -> tuple[Round, ...]:
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
    leg = _meetings(sides, 1, chance.randrange(1 << 30))
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
def _filled(teams: int, legs: int) -> Grid:
    """Who meets whom with these sides: each ordered pair legs / 2 times."""
    return _meetings(_sides(teams, legs * (teams - 1)), legs, 1)


def _meetings(sides: Sequence[Sequence[int]], legs: int, seed: int) -> Grid:
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
    solver = solved(model, effort=EFFORT, seed=seed, by_chance=True)
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
