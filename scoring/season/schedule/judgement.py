"""What a fixture list is worth, as a value: what is wrong with it, and what each thing that nobody likes costs."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from scoring.season.schedule.task import Match


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that no list may have. `code` is H01 to H15, `matches` are those that bring it about, if any."""

    code: str
    text: str
    matches: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class ListCost:
    """Something that a list had better not have. `amount` is its price, `about` the ids of the teams or the wish."""

    kind: str
    amount: int
    text: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that can be said against a list of `matches` matches.

    `breaks` are second home or away matches in a row, of each division that has any; `carry_over` is the sum of squares
    of how often a team meets the opponent that another has just met (full rounds and an even number of teams only).
    """

    id: str
    matches: int
    violations: tuple[Violation, ...]
    costs: tuple[ListCost, ...]
    breaks: Mapping[str, int]
    carry_over: Mapping[str, int]

    @property
    def hard(self) -> int:
        """How many violations."""
        return len(self.violations)

    @property
    def cost(self) -> int:
        return sum(cost.amount for cost in self.costs)

    @property
    def by_kind(self) -> dict[str, int]:
        """What each kind of cost comes to."""
        return _summed((cost.kind, cost.amount) for cost in self.costs)

    @property
    def by_code(self) -> dict[str, int]:
        """How many violations have each code."""
        return _summed((violation.code, 1) for violation in self.violations)

    def report(self) -> dict[str, Any]:
        """The sums as plain JSON, as `judge_fixtures --json` prints them."""
        return {
            "id": self.id,
            "matches": self.matches,
            "hard": self.hard,
            "cost": self.cost,
            "cost_by_kind": self.by_kind,
            "hard_by_code": self.by_code,
            "breaks": dict(self.breaks),
            "carry_over": dict(self.carry_over),
        }


def _summed(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for name, amount in amounts:
        sums[name] += amount
    return dict(sorted(sums.items()))


# --- two judgements compared --------------------------------------------------------------------------------------


Counted = TypeVar("Counted", Violation, ListCost)


@dataclass(frozen=True, slots=True)
class JudgementDifference:
    """What the second list breaks that the first keeps, and mends that the first breaks; what is dearer and cheaper.

    `by_kind` is what each kind of cost goes up by, or down where it is negative; kinds that stay as they are, are not
    in it.
    """

    broken: tuple[Violation, ...]
    mended: tuple[Violation, ...]
    dearer: tuple[ListCost, ...]
    cheaper: tuple[ListCost, ...]
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


def compare(first: Judgement, second: Judgement) -> JudgementDifference:
    """What the second list is worth against the first."""
    kinds = sorted(first.by_kind.keys() | second.by_kind.keys())
    sums = {kind: second.by_kind.get(kind, 0) - first.by_kind.get(kind, 0) for kind in kinds}
    return JudgementDifference(
        broken=_only(second.violations, first.violations, lambda each: (each.code, each.text)),
        mended=_only(first.violations, second.violations, lambda each: (each.code, each.text)),
        dearer=_only(second.costs, first.costs, lambda each: (each.kind, each.amount, each.text)),
        cheaper=_only(first.costs, second.costs, lambda each: (each.kind, each.amount, each.text)),
        by_kind={kind: amount for kind, amount in sums.items() if amount},
    )


def _only(these: Iterable[Counted], those: Iterable[Counted], key: Callable[[Counted], object]) -> tuple[Counted, ...]:
    """What is said here and not there; what is said twice here and once there, once."""
    counts = Counter(key(item) for item in those)
    extras = []
    for item in these:
        if counts[key(item)]:
            counts[key(item)] -= 1
        else:
            extras.append(item)
    return tuple(extras)
