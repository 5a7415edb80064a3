"""The judge of a fixture list: one call, and everything that can be said against it.

A team without a break is at home on every second night. Two that are so on the same nights never meet, so at most two
teams of an even division have none, and the others one or more each: n - 2 for any number of full legs (de Werra).
When each leg is the one before with home and away changed over, a team with a break has one in every leg and, since the
leg has an odd number of rounds, another where two legs join: 2 * legs - 1 each, which makes 3n - 6 for two legs. An
odd division has a bye every night and needs no break, but mirrored one for each team wherever two legs join. Dates,
pubs and wishes can only make it more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from scoring.season.schedule.files import Misread
from scoring.season.schedule.layout import ListLayout, lay_out
from scoring.season.schedule.list_rules import ListCost, Violation, costs, second_in_a_row, violations
from scoring.season.schedule.task import Division, Match, Mode, Names, SecondHalf, Task


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
        return len(self.violations)

    @property
    def cost(self) -> int:
        return sum(cost.amount for cost in self.costs)

    @property
    def by_kind(self) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for cost in self.costs:
            sums[cost.kind] += cost.amount
        return dict(sorted(sums.items()))

    @property
    def by_code(self) -> dict[str, int]:
        return dict(sorted(Counter(violation.code for violation in self.violations).items()))

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
        return len(self.broken) - len(self.mended)

    @property
    def cost(self) -> int:
        return sum(self.by_kind.values())

    @property
    def better(self) -> bool:
        """Whether the second list is the better one: fewer violations, or as many at a lower cost."""
        return (self.hard, self.cost) < (0, 0)


def compare(first: Judgement, second: Judgement) -> JudgementDifference:
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


def judge(task: Task, matches: Iterable[Match], misread: Iterable[Misread] = ()) -> Judgement:
    """What a list is worth. Of `misread`, as `read_list` returns it, the wrong round numbers count as H01."""
    layout, names = lay_out(task, matches), Names.of(task)
    misnumbered = (Violation("H01", f"line {each.line}: {each.text}") for each in misread if each.misnumbered)
    return Judgement(
        id=layout.task.id,
        matches=len(layout.matches),
        violations=(*misnumbered, *violations(layout, names)),
        costs=tuple(costs(layout, names)),
        breaks=breaks(layout),
        carry_over={
            division.id: _carry_over(division, layout)
            for division in layout.task.divisions
            if division.mode is Mode.ROUNDS and len(division.teams) % 2 == 0
        },
    )


def breaks(layout: ListLayout) -> dict[str, int]:
    """How many breaks each division has; one without any is left out."""
    counts: Counter[str] = Counter()
    for team, mine in layout.of.items():
        counts[layout.teams[team].division] += sum(1 for _ in second_in_a_row(team, mine))
    return {division: number for division, number in counts.items() if number}


def _carry_over(division: Division, layout: ListLayout) -> int:
    """The sum of squares of how often a team meets whom another met the round before; the last leads to the first."""
    used = layout.used[division.id]
    met: dict[object, dict[str, str]] = {day: {} for day in used}
    for match in layout.matches:
        if match.division == division.id:
            met[match.date] |= {match.home: match.away, match.away: match.home}
    passed = Counter(
        (before[team], after[team])
        for one, other in pairwise([*used, *used[:1]])
        for before, after in [(met[one], met[other])]
        for team in before.keys() & after.keys()
    )
    return sum(times * times for times in passed.values())


# --- how few breaks a division can have ---------------------------------------------------------------------------


def fewest_breaks(task: Task, division: Division) -> int:
    """A number of breaks that no list without violations goes below; 0 where nothing is proved."""
    teams = len(division.teams)
    if division.mode is not Mode.ROUNDS or division.quota or teams < 2 or _doubled(task, division):
        return 0
    mirrored = division.second_half is SecondHalf.MIRRORED
    if teams % 2:
        return teams * (division.legs - 1) if mirrored else 0
    return (teams - 2) * (2 * division.legs - 1 if mirrored else 1)


def lower_bound(task: Task) -> int:
    """A cost that no list without violations goes below: the price of the fewest breaks of every division."""
    return task.weights.breaks * sum(fewest_breaks(task, division) for division in task.divisions)


def _doubled(task: Task, division: Division) -> bool:
    """Whether a team has two fixed matches on one night, where the proof does not hold."""
    here = [fixed.match for fixed in task.fixed if fixed.match.division == division.id]
    played = Counter((team, match.date) for match in here for team in (match.home, match.away))
    return any(times > 1 for times in played.values())
