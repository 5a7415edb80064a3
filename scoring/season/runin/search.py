"""Whether every match left can end so that nobody goes over a limit: branch and bound over flows, so with proof.

Each way that a match may end costs its two teams something. As long as a match may still end in a range of ways, it
costs either team at least the least of the range, and both together at least the least sum: what is over may be shared.
If even that cannot be shared out within the limits there is no answer; if every share is covered by a real way to end,
there is one; otherwise the ways of one match are divided into two ranges, each of which is then asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce

from scoring.season.max_flow import share

Range = tuple[int, int]  # of ways, both ends included
Pair = tuple[int, int]
MARKED = 1000  # costs from which sums are not marked any more


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The ways that a match may end that are worth asking about: what each costs (first, second), and which end it is.

    Ordered by the cost for the first. Made with `cheapest`, the cost for the second falls as that rises. `least` gives,
    by range, the least cost to the first, to the second, and by how much the least sum is more than both; `marks` the
    costs themselves, a bit for each, and is empty where they are below 0, or so large that this would be dear.
    """

    costs: tuple[Pair, ...]
    ends: tuple[int, ...]
    least: dict[Range, tuple[int, int, int]] = field(init=False, default_factory=dict)
    marks: dict[Range, Pair] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for low in range(len(self.costs)):
            for high in range(low, len(self.costs)):
                costs = self.costs[low : high + 1]
                first, second = min(cost[0] for cost in costs), min(cost[1] for cost in costs)
                self.least[low, high] = first, second, min(map(sum, costs)) - first - second
                if min(map(min, self.costs)) >= 0 and max(map(max, self.costs)) < MARKED:
                    self.marks[low, high] = _bits(cost[0] for cost in costs), _bits(cost[1] for cost in costs)

    @classmethod
    def cheapest(cls, costs: Sequence[Pair]) -> "Ways":
        """Those that no other beats for both sides."""
        kept: list[tuple[Pair, int]] = []
        for cost, end in sorted((cost, end) for end, cost in enumerate(costs)):
            if not kept or cost[1] < kept[-1][0][1]:
                kept.append((cost, end))
        return cls(tuple(cost for cost, _ in kept), tuple(end for _, end in kept))

    @classmethod
    def each_first(cls, costs: Sequence[Pair]) -> "Ways":
        """For every cost to the first, the one that is cheapest for the second."""
        kept: dict[int, tuple[Pair, int]] = {}
        for cost, end in sorted((cost, end) for end, cost in enumerate(costs)):
            kept.setdefault(cost[0], (cost, end))
        return cls(tuple(cost for cost, _ in kept.values()), tuple(end for _, end in kept.values()))

    @property
    def whole(self) -> Range:
        return 0, len(self.costs) - 1


def _bits(values: Iterable[int]) -> int:
    return reduce(int.__or__, (1 << value for value in values), 0)


@lru_cache(maxsize=1 << 15)
def sums_of(marks: tuple[int, ...]) -> int:
    """What one of the values of each can add up to, a bit for each sum."""
    sum_bits = 1
    for mark in marks:
        further, value = 0, 0
        while mark >> value:
            if mark >> value & 1:
                further |= sum_bits << value
            value += 1
        sum_bits = further
    return sum_bits


def narrow(ways: Ways, within: Range, least: tuple[int, int, int], first: int | None, second: int | None) -> Range:
    """The range without the ways at its ends for which there is no room left; None is room without end."""
    low, high = within
    while first is not None and low < high and ways.costs[high][0] > least[0] + first:
        high -= 1
    while second is not None and low < high and ways.costs[low][1] > least[1] + second:
        low += 1
    return low, high


Node = tuple[Range, ...]


class TooHardError(Exception):
    """More steps than were allowed."""


@dataclass(slots=True)
class Effort:
    left: int

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooHardError


@dataclass(frozen=True, slots=True)
class CostedMatch:
    """A match between two teams by number."""

    first: int
    second: int
    ways: Ways

    def sides(self) -> tuple[Pair, Pair]:
        return (self.first, 0), (self.second, 1)


@dataclass(frozen=True, slots=True)
class Own:
    """The team that asks: the matches it is first in come to exactly `total`."""

    team: int
    total: int


