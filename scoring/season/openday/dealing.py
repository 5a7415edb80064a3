"""Who is in which group, dealt so that anybody can deal again.

Knows seeds, lots and what is kept apart. Refuses to know what happened afterwards.
"""

from collections.abc import Sequence

from scoring.season.knockout.draw import DrawError, Entrant, Lots, Tag
from scoring.season.knockout.groups import deal
from scoring.season.knockout.hat import by_lot
from scoring.season.openday.facts import Dealt


def deal_out(entrants: Sequence[Entrant], number: int, lots: Lots, apart: Sequence[Tag] = ()) -> Dealt:
    """The entrants dealt into `number` groups: seeds first in their order, then the others by lot or as drawn.

    One group is the order before the first game of a Swiss event. DrawError for fewer than two to a group, for
    somebody who is there twice, or for names drawn that are not the entrants'.
    """
    known = {each.id: each for each in entrants}
    names = lots.names or by_lot(known, lots.seed, lots.purpose)
    if len(known) < len(entrants) or set(names) != set(known) or len(names) != len(known):
        raise DrawError("each entrant is in the draw once, and each of their names in the hat once")
    if number < 1 or len(known) < 2 * number:
        raise DrawError(f"{len(known)} entrants do not make {number} groups of two or more")
    order = tuple(sorted(names, key=lambda name: (known[name].seed is None, known[name].seed or 0)))
    groups = tuple(deal(order, number, known, apart))
    ordered = tuple(sorted(entrants, key=lambda each: each.id))
    return Dealt(ordered, tuple(apart), lots, order, groups)


def verify(dealt: Dealt) -> bool:
    """Whether published groups are those that their own entrants and lots give."""
    return deal_out(dealt.entrants, len(dealt.groups), dealt.lots, dealt.apart) == dealt


def together(dealt: Dealt) -> tuple[tuple[int, str, str, tuple[Tag, ...]], ...]:
    """Those who share a group (from 1) and something that should be kept apart, with what they share."""
    known = {each.id: each for each in dealt.entrants}
    found = []
    for number, group in enumerate(dealt.groups, start=1):
        for i, one in enumerate(group):
            for other in group[i + 1 :]:
                shared = tuple(
                    tag for tag in dealt.apart if known[one].tag(tag) and known[one].tag(tag) == known[other].tag(tag)
                )
                if shared:
                    found.append((number, one, other, shared))
    return tuple(found)
