"""The ways in which a match may end, as what each costs its two sides, and ranges of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

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
    """A bit for each value."""
    bits = 0
    for value in values:
        bits |= 1 << value
    return bits


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


def last_within(ways: Ways, within: Range, cost: int) -> int:
    """The last way of a range that costs the first no more than so much."""
    way = within[0]
    while way < within[1] and ways.costs[way + 1][0] <= cost:
        way += 1
    return way
