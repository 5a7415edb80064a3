"""The rest of a season from the side of one team: what it costs the others, and which limits put the question.

Hoping to finish high, what others win costs them, and who goes over their limit finishes above. Fearing to finish low,
what they drop costs them, and who stays within their limit finishes above. So both are one question: in how few cases
must a limit be broken?

A search that finds no answer names teams whose limits are too low together (a minimum cut): one of them at least must
be given up, so each is tried, the one that helps most first. How much giving up can help at most cuts that short.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.season.runin.ends import Counts, Fixture
from scoring.season.runin.search import CostedMatch, Effort, Own, RunInSearch, Ways

# --- which limits have to be given up ---------------------------------------------------------------------------------
Answer = tuple[int, ...]
Teams = frozenset[int]
NOBODY: Teams = frozenset()


@lru_cache(maxsize=4096)
def sums(ways: tuple[tuple[Ways, int], ...]) -> tuple[int, ...]:
    """What matches can cost one team in all; of each its ways, and which side (0 or 1) the team is."""
    totals = {0}
    for each, side in ways:
        totals = {total + cost[side] for total in totals for cost in each.costs}
    return tuple(sorted(totals))


@dataclass(slots=True)
class LimitSearch:
    """Matches and limits, of which some may be given up; never that of `own`, or of `kept`."""

    matches: Sequence[CostedMatch]
    limits: Mapping[int, int]
    effort: Effort
    own: Own | None = None
    kept: Teams = NOBODY
    hopeless: Teams = field(init=False)
    _rooms: dict[int, int] = field(init=False, default_factory=dict)
    _gains: dict[int, int] = field(init=False, default_factory=dict)
    _known: dict[Teams, tuple[Answer | None, Teams, int]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Limits that no end can break are left out, and those that every end breaks are given up at once."""
        mine: dict[int, list[tuple[Ways, int]]] = {team: [] for team in self.limits}
        for match in self.matches:
            for team, side in match.sides():
                if team in mine:
                    mine[team].append((match.ways, side))
        hopeless = set()
        for team, limit in self.limits.items():
            possible = sums(tuple(sorted(mine[team], key=lambda each: (id(each[0]), each[1]))))
            if possible[0] > limit:
                hopeless.add(team)
            elif possible[-1] > limit or (self.own is not None and team == self.own.team):
                self._rooms[team] = possible[bisect_right(possible, limit) - 1]
                self._gains[team] = possible[-1] - self._rooms[team]
        self.hopeless = frozenset(hopeless)

    def at_most(self, spare: int) -> Answer | None:
        """A way for every match that keeps all limits but so many; None if there is none."""
        if self.hopeless & self.kept or (self.own is not None and self.own.team in self.hopeless):
            return None
        spare -= len(self.hopeless)
        return None if spare < 0 else self._try(NOBODY, self.kept, spare)

    def fewest(self, start: int = 0, stop: int | None = None) -> tuple[int, Answer | None]:
        """How many must be given up, known to be `start` or more; with the answer, or None if it is `stop` or more."""
        spare = max(start, len(self.hopeless))
        stop = len(self.limits) + 1 if stop is None else stop
        while spare < stop:
            answer = self.at_most(spare)
            if answer is not None:
                return spare, answer
            spare += 1
        return spare, None

    def _try(self, gone: Teams, kept: Teams, spare: int) -> Answer | None:
        if gone not in self._known:
            limits = {team: room for team, room in self._rooms.items() if team not in gone}
            search = RunInSearch(self.matches, limits, self.effort, self.own)
            answer = search.answer()
            self._known[gone] = answer, frozenset(search.min_cut), search.short
        answer, min_cut, short = self._known[gone]
        if answer is not None or spare == 0:
            return answer
        limited = [team for team in self._rooms if team not in gone and team not in kept]
        asking = self.own.team if self.own is not None else None
        helpful = sorted((team for team in limited if team != asking), key=self._gains.__getitem__, reverse=True)
        if sum(self._gains[team] for team in helpful[:spare]) < short:
            return None
        for team in helpful:
            if team in min_cut or not min_cut:
                answer = self._try(gone | {team}, kept, spare - 1)
                if answer is not None:
                    return answer
                kept |= {team}
        return None


Pair = tuple[int, int]
Ends = tuple[int, ...]  # for every match left, the place of its end among all ends


@dataclass(frozen=True, slots=True)
class AllWays:
    """The ways to end a match of others, and one of the team's own with itself as the first: all, and the cheapest."""

    others: Ways
    at_home: tuple[Ways, Ways]
    away: tuple[Ways, Ways]


@lru_cache(maxsize=16)
def _all_ways(costs: tuple[Pair, ...]) -> AllWays:
    swapped = [(away, home) for home, away in costs]
    return AllWays(
        Ways.cheapest(costs),
        (Ways.each_first(costs), Ways.cheapest(costs)),
        (Ways.each_first(swapped), Ways.cheapest(swapped)),
    )


