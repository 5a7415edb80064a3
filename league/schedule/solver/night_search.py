"""The search for a season of few matches on many nights: a first list by annealing, then better ones part by part."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from random import Random
from threading import Lock

import numpy as np

from league.schedule.solver.deadline import LISTENS_EVERY, Deadline, OutOfTimeError
from league.schedule.solver.night_anneal import (
    BEST_HARD,
    BEST_SOFT,
    CLOSED,
    NightProblem,
    NightState,
    Seat,
    anneal_nights,
    broken_rules,
    count_nights,
    nights_of,
)
from league.schedule.solver.night_models import NightFlow, NightModel, Part, bound_nights, place_matches
from league.schedule.solver.problem import Floats, Ints

# --- one part of a list -----------------------------------------------------------------------------------------------
MOMENT = 1.0  # seconds for one part
PLACES = 500  # matches times nights of the first part; later as many as CP-SAT can settle
FEWEST = 8  # matches of a part
GROWTH = 1.1
NEAR = 8  # nights that belong together
CHANCE = 0.3  # of which one match is likelier to be freed than another, at most
TRIES = 4  # nights at which is looked for what a match would push out

Kind = Callable[[int], list[int]]


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


# --- one way down the linear programme --------------------------------------------------------------------------------
SURE, LIKELY = 0.9, 0.5  # of a match on one date: settled whatever the rest does, and fit to be settled
AT_ONCE = 0.12  # of the matches that are not yet settled
LEFT_SHARE = 0.42  # of the matches, for CP-SAT
WHIM = 0.2  # that shares are off by, at most: each way down is another
FINISH = 10.0  # seconds for CP-SAT


def dive(
    problem: NightProblem, shares: Floats, chance: Random, deadline: Deadline, *, below: Callable[[], int]
) -> Ints | None:
    """The date of each match, in a list that breaks no rule; None where this way down comes to none in time.

    `shares` are those of the programme (`NightFlow.solve`). It goes no further down where no list costs less than
    `below`.
    """
    fare, at, settled = problem.fare.copy(), np.zeros(len(problem.host), dtype=np.int64), list[int]()
    while len(settled) < (1 - LEFT_SHARE) * len(at):
        new = _surest(shares, settled, chance)
        at[new] = shares[new].argmax(axis=1)
        for match in new:
            _close(problem, fare, match, int(at[match]))
        least, new_shares = NightFlow(problem._replace(fare=fare), deadline).solve()
        if new_shares is None or least >= below():
            break
        shares, settled = new_shares, settled + new
    free = sorted({*range(len(at))}.difference(settled))
    part, _ = place_matches(NightModel(problem, deadline, free=free, at=at), chance, deadline.within(FINISH))
    if part is None:
        return None
    at[part[0]] = part[1]
    return at


def _surest(shares: Floats, settled: list[int], chance: Random) -> list[int]:
    """The matches to settle next. Of two that cannot both be where they are one at most is LIKELY."""
    most = shares.max(axis=1)
    free = sorted({*range(len(most))}.difference(settled), key=lambda match: -(most[match] + WHIM * chance.random()))
    few = max(1, int(AT_ONCE * len(free)))
    likely = [match for place, match in enumerate(free) if most[match] > (LIKELY if place < few else SURE)]
    return likely or [max(free, key=most.__getitem__)]


def _close(problem: NightProblem, fare: Ints, match: int, date: int) -> None:
    """Leave a match that date alone, and no other of the two teams on it; the programme does the rest."""
    own_fare = fare[match, date]
    teams = problem.host[match], problem.guest[match]
    fare[np.isin(problem.host, teams) | np.isin(problem.guest, teams), date] = CLOSED
    fare[match] = CLOSED
    fare[match, date] = own_fare


# --- the search -------------------------------------------------------------------------------------------------------
SLICE = 100_000  # moves after which the clock is looked at
ROUNDS = (8, 24, 60, 150)  # slices of one cooling, the last again and again
HOT, COLD = 1.6, 0.18  # in prices
PENALTY = 6.0  # of a broken rule, in prices
MENDABLE, VAIN = 5, 8  # broken rules that are mended by parts; parts in vain before it is cooled again
STALE, AWAY = 20, 20  # parts in vain before a core goes its own way, and parts until it is back
DIVES = 0.5  # of these ways, how many go down the linear programme
LINEAR, BOUNDING = 0.5, 0.4  # of the time at most until the linear programme is solved, and CP-SAT's bound told


class NightSearch:
    """One search: the best dates so far, their `rank` (broken rules, cost), and a cost that no list goes below."""

    def __init__(self, problem: NightProblem, seed: int, deadline: Deadline) -> None:
        self.problem, self.deadline = problem, deadline
        self.chance = Random(seed)  # noqa: S311 (a fixture list is no secret)
        self.best: Ints | None = None
        self.rank = (1 << 30, 1 << 30)
        self.bound = 0
        self.shares: Floats | None = None  # of the matches on their dates, in the linear programme
        self.impossible = False
        self.lock = Lock()
        priced = problem.near[:, :, 2]
        self.scale = float(max(1.0, np.median(priced[priced > 0]))) if (priced > 0).any() else 1.0

    @property
    def done(self) -> bool:
        return self.impossible or self.deadline.over() or self.rank <= (0, self.bound)

    def run(self, seconds: float, heard: Callable[[Ints], None]) -> None:
        """Go on until the time is over, or no list can be better; `heard` gets the dates of better lists as they come.

        It is called by whoever runs this, while others search.
        """
        seeds = [self.chance.randrange(1 << 30) for _ in range(2)]
        with ThreadPoolExecutor(2) as cores:
            first = cores.submit(self._search, seeds[0])
            second = cores.submit(self._bound_and_search, seeds[1], seconds)
            best_rank = self.rank
            while True:
                waiting = wait([first, second], LISTENS_EVERY).not_done
                if self.best is not None and self.rank < best_rank:
                    best_rank = self.rank
                    heard(self.best)
                if not waiting:
                    break
            first.result()
            second.result()

    def _bound_and_search(self, seed: int, seconds: float) -> None:
        """A bound and a list from the linear programme, then CP-SAT's bound; then better lists."""
        part = self.deadline.within(BOUNDING * seconds)
        until = Deadline(self.deadline.ends, lambda: self.done or (self.rank[0] == 0 and part.over()))
        try:
            bound, self.shares = NightFlow(self.problem, self._while_open.within(LINEAR * seconds)).solve()
            self._take_bound(bound)
            if (dates := self._dive(Random(seed))) is not None:  # noqa: S311
                self.take(dates)
            if not until.over() and bound_nights(
                self.problem, until, bound=self._take_bound, found=self.take, seed=seed % 1000
            ):
                self.impossible = True
        except OutOfTimeError:
            pass
        self._search(seed)

    @property
    def _while_open(self) -> Deadline:
        return Deadline(self.deadline.ends, lambda: self.done)

    def _dive(self, chance: Random) -> Ints | None:
        if self.shares is None:
            return None
        return dive(self.problem, self.shares, chance, self._while_open, below=self._least_whole)

    def _least_whole(self) -> int:
        """What the best list costs that breaks no rule."""
        broken, cost = self.rank
        return 1 << 30 if broken else cost

    def _take_bound(self, bound: int) -> None:
        self.bound = max(self.bound, bound)

    def take(self, dates: Ints) -> tuple[int, int]:
        """Count a list, and keep it where none is better: its rank."""
        tally = np.zeros(4, dtype=np.int64)
        count_nights(self.problem, self._state(dates), tally)
        rank = int(tally[1]), int(tally[0])
        with self.lock:
            if rank <= self.rank:
                self.best, self.rank = dates.copy(), rank  # whoever sees the rank finds the list
        return rank

    def _state(self, dates: Sequence[int] | Ints) -> NightState:
        shape = self.problem.seat.shape
        return NightState(
            np.array(dates, dtype=np.int64),
            np.zeros(shape, dtype=np.int64),
            np.zeros(shape, dtype=np.int64),
            np.zeros(self.problem.capacity.shape, dtype=np.int64),
        )

    def _search(self, seed: int) -> None:
        """Cool down from anywhere until a list is nearly whole; then mend it, and make it better, part by part."""
        chance = Random(seed)  # noqa: S311
        parts, turn, vain = NightParts(self.problem, chance), 0, 0
        while not self.done:
            before = self.rank
            if before[0] > MENDABLE or (before[0] and vain > VAIN):
                self._cool(self._state(self._anywhere(chance)), ROUNDS[min(turn, len(ROUNDS) - 1)], chance)
                turn, vain = turn + 1, 0
                continue
            assert self.best is not None
            try:
                if vain > STALE:
                    self._go_astray(parts, chance)
                elif part := self._part(parts, self.best):
                    self.take(_with(self.best, part))  # the other core may have made it better meanwhile
            except OutOfTimeError:
                return
            vain = 0 if self.rank < before or vain > STALE else vain + 1

    def _go_astray(self, parts: NightParts, chance: Random) -> None:
        """Go on by itself from another list for a while: to another valley, which may be deeper.

        From another way down the linear programme, or from the best list with a part put anew on a whim.
        """
        assert self.best is not None
        at = self.best
        if chance.random() < DIVES and (dates := self._dive(chance)) is not None:
            at = dates
        elif part := self._part(parts, at, whim=True):
            at = _with(at, part)
        rank = self.take(at)
        for _ in range(AWAY):
            if self.done or rank <= self.rank:
                return
            part = self._part(parts, at)
            if part and (counted := self.take(new := _with(at, part))) <= rank:
                at, rank = new, counted

    def _part(self, parts: NightParts, at: Ints, *, whim: bool = False) -> Part | None:
        state = self._state(at)
        count_nights(self.problem, state, np.zeros(4, dtype=np.int64))
        broken = np.flatnonzero(broken_rules(self.problem, state)).tolist()
        return parts.improve(at, broken, self._while_open, shares=self.shares, whim=whim)

    def _anywhere(self, chance: Random) -> Ints:
        starts = self.problem.open_at
        picks = [chance.randrange(int(first), int(last)) for first, last in pairwise(starts)]
        return np.array(self.problem.open_of[picks], dtype=np.int64)

    def _cool(self, state: NightState, slices: int, chance: Random) -> None:
        tally = np.zeros(4, dtype=np.int64)
        count_nights(self.problem, state, tally)
        tally[BEST_SOFT:] = tally[: BEST_HARD - 1]
        best, before = state.at.copy(), (1 << 30, 1 << 30)
        penalty, hot, cold = PENALTY * self.scale, HOT * self.scale, COLD * self.scale
        for number in range(slices):
            if self.done:
                break
            start, end = (hot * (cold / hot) ** (step / slices) for step in (number, number + 1))
            anneal_nights(self.problem, state, best, tally, SLICE, start, end, penalty, chance.randrange(1 << 31))
            rank = int(tally[BEST_HARD]), int(tally[BEST_SOFT])
            if rank < min(before, self.rank):
                self.take(best)
                before = rank


def _with(at: Ints, part: Part) -> Ints:
    new = at.copy()
    matches, dates = part
    new[matches] = dates
    return new
