"""Whether needs can be met out of slots: the one piece of combinatorics that the counting arguments share.

Knows needs, slots and room in a slot. Refuses to know that they are teams and nights.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

Slot = TypeVar("Slot")


def shortfall(needs: Sequence[int], open_to: Sequence[Collection[Slot]], room: Mapping[Slot, int]) -> tuple[int, ...]:
    """Places of needs that cannot be met together, or () where all can.

    Each takes `needs[i]` different slots out of `open_to[i]`, and a slot takes `room` of them. By Hall's theorem (as a
    minimum cut) what is returned is too much for all the slots that it may have.
    """
    flow = _Flow(open_to, room)
    for place, need in enumerate(needs):
        for _ in range(need):
            short = flow.asked_in_vain(place)
            if short:
                return tuple(sorted(short))
    return ()


class _Flow(Generic[Slot]):
    """Who has which slots so far."""

    def __init__(self, open_to: Sequence[Collection[Slot]], room: Mapping[Slot, int]) -> None:
        self.open_to, self.room = open_to, room
        self.taken: list[set[Slot]] = [set() for _ in open_to]
        self.users: dict[Slot, list[int]] = {slot: [] for slot in room}

    def asked_in_vain(self, start: int) -> set[int]:
        """Everybody who had no slot to give when `start` asked for one more; empty if it got one."""
        came: dict[Slot, int] = {}  # who would take the slot
        gave: dict[int, Slot] = {}  # which slot somebody would give up
        asked, queue = {start}, deque([start])
        while queue:
            place = queue.popleft()
            for slot in self.open_to[place]:
                if slot in came or slot in self.taken[place]:
                    continue
                came[slot] = place
                if len(self.users[slot]) < self.room[slot]:
                    self._hand_over(slot, start, came, gave)
                    return set()
                for other in self.users[slot]:
                    if other not in asked:
                        asked.add(other)
                        gave[other] = slot
                        queue.append(other)
        return asked

    def _hand_over(self, slot: Slot, start: int, came: Mapping[Slot, int], gave: Mapping[int, Slot]) -> None:
        while True:
            place = came[slot]
            self.taken[place].add(slot)
            self.users[slot].append(place)
            if place == start:
                return
            slot = gave[place]
            self.taken[place].remove(slot)
            self.users[slot].remove(place)
