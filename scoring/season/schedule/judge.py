"""The judge of a fixture list: one call, and everything that can be said against it.

Knows the order of things: lay the list out, ask for the violations, ask for the costs. Refuses to know how a list is
found, or how it could be mended.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from scoring.season.schedule.hard import violations
from scoring.season.schedule.judgement import Cost, Judgement, Violation
from scoring.season.schedule.layout import Layout, lay_out
from scoring.season.schedule.lists import Misread
from scoring.season.schedule.soft import costs, second_in_a_row
from scoring.season.schedule.task import Division, Match, Mode, Task
from scoring.season.schedule.words import Names

__all__ = ["Cost", "Judgement", "Violation", "judge", "judge_layout"]


def judge(task: Task, matches: Iterable[Match], misread: Iterable[Misread] = ()) -> Judgement:
    """What a list is worth. Of `misread`, as `read_list` returns it, the wrong round numbers count as H01."""
    return judge_layout(lay_out(task, matches), misread)


def judge_layout(layout: Layout, misread: Iterable[Misread] = ()) -> Judgement:
    """The same of a list that is laid out already."""
    names = Names.of(layout.task)
    misnumbered = (Violation("H01", f"line {each.line}: {each.words}") for each in misread if each.misnumbered)
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


def breaks(layout: Layout) -> dict[str, int]:
    """How many breaks each division has; one without any is left out."""
    found: Counter[str] = Counter()
    for team, mine in layout.of.items():
        found[layout.teams[team].division] += sum(1 for _ in second_in_a_row(team, mine))
    return {division: number for division, number in found.items() if number}


def _carry_over(division: Division, layout: Layout) -> int:
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
