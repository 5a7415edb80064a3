"""Machines, the parts of a site on them, and what is asked of these, simulated event by event.

The parts of a machine share its cores by turns of five milliseconds, as Python's threads and the system do; a process
does one thing at a time. Knows seconds of a core. Refuses to know what they are spent on.
"""

import heapq
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

TURN = 0.005
Machines = dict[str, tuple[int, dict[str, int]]]  # cores, and the parts on them with so many processes each


@dataclass(slots=True)
class Machine:
    """Cores that take turns with whatever is ready."""

    cores: int
    busy: int = 0
    ready: deque["Task"] = field(default_factory=deque)


@dataclass(slots=True)
class Part:
    """Processes of one kind, each of which does one thing at a time; `spent` is their processor time."""

    machine: Machine
    processes: int
    active: int = 0
    waiting: deque["Task"] = field(default_factory=deque)
    spent: float = 0.0


@dataclass(slots=True)
class Task:
    """What is still to be done for somebody: parts and seconds, one after the other; then `done` is called."""

    steps: list[tuple[Part, float]]
    done: Callable[[], None]


class Simulation:
    """A site. `now` is in seconds from its beginning."""

    def __init__(self, machines: Machines) -> None:
        self.now, self.order = 0.0, count()
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.parts: dict[str, Part] = {}
        for cores, parts in machines.values():
            machine = Machine(cores)
            self.parts |= {name: Part(machine, processes) for name, processes in parts.items()}

    def at(self, when: float, do: Callable[[], None]) -> None:
        heapq.heappush(self.events, (when, next(self.order), do))

    def run(self, until: float) -> None:
        while self.events and self.events[0][0] <= until:
            self.now, _, do = heapq.heappop(self.events)
            do()

    def begin(self, task: Task) -> None:
        """Its next step, or its end."""
        if not task.steps:
            task.done()
            return
        part = task.steps[0][0]
        if part.active < part.processes:
            part.active += 1
            part.machine.ready.append(task)
            self._work(part.machine)
        else:
            part.waiting.append(task)

    def _work(self, machine: Machine) -> None:
        while machine.busy < machine.cores and machine.ready:
            machine.busy += 1
            task = machine.ready.popleft()
            turn = min(TURN, task.steps[0][1])
            self.at(self.now + turn, lambda task=task, turn=turn: self._turn_over(task, turn))  # type: ignore[misc]

    def _turn_over(self, task: Task, turn: float) -> None:
        part, left = task.steps[0]
        machine = part.machine
        machine.busy -= 1
        part.spent += turn
        if left - turn > 1e-9:
            task.steps[0] = part, left - turn
            machine.ready.append(task)
        else:
            part.active -= 1
            if part.waiting:
                part.active += 1
                machine.ready.append(part.waiting.popleft())
            task.steps.pop(0)
            self.begin(task)
        self._work(machine)
