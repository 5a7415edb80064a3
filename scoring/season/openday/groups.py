"""Groups first: who is in which, dealt so that anybody can deal again, who meets whom, and who goes on.

A round robin is one group of which nobody goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.season.knockout.draw import DrawError, Entrant, Lots, Tag, by_lot
from scoring.season.knockout.facts import Dealt
from scoring.season.matching import pair_up
from scoring.season.swiss.standing import StandingRow

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Qualifiers:
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
        costs = [
            [sum(len(_shared(entrants[name], entrants[other], apart)) for other in group) for group in groups]
            for name in names
        ]
        for name, place in zip(names, _assign(costs, number), strict=True):
            groups[place].append(name)
    return [tuple(group) for group in groups]


def _shared(one: Entrant, other: Entrant, apart: Sequence[Tag]) -> tuple[Tag, ...]:
    return tuple(tag for tag in apart if one.tag(tag) and one.tag(tag) == other.tag(tag))


def _assign(costs: Sequence[Sequence[int]], number: int) -> list[int]:
    """A different group for each, at the lowest total; the names come first and then the groups, as in a pairing."""
    few = len(costs)
    heavy = 1 + number**2
    whole = [[heavy * cost + (place - i) % number for place, cost in enumerate(row)] for i, row in enumerate(costs)]
    whole += [[0] * number for _ in range(number - few)]  # groups that get nobody in this round
    never = 1 + sum(map(sum, whole))
    rows = [[never] * number + row for row in whole]
    rows += [[whole[i][place] for i in range(number)] + [never] * number for place in range(number)]
    return [place - number for place in pair_up(rows)[:few]]


def qualify(tables: Sequence[Sequence[StandingRow]], through: int, entrants: Mapping[str, Entrant]) -> Qualifiers:
    """The first `through` of each group's final table, winners seeded in the order of the groups.

    Draw them with Tag.GROUP kept apart, and nobody meets at once whom they have just met.
    """
    going, level = [], []
    for number, rows in enumerate(tables, start=1):
        for i, row in enumerate(rows[:through]):
            going.append(replace(entrants[row.player], group=str(number), seed=number if i == 0 else None))
        if len(rows) > through > 0 and rows[through - 1].place == rows[through].place:
            level.append(tuple(row.player for row in rows if row.place == rows[through].place))
    return Qualifiers(tuple(going), tuple(level))


# --- dealt so that anybody can deal again -------------------------------------------------------------------------


def deal_out(entrants: Sequence[Entrant], number: int, lots: Lots, apart: Sequence[Tag] = ()) -> Dealt:
    """The entrants dealt into `number` groups: seeds first in their order, then the others by lot or as drawn.

    One group is the order before the first game of a Swiss event. DrawError for fewer than two to a group, for
    somebody who is there twice, or for names drawn that are not the entrants'.
    """
    by_id = {each.id: each for each in entrants}
    names = lots.names or by_lot(by_id, lots.seed, lots.purpose)
    if len(by_id) < len(entrants) or set(names) != set(by_id) or len(names) != len(by_id):
        raise DrawError("each entrant is in the draw once, and each of their names in the hat once")
    if number < 1 or len(by_id) < 2 * number:
        raise DrawError(f"{len(by_id)} entrants do not make {number} groups of two or more")
    order = tuple(sorted(names, key=lambda name: (by_id[name].seed is None, by_id[name].seed or 0)))
    groups = tuple(deal(order, number, by_id, apart))
    ordered = tuple(sorted(entrants, key=lambda each: each.id))
    return Dealt(ordered, tuple(apart), lots, order, groups)


def verify(dealt: Dealt) -> bool:
    """Whether published groups are those that their own entrants and lots give."""
    return deal_out(dealt.entrants, len(dealt.groups), dealt.lots, dealt.apart) == dealt


def together(dealt: Dealt) -> tuple[tuple[int, str, str, tuple[Tag, ...]], ...]:
    """Those who share a group (from 1) and something that should be kept apart, with what they share."""
    by_id = {each.id: each for each in dealt.entrants}
    return tuple(
        (number, one, other, shared)
        for number, group in enumerate(dealt.groups, start=1)
        for one, other in combinations(group, 2)
        if (shared := _shared(by_id[one], by_id[other], dealt.apart))
    )
