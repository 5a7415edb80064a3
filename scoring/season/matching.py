"""Everybody in pairs at the lowest total cost, exactly.

The method is Edmonds' (1965): a dual value for each one and each odd ring ("blossom"), grown until the pairs that cost
exactly their two duals pair everybody. The duals are also the proof that no other pairing is cheaper, which is used
here: only each one's cheapest partners are tried at first, and a pair that was left out is taken in, and everything
tried again, if the duals do not rule it out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush, nsmallest

FEW = 10

FREE, EVEN, ODD = 0, 1, 2


@dataclass(frozen=True, slots=True)
class ProvedPairing:
    """Whom each is paired with, and the duals (doubled) that prove that nothing is cheaper."""

    costs: Sequence[Sequence[int]]
    mate: list[int]
    duals: list[int]

    def rules_out(self, one: int, other: int) -> bool:
        """Whether it is proved that these two are not a pair in any cheapest pairing; False settles nothing."""
        return 4 * self.costs[one][other] > self.duals[one] + self.duals[other]


def pair_up(costs: Sequence[Sequence[int]]) -> list[int]:
    """Whom each of 0..n-1 is paired with, so that the sum of costs is as low as it can be; n is even."""
    return prove_pairs(costs).mate


def prove_pairs(costs: Sequence[Sequence[int]]) -> ProvedPairing:
    """The same with its proof.

    `costs[u][v]` equals `costs[v][u]`; what must not be is given a cost that no whole pairing without it comes to.
    """
    count = len(costs)
    if count % 2:
        raise ValueError(f"{count} cannot be put in pairs")
    few = FEW
    chosen = _cheapest(costs, few)
    while True:
        search = BlossomSearch(count, costs, chosen)
        if not search.run():
            few *= 4
            chosen |= _cheapest(costs, few)
            continue
        missing = search.not_ruled_out()
        if missing <= chosen:
            return ProvedPairing(costs, search.mate, search.duals)
        chosen |= missing


def total(costs: Sequence[Sequence[int]], mate: Sequence[int]) -> int:
    return sum(costs[one][other] for one, other in enumerate(mate) if one < other)


def _cheapest(costs: Sequence[Sequence[int]], few: int) -> set[tuple[int, int]]:
    """Each one's cheapest partners; of equal ones the next in number, so that not all turn to the same."""
    chosen = set()
    for one, row in enumerate(costs):
        others = [*range(one + 1, len(row)), *range(one)]
        chosen |= {(min(one, other), max(one, other)) for other in nsmallest(few, others, key=row.__getitem__)}
    return chosen


