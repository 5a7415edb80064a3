"""What a fixture list is worth, as a value: what is wrong with it, and what each thing that nobody likes costs.

Knows how to add it up. Refuses to know how any of it is found out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.season.schedule.task import Match


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that no list may have. `code` is H01 to H15, `matches` are those that bring it about, if any."""

    code: str
    words: str
    matches: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """Something that a list had better not have. `amount` is its price, `about` the ids of the teams or the wish."""

    kind: str
    amount: int
    words: str
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
    costs: tuple[Cost, ...]
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
