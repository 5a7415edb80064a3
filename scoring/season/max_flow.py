"""Maximum flow by shortest augmenting paths, and the minimum cut where there is not room enough.

Two questions are put as flows: whether needs can be met out of slots (`shortfall`), and whether parts can be shared
between two each, nobody more than there is room for (`share`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

Slot = TypeVar("Slot")
Part: TypeAlias = tuple[int, int, int]  # between which two, and how much


@dataclass(slots=True)
class Flow:
    """Nodes with room, and arcs in twos: that back is `arc ^ 1`.

    `room` is what each node can still hold, below 0 what it has too much of; `left` what each arc can still carry.
    `min_cut` are the nodes for which there is too much: what can go to nobody else is more than all their room.
    """

    room: list[int]
    left: list[int] = field(default_factory=list)
    min_cut: set[int] = field(default_factory=set)
    _ends: list[int] = field(default_factory=list)  # where each arc leads
    _out: list[list[int]] = field(init=False)  # the arcs that leave each node

    def __post_init__(self) -> None:
        self._out = [[] for _ in self.room]

    def add_arcs(self, start: int, end: int, there: int, back: int) -> None:
        """From one node to another and back, with what each can carry."""
        self._out[start].append(len(self._ends))
        self._out[end].append(len(self._ends) + 1)
        self._ends += [end, start]
        self.left += [there, back]

    def drain(self, node: int) -> int:
        """Carry away what a node has too much of. Returns what finds no room; then the minimum cut has grown."""
        while self.room[node] < 0:
            if not self.augment(node):
                return -self.room[node]
        return 0

    def augment(self, start: int) -> bool:
        """Carry as much as one path bears to the nearest node with room; False, and a minimum cut, if there is none."""
        came: dict[int, int | None] = {start: None}  # by which arc each node was reached
        queue = [start]
        for here in queue:
            for arc in self._out[here]:
                end = self._ends[arc]
                if end not in came and self.left[arc]:
                    came[end] = arc
                    if self.room[end] > 0:
                        self._carry(start, end, came)
                        return True
                    queue.append(end)
        self.min_cut |= came.keys()
        return False

    def _carry(self, start: int, end: int, came: Mapping[int, int | None]) -> None:
        path: list[int] = []
        arc = came[end]
        while arc is not None:
            path.append(arc)
            arc = came[self._ends[arc ^ 1]]
        much = min(-self.room[start], self.room[end], *(self.left[each] for each in path))
        for each in path:
            self.left[each] -= much
            self.left[each ^ 1] += much
        self.room[start] += much
        self.room[end] -= much


def shortfall(needs: Sequence[int], open_to: Sequence[Collection[Slot]], room: Mapping[Slot, int]) -> tuple[int, ...]:
    """Places of needs that cannot be met together, or () where all can.

    Each takes `needs[i]` different slots out of `open_to[i]`, and a slot takes `room` of them. By Hall's theorem (as a
    minimum cut) what is returned is too much for all the slots that it may have.
    """
    nodes = {slot: len(needs) + number for number, slot in enumerate(room)}
    flow = Flow([0] * len(needs) + list(room.values()))
    for place, slots in enumerate(open_to):
        for slot in slots:
            flow.add_arcs(place, nodes[slot], there=1, back=0)
    for place, need in enumerate(needs):
        flow.room[place] = -need
        if flow.drain(place):
            return tuple(sorted(node for node in flow.min_cut if node < len(needs)))
    return ()


def share(parts: Sequence[Part], room: Sequence[int]) -> tuple[list[int], int, set[int]]:
    """Give every part whole to whoever of its two has more room left, then carry away what is too much.

    What the first of each part gets, how much finds no room however it is shared, and for whom there is too much.
    """
    flow = Flow(list(room))
    for first, second, size in parts:
        if flow.room[first] >= flow.room[second]:
            flow.add_arcs(first, second, there=size, back=0)
            flow.room[first] -= size
        else:
            flow.add_arcs(first, second, there=0, back=size)
            flow.room[second] -= size
    short = sum(flow.drain(node) for node in range(len(flow.room)))
    return flow.left[::2], short, flow.min_cut
