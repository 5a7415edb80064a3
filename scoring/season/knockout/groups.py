"""Groups first: who is in which, who meets whom, and who goes on to the knockout.

Knows how names are dealt into groups and which places go on. Refuses to decide between two who are level at the cut:
it says that they are. A round robin is one group of which nobody goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.season.knockout.draw import Entrant, Tag
from scoring.season.matching import pair_up
from scoring.season.schedule.circle import Round, round_robin
from scoring.season.swiss.standing import Row

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on, tagged with the group and the winners seeded; `level` are those who share a place at a cut."""

    entrants: tuple[Entrant, ...]
    level: tuple[Group, ...]


def deal(order: Sequence[str], number: int, entrants: Mapping[str, Entrant], apart: Sequence[Tag] = ()) -> list[Group]:
    """The names, in the order drawn with seeds first, dealt into groups one round after another.

    In each round everybody goes where fewest of those already there share a tag of `apart`, exactly for that round and
    not for all of them together; where it makes no difference, to the groups in turn.
    """
    if not 0 < number <= len(order):
        raise ValueError(f"{len(order)} entrants cannot be dealt into {number} groups")
    groups: list[list[str]] = [[] for _ in range(number)]
    for start in range(0, len(order), number):
        names = order[start : start + number]
        costs = [[_shared(entrants, name, group, apart) for group in groups] for name in names]
        for name, place in zip(names, _dealt(costs, number), strict=True):
            groups[place].append(name)
    return [tuple(group) for group in groups]


def _shared(entrants: Mapping[str, Entrant], name: str, group: Sequence[str], apart: Sequence[Tag]) -> int:
    mine = [(tag, entrants[name].tag(tag)) for tag in apart]
    return sum(1 for other in group for tag, value in mine if value and entrants[other].tag(tag) == value)


def _dealt(costs: Sequence[Sequence[int]], number: int) -> list[int]:
    """A different group for each, at the lowest total; the names come first and then the groups, as in a pairing."""
    few = len(costs)
    heavy = 1 + number**2
    whole = [[heavy * cost + (place - i) % number for place, cost in enumerate(row)] for i, row in enumerate(costs)]
    whole += [[0] * number for _ in range(number - few)]  # groups that get nobody in this round
    never = 1 + sum(map(sum, whole))
    rows = [[never] * number + row for row in whole]
    rows += [[whole[i][place] for i in range(number)] + [never] * number for place in range(number)]
    return [place - number for place in pair_up(rows)[:few]]


def meetings(groups: Sequence[Group], legs: int = 1) -> tuple[tuple[Round, ...], ...]:
    """The rounds of each group, everybody against everybody."""
    return tuple(round_robin(group, legs) for group in groups)


def qualify(tables: Sequence[Sequence[Row]], through: int, entrants: Mapping[str, Entrant]) -> Qualified:
    """The first `through` of each group's final table, winners seeded in the order of the groups.

    Draw them with Tag.GROUP kept apart, and nobody meets at once whom he has just met.
    """
    going, level = [], []
    for number, rows in enumerate(tables, start=1):
        for i, row in enumerate(rows[:through]):
            going.append(replace(entrants[row.player], group=str(number), seed=number if i == 0 else None))
        if len(rows) > through > 0 and rows[through - 1].place == rows[through].place:
            level.append(tuple(row.player for row in rows if row.place == rows[through].place))
    return Qualified(tuple(going), tuple(level))


def shields(order: Sequence[str], sizes: Sequence[int]) -> list[Group]:
    """A table split from the top into shields of given sizes for the second part of a season; sizes must add up."""
    if sum(sizes) != len(order) or min(sizes, default=0) < 1:
        raise ValueError(f"{len(order)} entrants do not split into {'+'.join(map(str, sizes))}")
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return [tuple(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]
