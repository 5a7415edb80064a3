"""A list of few matches on many nights made better part by part: CP-SAT puts some of them anew while the rest stay.

This is a large neighbourhood search.
"""

from collections.abc import Callable
from random import Random

import numpy as np
from ortools.sat.python import cp_model

from league.schedule.solver.arrays import Floats, Ints
from league.schedule.solver.deadline import Deadline
from league.schedule.solver.night_arrays import Seat, nights_of
from league.schedule.solver.night_bound import RELAXATION
from league.schedule.solver.night_model import NightModel
from league.schedule.solver.night_moves import CLOSED, NightProblem

MOMENT = 1.0  # seconds for one part
PLACES = 500  # matches times nights of the first part; later as many as CP-SAT can settle
FEWEST = 8  # matches of a part
GROWTH = 1.1
NEAR = 8  # nights that belong together
CHANCE = 0.3  # of which one match is likelier to be freed than another, at most
TRIES = 4  # nights at which is looked for what a match would push out

Part = tuple[list[int], Ints]  # matches, and their dates
Kind = Callable[[int], list[int]]


def place_matches(model: NightModel, chance: Random, deadline: Deadline) -> tuple[Part | None, bool]:
    """The free matches of a model where they cost least, as far as the time lets, and whether it let it be settled."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = chance.randrange(1 << 30)
    solver.parameters.linearization_level = RELAXATION
    solver.parameters.cp_model_presolve = False  # takes longer here than it saves
    status = deadline.run(solver, model.model)
    settled = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, settled
    dates = model.dates(solver)
    return (list(dates), np.array(list(dates.values()), dtype=np.int64)), settled


class NightParts:
    """Parts of one season, each of a kind and of as many matches as could be settled the last time."""

    def __init__(self, problem: NightProblem, chance: Random) -> None:
        self.problem, self.chance = problem, chance
        self.teams = list(zip(problem.host.tolist(), problem.guest.tolist(), strict=True))
        self.of: list[list[int]] = [[] for _ in problem.seat]  # matches of a team
        for match, pairing in enumerate(self.teams):
            for team in pairing:
                self.of[team].append(match)
        self.dates: list[list[int]] = [np.flatnonzero(fares != CLOSED).tolist() for fares in problem.fare]
        usual = int(PLACES / np.median([len(dates) for dates in self.dates]))
        self.kinds: tuple[Kind, ...] = (
            self._among_teams,
            self._round_a_price,
            self._in_turn,
            self._at_one_time,
            self._unlike_shares,  # the last: it is there once the shares are
        )
        self.many = [float(max(FEWEST, usual))] * (len(self.kinds) + 1)  # the last for mending

    def improve(
        self, at: Ints, broken: list[int], deadline: Deadline, *, shares: Floats | None = None, whim: bool = False
    ) -> Part | None:
        """Free some matches of a list: which, and their dates in a list that may be better, and breaks no rule.

        All that are part of a `broken` rule are among them. `shares` are what `NightFlow` has of each match on each
        date. On a `whim` prices are left to chance.
        """
        self.at: list[int] = at.tolist()
        self.shares = shares
        kind = -1 if broken else self.chance.randrange(len(self.kinds) - (shares is None))
        many = int(self.many[kind])
        free = self._in_the_way(broken, many, self._on()) if broken else self.kinds[kind](many)
        model = NightModel(self.problem, deadline, free=free, at=at, whim=self.chance if whim else None)
        part, settled = place_matches(model, self.chance, deadline.within(MOMENT))
        self.many[kind] = min(len(at), max(FEWEST, self.many[kind] * (GROWTH if settled else 1 / GROWTH)))
        return part

    def _among_teams(self, many: int) -> list[int]:
        """The matches of some teams among themselves."""
        first = self.chance.randrange(len(self.of))
        others = sorted({team for match in self.of[first] for team in self.teams[match]} - {first})
        self.chance.shuffle(others)
        chosen, free = {first}, list[int]()
        for team in others:
            free += [match for match in self.of[team] if chosen >= {*self.teams[match]} - {team}]
            chosen.add(team)
            if len(free) >= many:
                break
        return free

    def _in_turn(self, many: int) -> list[int]:
        """Matches of one division that follow one another."""
        first = self.chance.randrange(len(self.of))
        near = {first}.union(*(self.teams[match] for match in self.of[first]))
        order = sorted({match for team in near for match in self.of[team]}, key=lambda match: self.at[match])
        start = self.chance.randrange(max(1, len(order) - many + 1))
        return order[start : start + many]

    def _at_one_time(self, many: int) -> list[int]:
        """Matches that could be on some nights near one another."""
        night = self.chance.randrange(len(self.problem.day))
        share = [
            sum(abs(date - night) <= NEAR for date in dates) / len(dates) + CHANCE * self.chance.random()
            for dates in self.dates
        ]
        return sorted(range(len(share)), key=lambda match: -share[match])[:many]

    def _unlike_shares(self, many: int) -> list[int]:
        """Matches on dates on which the linear programme has little or nothing of them."""
        assert self.shares is not None
        share = self.shares[range(len(self.at)), self.at] + [CHANCE * self.chance.random() for _ in self.at]
        return np.argsort(share)[:many].tolist()

    def _round_a_price(self, many: int) -> list[int]:
        """Matches that are paid for, with those that stand in their way."""
        on = self._on()
        paid = self._paid(on)
        return self._in_the_way(self.chance.choice(paid) if paid else [self.chance.randrange(len(self.at))], many, on)

    def _in_the_way(self, first: list[int], many: int, on: dict[Seat, int]) -> list[int]:
        """These matches, those that stand in their way on some other nights, and so on."""

        def pushed(match: int) -> list[int]:
            dates = self.chance.sample(self.dates[match], min(TRIES, len(self.dates[match])))
            return [on[team, date] for date in dates for team in self.teams[match] if (team, date) in on]

        free, queue = dict.fromkeys(first), [each for match in first for each in pushed(match)]
        while queue and len(free) < many:
            match = queue.pop(self.chance.randrange(len(queue)))
            if match not in free:
                free[match] = None
                queue += pushed(match)
        return list(free)

    def _on(self) -> dict[Seat, int]:
        """The match of each team and date."""
        return {(team, self.at[match]): match for match, pairing in enumerate(self.teams) for team in pairing}

    def _paid(self, on: dict[Seat, int]) -> list[list[int]]:
        """The matches of each team on so few nights that there is a price for it."""
        p, groups = self.problem, list[list[int]]()
        for team in range(len(self.of)):
            nights = nights_of(p, team)
            for span, most, *_ in p.near[team, : p.nears[team]].tolist():
                for first in range(len(nights) - span + 1):
                    near = [on[team, date] for date in nights[first : first + span] if (team, date) in on]
                    groups += [near] if len(near) > most else []
        return groups
