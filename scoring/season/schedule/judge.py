"""The judge of a fixture list: one call, and everything that can be said against it.

A team without a break is at home on every second night. Two that are so on the same nights never meet, so at most two
teams of an even division have none, and the others one or more each: n - 2 for any number of full legs (de Werra).
When each leg is the one before with home and away changed over, a team with a break has one in every leg and, since the
leg has an odd number of rounds, another where two legs join: 2 * legs - 1 each, which makes 3n - 6 for two legs. An
odd division has a bye every night and needs no break, but mirrored one for each team wherever two legs join. Dates,
pubs and wishes can only make it more.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from scoring.season.schedule.hard import violations
from scoring.season.schedule.judgement import Judgement, ListCost, Violation
from scoring.season.schedule.layout import ListLayout, lay_out
from scoring.season.schedule.lists import Misread
from scoring.season.schedule.sentences import Names
from scoring.season.schedule.soft import costs, second_in_a_row
from scoring.season.schedule.task import Division, Match, Mode, SecondHalf, Task

__all__ = ["Judgement", "ListCost", "Violation", "judge", "judge_layout"]


def judge(task: Task, matches: Iterable[Match], misread: Iterable[Misread] = ()) -> Judgement:
    """What a list is worth. Of `misread`, as `read_list` returns it, the wrong round numbers count as H01."""
    return judge_layout(lay_out(task, matches), misread)


def judge_layout(layout: ListLayout, misread: Iterable[Misread] = ()) -> Judgement:
    """The same of a list that is laid out already."""
    names = Names.of(layout.task)
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
    played = Counter(
        (team, fixed.match.date)
        for fixed in task.fixed
        if fixed.match.division == division.id
        for team in (fixed.match.home, fixed.match.away)
    )
    return any(times > 1 for times in played.values())