@dataclass(slots=True)
class LimitQuestion:
    """One team's question about the matches left; teams are numbered as `teams` has them."""

    counts: Counts
    teams: Sequence[str]
    left: Sequence[Fixture]
    team: str
    high: bool
    effort: Effort
    me: int = field(init=False)
    _top: Pair = field(init=False)
    _number: dict[str, int] = field(init=False)
    _mine: list[int] = field(init=False)
    _rest: list[int] = field(init=False)
    _ways: AllWays = field(init=False)

    def __post_init__(self) -> None:
        gives = self.counts.gives
        self._number = {team: i for i, team in enumerate(self.teams)}
        self.me = self._number[self.team]
        self._mine = [k for k, match in enumerate(self.left) if self.team in match]
        self._rest = [k for k, match in enumerate(self.left) if self.team not in match]
        self._top = (0, 0) if self.high else (max(home for home, _ in gives), max(away for _, away in gives))
        dropped = tuple((self._top[0] - home, self._top[1] - away) for home, away in gives)
        self._ways = _all_ways(tuple(gives) if self.high else dropped)

    def _own_match(self, k: int, *, cheapest: bool = False) -> CostedMatch:
        home, away = self.left[k]
        ways = self._ways.at_home if home == self.team else self._ways.away
        return CostedMatch(self.me, self._number[away if home == self.team else home], ways[cheapest])

    def _rest_matches(self) -> list[CostedMatch]:
        rest = (self.left[k] for k in self._rest)
        return [CostedMatch(self._number[home], self._number[away], self._ways.others) for home, away in rest]

    def own_totals(self) -> tuple[int, ...]:
        """What the team's own matches may bring it, rising."""
        mine = [self._own_match(k) for k in self._mine]
        gained = sums(tuple((match.ways, 0) for match in mine))
        return gained if self.high else tuple(self._most() - cost for cost in reversed(gained))

    def _most(self) -> int:
        """All that its own matches may bring it; 0 where costs are what is won."""
        return sum(self._top[0] if self.left[k][0] == self.team else self._top[1] for k in self._mine)

    def _limits(self, mine: int, *, level: bool) -> dict[int, int]:
        """The others' limits when the team's own matches bring it `mine`. `level`: those level finish above."""
        final = self.counts.has[self.team] + mine
        others = [team for team in self.teams if team != self.team]
        if self.high:
            return {self._number[team]: final - self.counts.has[team] - level for team in others}
        limits = {}
        for team in others:
            at_home = sum(home == team for home, _ in self.left)
            away = sum(away == team for _, away in self.left)
            most = self.counts.has[team] + at_home * self._top[0] + away * self._top[1]
            limits[self._number[team]] = most - final - (not level)
        return limits

    # --- how many must finish above, or below -------------------------------------------------------------------

    def fewest(self, *, level: bool, start: int = 0, stop: int | None = None) -> tuple[int, Ends | None]:
        """How few limits are broken at the best (or worst) that can be, and how the matches end then.

        It is known to be `start` or more; if it is `stop` or more, it is said to be `stop` and how is not said.
        """
        extremes = [self._own_match(k) for k in self._mine]
        if all(match.ways.costs[-1][1] == match.ways.least[match.ways.whole][1] for match in extremes):
            return self._fewest_with_extremes(extremes, level=level, start=start, stop=stop)
        best: tuple[int, Ends | None] = (len(self.teams) if stop is None else stop, None)
        for total in self.own_totals():
            if best[0] == start:
                break
            search = self._search(total, level=level)
            least, answer = search.fewest(start, best[0])
            if answer is not None:
                best = least, self._ends(answer)
        return best

    def _fewest_with_extremes(
        self, mine: Sequence[CostedMatch], *, level: bool, start: int, stop: int | None
    ) -> tuple[int, Ends | None]:
        """Where one way to end a match of its own is the best for the team in every respect, it is taken."""
        cost = sum(match.ways.costs[-1][0] for match in mine)
        limits = self._limits(cost if self.high else self._most() - cost, level=level)
        for match in mine:
            limits[match.second] -= match.ways.costs[-1][1]
        least, answer = LimitSearch(self._rest_matches(), limits, self.effort).fewest(start, stop)
        if answer is None:
            return least, None
        return least, self._ends((*answer, *(len(match.ways.costs) - 1 for match in mine)))

    # --- with so much of its own ----------------------------------------------------------------------------------

    def with_own(self, total: int, spare: int, *, level: bool) -> Ends | None:
        """How the matches may end so that its own bring it exactly `total` and at most `spare` limits are broken."""
        answer = self._search(total, level=level).at_most(spare)
        return None if answer is None else self._ends(answer)

    def roughly(self, total: int, spare: int, *, level: bool) -> bool:
        """Whether that might be, asked so that it can only become truer as `total` rises (or falls, when fearing).

        The team itself need not come to `total` exactly: its matches may cost it less.
        """
        matches = self._rest_matches() + [self._own_match(k, cheapest=True) for k in self._mine]
        limits = self._limits(total, level=level)
        limits[self.me] = total if self.high else self._most() - total
        return LimitSearch(matches, limits, self.effort, kept=frozenset({self.me})).at_most(spare) is not None

    def _search(self, total: int, *, level: bool) -> LimitSearch:
        own = Own(self.me, total if self.high else self._most() - total)
        limits = self._limits(total, level=level) | {self.me: own.total}
        return LimitSearch(self._rest_matches() + [self._own_match(k) for k in self._mine], limits, self.effort, own)

    def _ends(self, answer: Answer) -> Ends:
        """The end of every match left, from the ways chosen: the rest first and then its own."""
        ends = [0] * len(self.left)
        for k, way in zip((*self._rest, *self._mine), answer, strict=True):
            ways = self._ways.others if k in self._rest else self._own_match(k).ways
            ends[k] = ways.ends[way]
        return tuple(ends)
