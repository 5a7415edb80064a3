"""Names out of a hat.

The order, for anybody who wants to redo it: write the seed, a stroke, the purpose of the draw, a stroke and the name's
id ("4 11 23 30 41 52/main 1/bell"), take the SHA-256 of that text in UTF-8 as 64 hexadecimal digits, and sort the names
by it. `printf '%s' '4 11 23 30 41 52/main 1/bell' | sha256sum` gives one of them.

The ties: the first name in the order is at home to the next name, and so on. A name is passed over for the moment when
it clashes with the one at home, or when to take it would leave the rest without a draw that has as few clashes as
possible. That is not guessed: the best draw of the rest is worked out each time (scoring.season.matching).
Whoever is left when all ties are made has a bye.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

from scoring.season.matching import pair_up, prove_pairs, total

Drawn = tuple[str, str | None]


def lot(seed: str, purpose: str, name: str) -> str:
    """What a name is sorted by: 64 hexadecimal digits."""
    return sha256(f"{seed}/{purpose}/{name}".encode()).hexdigest()


def by_lot(names: Iterable[str], seed: str, purpose: str) -> tuple[str, ...]:
    """The names in the order in which the seed draws them; their own order does not matter."""
    return tuple(sorted(names, key=lambda name: (lot(seed, purpose, name), name)))


def pull(
    order: Sequence[str], cost: Callable[[str, str], int], byes: int = 0, bye_cost: Callable[[str], int] = lambda _: 0
) -> list[Drawn]:
    """Ties (home, away) in the order in which they are drawn, then `byes` byes (name, None).

    `cost` is what two names cost as a tie, in whole numbers from 0 and the same either way about; `bye_cost` what a bye
    costs. The total is the lowest that there is. The names less the byes must be even in number.
    """
    if byes > len(order) or (len(order) - byes) % 2:
        raise ValueError(f"{len(order)} names with {byes} byes do not make ties")
    hat = _Hat(order, cost, byes, bye_cost)
    drawn: list[Drawn] = []
    spared: list[Drawn] = []
    while hat.waiting:
        home, away = hat.next_tie()
        if away is None:
            spared.append((order[home], None))
        else:
            drawn.append((order[home], order[away]))
    return drawn + spared


class _Hat:
    """The names still in the hat, and one best way to pair them. Numbers from len(order) on are byes."""

    def __init__(
        self, order: Sequence[str], cost: Callable[[str, str], int], byes: int, bye_cost: Callable[[str], int]
    ) -> None:
        names = len(order)
        rows = [[cost(one, other) if one != other else 0 for other in order] for one in order]
        spared = [bye_cost(name) for name in order]
        never = 1 + sum(max(row, default=0) for row in rows) + sum(spared)
        self.costs = [[*row, *[spared[i]] * byes] for i, row in enumerate(rows)]
        self.costs += [[*spared, *[never] * byes] for _ in range(byes)]
        self.names, self.byes = names, byes
        self.waiting = list(range(names))
        self.proved = prove_pairs(self.costs)
        self.mate = dict(enumerate(self.proved.mate))
        self.best = total(self.costs, [self.mate[i] for i in range(names + byes)])

    def next_tie(self) -> tuple[int, int | None]:
        home = self.waiting.pop(0)
        if len(self.waiting) + 1 > self.byes:
            for away in self.waiting:
                if self._can_meet(home, away):
                    self.waiting.remove(away)
                    self._take(home, away)
                    return home, away
        bye = self.mate[home]
        self.byes -= 1
        self._take(home, bye)
        return home, None

    def _take(self, one: int, other: int) -> None:
        self.best -= self.costs[one][other]
        del self.mate[one], self.mate[other]

    def _can_meet(self, one: int, other: int) -> bool:
        """Whether a best draw of the rest goes with this tie; if so it becomes the one in hand."""
        costs, mate = self.costs, self.mate
        left, right = mate[one], mate[other]
        if left == other:
            return True
        if costs[one][other] > self.best or self.proved.rules_out(one, other):
            return False
        spare = costs[one][left] + costs[other][right] - costs[one][other]
        if costs[left][right] == spare:
            self._join((one, other), (left, right))
            return True
        for third, fourth in mate.items():
            if third not in {one, other, left, right} and (
                costs[left][third] + costs[right][fourth] == spare + costs[third][fourth]
            ):
                self._join((one, other), (left, third), (right, fourth))
                return True
        return self._worked_out(one, other)

    def _join(self, *pairs: tuple[int, int]) -> None:
        for one, other in pairs:
            self.mate[one], self.mate[other] = other, one

    def _worked_out(self, one: int, other: int) -> bool:
        rest = [each for each in self.mate if each not in {one, other}]
        mates = pair_up([[self.costs[a][b] for b in rest] for a in rest])
        cost = sum(self.costs[rest[i]][rest[j]] for i, j in enumerate(mates) if i < j)
        if cost + self.costs[one][other] > self.best:
            return False
        self._join((one, other), *((rest[i], rest[j]) for i, j in enumerate(mates)))
        return True
