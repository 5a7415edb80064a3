"""Sharing out: each part between two, nobody more than there is room for. A flow, solved by paths.

Knows parts and rooms in whole numbers. Refuses to know that they are matches and points.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Part:
    """So much, to be shared between two."""

    first: int
    second: int
    size: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a way on which what is shared can be passed on: to whom, over which part, and who is its first."""

    end: int
    part: int
    first_gives: bool


@dataclass(slots=True)
class Sharing:
    """What the first of each part gets. `short` is what finds no room however it is shared, and `crowd` those for
    whom there is too much: what can be nobody else's is more than all their room.
    """

    parts: Sequence[Part]
    room: Sequence[int]
    firsts: list[int] = field(default_factory=list)
    short: int = 0
    crowd: set[int] = field(default_factory=set)
    _load: list[int] = field(default_factory=list)
    _steps: list[list[Step]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Give every part whole to whoever has more room left, then pass on what is too much."""
        self._load = [0] * len(self.room)
        self._steps = [[] for _ in self.room]
        for k, part in enumerate(self.parts):
            self._steps[part.first].append(Step(part.second, k, first_gives=True))
            self._steps[part.second].append(Step(part.first, k, first_gives=False))
            roomier = self.room[part.first] - self._load[part.first] >= self.room[part.second] - self._load[part.second]
            self._load[part.first if roomier else part.second] += part.size
            self.firsts.append(part.size if roomier else 0)
        for who, room in enumerate(self.room):
            while self._load[who] > room:
                if not self._pass_on(who):
                    self.short += self._load[who] - room
                    break

    def _pass_on(self, who: int) -> bool:
        """Pass on as much as one way out can bear; False, and a crowd, if there is none."""
        came: dict[int, tuple[int, Step] | None] = {who: None}
        queue = [who]
        for here in queue:
            for step in self._steps[here]:
                if step.end not in came and self._bears(step):
                    came[step.end] = (here, step)
                    if self._load[step.end] < self.room[step.end]:
                        self._along(who, step.end, came)
                        return True
                    queue.append(step.end)
        self.crowd |= came.keys()
        return False

    def _bears(self, step: Step) -> int:
        firsts = self.firsts[step.part]
        return firsts if step.first_gives else self.parts[step.part].size - firsts

    def _along(self, who: int, end: int, came: dict[int, tuple[int, Step] | None]) -> None:
        way: list[Step] = []
        before = came[end]
        while before is not None:
            way.append(before[1])
            before = came[before[0]]
        much = min(
            self._load[who] - self.room[who], self.room[end] - self._load[end], *(self._bears(step) for step in way)
        )
        for step in way:
            self.firsts[step.part] += -much if step.first_gives else much
        self._load[who] -= much
        self._load[end] += much