@dataclass(slots=True)
class RunInSearch:
    """One question: `limits` by team; who has none may cost what it will.

    After `answer`, `min_cut` and `short` say what stood against it before any match was divided: the teams whose limits
    are too low together, and by how much at least. An empty cut: it is only that matches end in whole ways.
    """

    matches: Sequence[CostedMatch]
    limits: Mapping[int, int]
    effort: Effort
    own: Own | None = None
    min_cut: set[int] = field(default_factory=set)
    short: int = 0

    def answer(self) -> tuple[int, ...] | None:
        """A way for every match, by its place among the match's ways; None if there is none."""
        root = tuple(match.ways.whole for match in self.matches)
        stack = [root]
        while stack:
            node = stack.pop()
            self.effort.spend()
            divided = self._ask(node, at_root=node is root)
            if isinstance(divided, tuple):
                return divided
            stack += divided
        return None

    def _rooms(self, node: Node) -> dict[int, int] | None:
        """The limits, lowered to what each team's matches can come to; None if a team cannot keep its limit."""
        mine: dict[int, list[int]] = {team: [] for team in self.limits}
        for match, within in zip(self.matches, node, strict=True):
            if not match.ways.marks:
                return dict(self.limits)
            for (team, _), marks in zip(match.sides(), match.ways.marks[within], strict=True):
                if team in mine:
                    mine[team].append(marks)
        rooms = {}
        for team, marked in mine.items():
            sums = sums_of(tuple(sorted(marked)))
            if self.own is not None and team == self.own.team and not sums >> self.own.total & 1:
                return None
            rooms[team] = (sums & ((1 << self.limits[team] + 1) - 1)).bit_length() - 1
            if rooms[team] < 0:
                return None
        return rooms

    def _ask(self, node: Node, *, at_root: bool) -> tuple[int, ...] | list[Node]:
        """An answer, or the nodes into which this one is divided: none when it holds no answer.

        Most questions are answered at the root, where it does not pay to narrow anything first.
        """
        while True:
            left = dict(self.limits) if at_root else self._rooms(node)
            if left is None:
                return []
            leasts = [match.ways.least[within] for match, within in zip(self.matches, node, strict=True)]
            for match, (first, second, _) in zip(self.matches, leasts, strict=True):
                if match.first in left:
                    left[match.first] -= first
                if match.second in left:
                    left[match.second] -= second
            if any(much < 0 for much in left.values()):
                return []
            if at_root:
                break
            narrower = tuple(
                narrow(match.ways, within, least, left.get(match.first), left.get(match.second))
                for match, within, least in zip(self.matches, node, leasts, strict=True)
            )
            if narrower == node:
                break
            node = narrower
        costs = self._shared(left, leasts, at_root=at_root)
        return [] if costs is None else self._covered(node, costs)

    def _shared(
        self, left: Mapping[int, int], leasts: Sequence[tuple[int, int, int]], *, at_root: bool
    ) -> list[Pair] | None:
        """What each match may cost its two sides; None if that cannot be shared out."""
        numbers = {team: i for i, team in enumerate(left)}
        both = [
            k for k, match in enumerate(self.matches)
            if leasts[k][2] and match.first in numbers and match.second in numbers
        ]  # fmt: skip
        parts = [(numbers[self.matches[k].first], numbers[self.matches[k].second], leasts[k][2]) for k in both]
        firsts, short, min_cut = share(parts, list(left.values()))
        if short:
            if at_root:
                names = list(left)
                self.min_cut, self.short = {names[i] for i in min_cut}, short
            return None
        # Where one side has no limit the other has its least.
        costs = [
            (first if match.first in self.limits else BOUNDLESS, second if match.second in self.limits else BOUNDLESS)
            for match, (first, second, _) in zip(self.matches, leasts, strict=True)
        ]
        for k, mine in zip(both, firsts, strict=True):
            first, second, over = leasts[k]
            costs[k] = first + mine, second + over - mine
        return costs

    def _covered(self, node: Node, costs: Sequence[Pair]) -> tuple[int, ...] | list[Node]:
        """A real way for every match that costs no more than allowed, or the division of one that has none."""
        chosen: list[int] = []
        for k, (match, within, cost) in enumerate(zip(self.matches, node, costs, strict=True)):
            if self.own is not None and match.first == self.own.team:
                chosen.append(within[0])
                continue
            way = within[0]
            while way < within[1] and match.ways.costs[way + 1][0] <= cost[0]:
                way += 1  # to the last that costs the first no more than so much
            if match.ways.costs[way][1] > cost[1]:
                low, high = match.ways.costs[way], match.ways.costs[way + 1]
                return _divide(node, k, way, lower_first=low[1] - cost[1] <= high[0] - cost[0])
            chosen.append(way)
        return tuple(chosen) if self.own is None else self._exactly(node, costs, chosen, self.own)

    def _exactly(self, node: Node, costs: Sequence[Pair], chosen: list[int], own: Own) -> tuple[int, ...] | list[Node]:
        """The ways of the asking team's own matches, so that they come to its total."""
        mine = [k for k, match in enumerate(self.matches) if match.first == own.team]
        reached: dict[int, tuple[int, ...]] = {0: ()}
        for k in mine:
            low, high = node[k]
            allowed = [
                (way, self.matches[k].ways.costs[way][0])
                for way in range(low, high + 1)
                if self.matches[k].ways.costs[way][1] <= costs[k][1]
            ]
            reached = {total + cost: (*path, way) for total, path in reached.items() for way, cost in allowed}
        if own.total in reached:
            for k, way in zip(mine, reached[own.total], strict=True):
                chosen[k] = way
            return tuple(chosen)
        widest = max(mine, key=lambda k: node[k][1] - node[k][0], default=None)
        if widest is None or node[widest][0] == node[widest][1]:
            return []
        low, high = node[widest]
        return _divide(node, widest, (low + high) // 2, lower_first=False)


BOUNDLESS = 1 << 80


def _divide(node: Node, k: int, way: int, *, lower_first: bool) -> list[Node]:
    """The node with a match's ways up to `way`, and with those after it; the one to be asked first is the last."""
    low, high = node[k]
    lower, upper = ((*node[:k], each, *node[k + 1 :]) for each in ((low, way), (way + 1, high)))
    return [upper, lower] if lower_first else [lower, upper]
