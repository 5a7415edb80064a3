"""The running order of a finals night: which tie is on which table, and when.

Where several orders are possible, ties that others wait for go first, then those with people who are wanted most, then
as they were given: the same ties always come to the same order. People are those who may be in a tie, so that an order
that was printed stands whoever wins.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class RequestedTie:
    """One tie of the night: everybody who may be in it, the ties that lead to it, and where somebody has put it.

    `place` is (turn, table) from 1, None where it is to be found.
    """

    id: str
    people: frozenset[str]
    after: tuple[str, ...] = ()
    place: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ScheduledTie:
    """A tie in the order, on a table in a turn of the evening, both from 1."""

    id: str
    turn: int
    table: int


@dataclass(frozen=True, slots=True)
class OrderClash:
    """Why an order that was made by hand cannot be played: the tie, the other one, and the rest of a sentence."""

    tie: str
    other: str
    text: str


def running_order(wanted: Sequence[RequestedTie], tables: int) -> tuple[ScheduledTie, ...]:
    """Every tie with its turn and table, in order; what has a place keeps it.

    ValueError without a table, and for ties that wait for each other.
    """
    if tables < 1:
        raise ValueError("a finals night needs a table")
    placed = {tie.id: ScheduledTie(tie.id, *tie.place) for tie in wanted if tie.place is not None}
    left = sorted((tie for tie in wanted if tie.place is None), key=_urgency(wanted))
    of = {tie.id: tie for tie in wanted}
    turn, last = 1, len(wanted) + max((tie.turn for tie in placed.values()), default=0)
    while left:
        if turn > last:
            raise ValueError(f"{left[0].id} waits for itself")
        for tie in list(left):
            taken = {each.table for each in placed.values() if each.turn == turn}
            table = next((table for table in range(1, tables + 1) if table not in taken), None)
            if table is not None and _fits(tie, turn, placed, of):
                placed[tie.id] = ScheduledTie(tie.id, turn, table)
                left.remove(tie)
        turn += 1
    return tuple(sorted(placed.values(), key=lambda each: (each.turn, each.table, each.id)))


def clashes(wanted: Iterable[RequestedTie], order: Iterable[ScheduledTie]) -> tuple[OrderClash, ...]:
    """What is wrong with an order: two ties on one table, somebody in two at once, a tie before one it waits for."""
    of = {each.id: each for each in wanted}
    order_clashes = []
    for one, other in combinations(sorted(order, key=lambda each: (each.turn, each.table, each.id)), 2):
        if one.turn == other.turn and one.table == other.table:
            order_clashes.append(OrderClash(one.id, other.id, "are on one table at the same time"))
        if one.turn == other.turn and of[one.id].people & of[other.id].people:
            order_clashes.append(OrderClash(one.id, other.id, "may want the same player at the same time"))
        if one.id in of[other.id].after and one.turn == other.turn:
            order_clashes.append(OrderClash(other.id, one.id, "cannot begin before the other is over"))
        if other.id in of[one.id].after:
            order_clashes.append(OrderClash(one.id, other.id, "cannot begin before the other is over"))
    return tuple(order_clashes)


def _urgency(wanted: Sequence[RequestedTie]) -> Callable[[RequestedTie], tuple[int, int, int]]:
    """The key by which ties are taken: who has most to come after them, then the busiest people, then as given."""
    ids = {each.id for each in wanted}
    follow = {each.id: [other.id for other in wanted if each.id in other.after] for each in wanted}
    depth: dict[str, int] = {}

    def chain(tie: str, path: frozenset[str] = frozenset()) -> int:
        if tie not in depth:
            depth[tie] = 1 + max((chain(each, path | {tie}) for each in follow[tie] if each not in path), default=0)
        return depth[tie]

    for tie in ids:
        chain(tie)
    busy = {each.id: sum(bool(each.people & other.people) for other in wanted) for each in wanted}
    place = {each.id: i for i, each in enumerate(wanted)}
    return lambda each: (-depth[each.id], -busy[each.id], place[each.id])


def _fits(candidate: RequestedTie, turn: int, placed: dict[str, ScheduledTie], of: dict[str, RequestedTie]) -> bool:
    """Whether nobody of a tie is at another table in that turn, and all that leads to it is over."""
    others = [of[other.id] for other in placed.values() if other.turn == turn]
    if any(candidate.people & other.people for other in others):
        return False
    before = [tie for tie in candidate.after if tie in of]
    return all(tie in placed and placed[tie].turn < turn for tie in before)
