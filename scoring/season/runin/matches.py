"""The rest of a season from the side of one team: what it costs the others, and which limits put the question.

Hoping to finish high, what others win costs them, and who goes over his limit finishes above. Fearing to finish low,
what they drop costs them, and who stays within his limit finishes above. So both are one question: in how few cases
must a limit be broken?

Knows costs and limits. Refuses to search (`sparing`, `search`) and to know what a place is for (`prospects`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.season.runin.counts import Counts, Fixture
from scoring.season.runin.search import Effort, Match, Own
from scoring.season.runin.sparing import Answer, Sparing, sums
from scoring.season.runin.ways import Ways

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
class Look:
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
    _ways: "AllWays" = field(init=False)

    def __post_init__(self) -> None:
        gives = self.counts.gives
        self._number = {team: i for i, team in enumerate(self.teams)}
        self.me = self._number[self.team]
        self._mine = [k for k, match in enumerate(self.left) if self.team in match]
        self._rest = [k for k, match in enumerate(self.left) if self.team not in match]
        self._top = (0, 0) if self.high else (max(home for home, _ in gives), max(away for _, away in gives))
        self._ways = _all_ways(tuple(self._cost(pair) for pair in gives))

    def _cost(self, pair: Pair) -> Pair:
        return pair if self.high else (self._top[0] - pair[0], self._top[1] - pair[1])

    def _own_match(self, k: int, *, cheapest: bool = False) -> Match:
        """One of the team's own matches, with the team as its first."""
        home, away = self.left[k]
        at_home = self._ways.at_home if home == self.team else self._ways.away
        ways = at_home[cheapest]
        return Match(self.me, self._number[away if home == self.team else home], ways)

    def _rest_matches(self) -> list[Match]:
        return [
            Match(self._number[home], self._number[away], self._ways.others)
            for home, away in map(self.left.__getitem__, self._rest)
        ]

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
        if self.high:
            return {
                self._number[each]: final - self.counts.has[each] - level for each in self.teams if each != self.team
            }
        limits = {}
        for each in self.teams:
            if each != self.team:
                at_home = sum(home == each for home, _ in self.left)
                away = sum(away == each for _, away in self.left)
                most = self.counts.has[each] + at_home * self._top[0] + away * self._top[1]
                limits[self._number[each]] = most - final - (not level)
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
            sparing = self._sparing(total, level=level)
            found, answer = sparing.fewest(start, best[0])
            if answer is not None:
                best = found, self._ends(answer)
        return best

    def _fewest_with_extremes(
        self, mine: Sequence[Match], *, level: bool, start: int, stop: int | None
    ) -> tuple[int, Ends | None]:
        """Where one way to end a match of its own is the best for the team in every respect, it is taken."""
        cost = sum(match.ways.costs[-1][0] for match in mine)
        limits = self._limits(cost if self.high else self._most() - cost, level=level)
        for match in mine:
            limits[match.second] -= match.ways.costs[-1][1]
        found, answer = Sparing(self._rest_matches(), limits, self.effort).fewest(start, stop)
        if answer is None:
            return found, None
        return found, self._ends((*answer, *(len(match.ways.costs) - 1 for match in mine)))

    # --- with so much of its own ----------------------------------------------------------------------------------

    def with_own(self, total: int, spare: int, *, level: bool) -> Ends | None:
        """How the matches may end so that its own bring it exactly `total` and at most `spare` limits are broken."""
        answer = self._sparing(total, level=level).at_most(spare)
        return None if answer is None else self._ends(answer)

    def roughly(self, total: int, spare: int, *, level: bool) -> bool:
        """Whether that might be, asked so that it can only become truer as `total` rises (or falls, when fearing).

        The team itself need not come to `total` exactly: its matches may cost it less.
        """
        matches = self._rest_matches() + [self._own_match(k, cheapest=True) for k in self._mine]
        limits = self._limits(total, level=level)
        limits[self.me] = total if self.high else self._most() - total
        return Sparing(matches, limits, self.effort, kept=frozenset({self.me})).at_most(spare) is not None

    def _sparing(self, total: int, *, level: bool) -> Sparing:
        own = Own(self.me, total if self.high else self._most() - total)
        limits = self._limits(total, level=level) | {self.me: own.total}
        return Sparing(self._rest_matches() + [self._own_match(k) for k in self._mine], limits, self.effort, own)

    def _ends(self, answer: Answer) -> Ends:
        """The end of every match left, from the ways chosen: the rest first and then its own."""
        ends = [0] * len(self.left)
        for k, way in zip((*self._rest, *self._mine), answer, strict=True):
            ways = self._ways.others if k in self._rest else self._own_match(k).ways
            ends[k] = ways.ends[way]
        return tuple(ends)
