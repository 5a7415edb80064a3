"""Two judgements of lists for one task, one against the other: what the second breaks, mends, costs and saves.

Knows that what is said of both is no difference. Refuses to know how one list became the other (`edits`, `changes`).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from scoring.season.schedule.judgement import Cost, Judgement, Violation

Said = TypeVar("Said", Violation, Cost)


@dataclass(frozen=True, slots=True)
class Difference:
    """What the second list breaks that the first keeps, and mends that the first breaks; what is dearer and cheaper.

    `by_kind` is what each kind of cost goes up by, or down where it is negative; kinds that stay as they are, are not
    in it.
    """

    broken: tuple[Violation, ...]
    mended: tuple[Violation, ...]
    dearer: tuple[Cost, ...]
    cheaper: tuple[Cost, ...]
    by_kind: dict[str, int]

    @property
    def hard(self) -> int:
        """How many violations more."""
        return len(self.broken) - len(self.mended)

    @property
    def cost(self) -> int:
        """How much dearer."""
        return sum(self.by_kind.values())

    @property
    def better(self) -> bool:
        """Whether the second list is the better one: fewer violations, or as many at a lower cost."""
        return (self.hard, self.cost) < (0, 0)


def weigh(first: Judgement, second: Judgement) -> Difference:
    """What the second list is worth against the first."""
    kinds = sorted(first.by_kind.keys() | second.by_kind.keys())
    sums = {kind: second.by_kind.get(kind, 0) - first.by_kind.get(kind, 0) for kind in kinds}
    return Difference(
        broken=_only(second.violations, first.violations, lambda said: (said.code, said.words)),
        mended=_only(first.violations, second.violations, lambda said: (said.code, said.words)),
        dearer=_only(second.costs, first.costs, lambda said: (said.kind, said.amount, said.words)),
        cheaper=_only(first.costs, second.costs, lambda said: (said.kind, said.amount, said.words)),
        by_kind={kind: amount for kind, amount in sums.items() if amount},
    )


def _only(these: Iterable[Said], those: Iterable[Said], key: Callable[[Said], object]) -> tuple[Said, ...]:
    """What is said here and not there; what is said twice here and once there, once."""
    there = Counter(key(said) for said in those)
    found = []
    for said in these:
        if there[key(said)]:
            there[key(said)] -= 1
        else:
            found.append(said)
    return tuple(found)