class BlossomSearch:
    """One run of the method over chosen pairs.

    Blossoms are numbers from `count` on. `top` is the outermost blossom of each one. An outermost blossom is FREE,
    EVEN (an even number of steps from somebody unpaired) or ODD, and `entry` is the pair of numbers, (outside, inside),
    by which it was reached. `duals` are doubled, so that halves do not occur.
    """

    def __init__(self, count: int, costs: Sequence[Sequence[int]], chosen: Iterable[tuple[int, int]]) -> None:
        self.count = count
        self.costs = costs
        self.near: list[list[int]] = [[] for _ in range(count)]
        for one, other in chosen:
            self.near[one].append(other)
            self.near[other].append(one)
        # Doubled costs and doubled duals: a pair is tight when 4 x cost is the sum of its two duals.
        self.duals = [2 * min((costs[v][u] for u in self.near[v]), default=0) for v in range(count)]
        self.mate = [-1] * count
        self.top = list(range(count))
        self.base = {v: v for v in range(count)}
        self.inside: dict[int, list[int]] = {v: [v] for v in range(count)}
        self.children: dict[int, list[int]] = {}
        self.links: dict[int, list[tuple[int, int]]] = {}
        self.weight: dict[int, int] = {}
        self.label: dict[int, int] = {}
        self.entry: dict[int, tuple[int, int] | None] = {}
        self.events: list[tuple[int, int, int]] = []
        self.grown = 0
        self.number = count

    def run(self) -> bool:
        """Whether everybody could be paired over the chosen pairs."""
        # Somebody unpaired takes the first unpaired partner whom nobody could have cheaper.
        for one in range(self.count):
            for other in self.near[one]:
                if self.mate[one] < 0 and self.mate[other] < 0 and self._slack(one, other) == 0:
                    self.mate[one], self.mate[other] = other, one
        return all(self._phase() for _ in range(self.mate.count(-1) // 2))

    def not_ruled_out(self) -> set[tuple[int, int]]:
        """The pairs that might make a cheaper whole, judged by the duals of the two alone."""
        duals = self.duals
        return {
            (one, other)
            for one, row in enumerate(self.costs)
            for other in range(one + 1, self.count)
            if 4 * row[other] < duals[one] + duals[other]
        }

    def _slack(self, one: int, other: int) -> int:
        return 4 * self.costs[one][other] - self.duals[one] - self.duals[other]

    def _phase(self) -> bool:
        """Pairs two more, or says that nobody unpaired can be paired."""
        self.label = dict.fromkeys(set(self.top), FREE)
        self.entry, self.events, self.grown = {}, [], 0
        for top in sorted(self.label):
            if self.mate[self.base[top]] < 0:
                self._make_even(top, None)
        while True:
            worn = min(((self.weight[b] // 2, b) for b in self.weight if self.label.get(b) == ODD), default=None)
            event = self._next_event()
            if worn is not None and (event is None or worn[0] <= event[0]):
                self._grow(worn[0])
                self._expand(worn[1])
            elif event is None:
                return False
            else:
                self._grow(event[0])
                if self._meet(event[1], event[2]):
                    return True

    def _next_event(self) -> tuple[int, int, int] | None:
        """The next pair to become tight, as (how much the duals grow until then, even one, other)."""
        events = self.events
        while events:
            key, one, other = events[0]
            home, other_top = self.top[one], self.top[other]
            state = self.label[other_top]
            if home != other_top and state != ODD and self.label[home] == EVEN:
                wait = self._slack(one, other) // (2 if state == EVEN else 1)
                if wait + self.grown <= key:
                    return wait, one, other
            heappop(events)
        return None

    def _grow(self, much: int) -> None:
        if not much:
            return
        self.grown += much
        change = {FREE: 0, EVEN: much, ODD: -much}
        moved = {top: change[label] for top, label in self.label.items()}
        self.duals = [dual + moved[top] for dual, top in zip(self.duals, self.top, strict=True)]
        for blossom in self.weight:
            if blossom in moved:
                self.weight[blossom] += 2 * moved[blossom]

    def _meet(self, one: int, other: int) -> bool:
        """A pair has become tight: the tree grows, a ring closes, or two unpaired ones are joined (True)."""
        other_top = self.top[other]
        if self.label[other_top] == FREE:
            self.label[other_top], self.entry[other_top] = ODD, (one, other)
            inner = self.base[other_top]
            self._make_even(self.top[self.mate[inner]], (inner, self.mate[inner]))
            return False
        left, right = self._path(self.top[one]), self._path(other_top)
        if left[-1] == right[-1]:
            self._close(one, other, left, right)
            return False
        self._augment(one, other)
        self._augment(other, one)
        return True

    def _make_even(self, top: int, entry: tuple[int, int] | None) -> None:
        self.label[top], self.entry[top] = EVEN, entry
        self._reach_out(self.inside[top])

    def _reach_out(self, members: Iterable[int]) -> None:
        """The pairs of those who have just become even are waited for."""
        for one in members:
            for other in self.near[one]:
                state = self.label[self.top[other]]
                if state != ODD and self.top[one] != self.top[other]:
                    wait = self._slack(one, other) // (2 if state == EVEN else 1)
                    heappush(self.events, (wait + self.grown, one, other))

    def _path(self, top: int) -> list[int]:
        """From an even blossom up to the root of its tree."""
        path = [top]
        while (entry := self.entry[path[-1]]) is not None:
            path.append(self.top[entry[0]])
        return path

    def _close(self, one: int, other: int, left: list[int], right: list[int]) -> None:
        """A ring of odd length: it becomes one blossom, even as a whole."""
        while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
            left.pop()
            right.pop()
        right.pop()
        ring = left[::-1] + right
        down = [self._way_in(child) for child in left[:-1]][::-1]
        up = [self._way_in(child)[::-1] for child in right]
        blossom, self.number = self.number, self.number + 1
        self.children[blossom], self.links[blossom] = ring, [*down, (one, other), *up]
        self.inside[blossom] = [v for child in ring for v in self.inside[child]]
        self.base[blossom], self.weight[blossom] = self.base[ring[0]], 0
        fresh = [v for child in ring if self.label[child] == ODD for v in self.inside[child]]
        self.label[blossom], self.entry[blossom] = EVEN, self.entry[ring[0]]
        for child in ring:
            del self.label[child]
        for v in self.inside[blossom]:
            self.top[v] = blossom
        self._reach_out(fresh)

    def _way_in(self, child: int) -> tuple[int, int]:
        entry = self.entry[child]
        if entry is None:
            raise AssertionError("a root has no way in")
        return entry

    def _expand(self, blossom: int) -> None:
        """An odd blossom whose own dual is used up falls apart; those on the way through it keep their place."""
        outside, inner = self._way_in(blossom)
        ring, links = self.children.pop(blossom), self.links.pop(blossom)
        for gone in (self.weight, self.label, self.entry, self.base, self.inside):
            del gone[blossom]
        for child in ring:
            self.label[child] = FREE
            for v in self.inside[child]:
                self.top[v] = child
        place = ring.index(self.top[inner])
        step = -1 if place % 2 == 0 else 1
        way, entry, even = [place], (outside, inner), []
        while way[-1] % len(ring):
            way.append(way[-1] + step)
        for i, at in enumerate(way):
            child = ring[at % len(ring)]
            self.label[child], self.entry[child] = (EVEN if i % 2 else ODD), entry
            even += self.inside[child] if i % 2 else []
            entry = links[at % len(ring)] if step > 0 else links[at - 1][::-1]
        self._reach_out(even)
        for child in ring:
            if self.label[child] == FREE:
                self._waited_for(self.inside[child])

    def _waited_for(self, members: Iterable[int]) -> None:
        """Those who have become free wait for the nearest even one; even ones stay so to the end of the phase."""
        label, top = self.label, self.top
        for other in members:
            row, duals = self.costs[other], self.duals
            waits = [(4 * row[one] - duals[one], one) for one in self.near[other] if label[top[one]] == EVEN]
            if waits:
                wait, one = min(waits)
                heappush(self.events, (wait - duals[other] + self.grown, one, other))

    def _augment(self, one: int, other: int) -> None:
        """From one end of a tight pair up to the root, paired and unpaired change places."""
        while True:
            top = self.top[one]
            entry = self.entry[top]
            self._rebase(top, one)
            self.mate[one] = other
            if entry is None:
                return
            odd = self.top[entry[0]]
            further, inner = self._way_in(odd)
            self._rebase(odd, inner)
            self.mate[inner] = further
            one, other = further, inner

    def _rebase(self, blossom: int, member: int) -> None:
        """Inside a blossom all but `member` are paired with each other, who is paired outside."""
        if blossom < self.count:
            return
        ring, links = self.children[blossom], self.links[blossom]
        place = next(i for i, child in enumerate(ring) if member in self.inside[child])
        self.children[blossom] = ring = ring[place:] + ring[:place]
        self.links[blossom] = links = links[place:] + links[:place]
        self.base[blossom] = member
        self._rebase(ring[0], member)
        for i in range(1, len(ring), 2):
            one, other = links[i]
            self.mate[one], self.mate[other] = other, one
            self._rebase(ring[i], one)
            self._rebase(ring[i + 1], other)
