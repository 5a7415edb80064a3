"""Machines, the parts of a site on them, and what is asked of these, simulated event by event.

The parts of a machine share its cores by turns of a millisecond, as the threads of the site do: who has had least is
next, as Linux has it, so that what sleeps for most of the time hardly waits. A process has one turn at a time, of as
many things as it has threads. A lock is held for the whole of what asks for it. Knows seconds of a core. Refuses to
know what they are spent on.
"""

import heapq
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType

TURN = 0.005  # as sys.getswitchinterval()
Machines = dict[str, tuple[int, dict[str, int]]]  # cores, and the parts on them with so many processes each


@dataclass(slots=True)
class Machine:
    """Cores, and what is ready for a turn: by what its part has had, `had` by the last who got one."""

    cores: int
    busy: int = 0
    had: float = 0.0
    ready: list[tuple[float, int, "Task"]] = field(default_factory=list)


@dataclass(slots=True)
class Part:
    """Processes of one kind: `threads` of them all are begun on so many things, and have a turn one for each process.

    `spent` is their processor time, `had` what each has had of it; nobody saves up for when they are busy.
    """

    machine: Machine
    processes: int
    threads: int
    active: int = 0
    taking_turns: int = 0
    waiting: deque["Task"] = field(default_factory=deque)
    ready: deque["Task"] = field(default_factory=deque)
    spent: float = 0.0
    had: float = 0.0


@dataclass(slots=True)
class Task:
    """What is still to be done for somebody: parts and seconds, one after the other; then `done` is called."""

    steps: list[tuple[Part, float]]
    done: Callable[[], None]


@dataclass(slots=True)
class Lock:
    """What one task at a time may hold."""

    held: bool = False
    waiting: deque[Task] = field(default_factory=deque)


class Simulation:
    """A site. `now` is in seconds from its beginning; `threads` are how many each process of a kind has, if not one."""

    def __init__(self, machines: Machines, threads: Mapping[str, int] = MappingProxyType({})) -> None:
        self.now, self.order = 0.0, count()
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.parts: dict[str, Part] = {}
        for cores, parts in machines.values():
            machine = Machine(cores)
            for name, processes in parts.items():
                self.parts[name] = Part(machine, processes, processes * threads.get(name.partition(" ")[0], 1))

    def at(self, when: float, do: Callable[[], None]) -> None:
        heapq.heappush(self.events, (when, next(self.order), do))

    def run(self, until: float) -> None:
        while self.events and self.events[0][0] <= until:
            self.now, _, do = heapq.heappop(self.events)
            do()

    def begin_locked(self, task: Task, lock: Lock) -> None:
        """The same once nobody else has the lock, which it gives back at its end."""
        done = task.done

        def give_back() -> None:
            lock.held = False
            if lock.waiting:
                lock.held = True
                self.begin(lock.waiting.popleft())
            done()

        task.done = give_back
        if lock.held:
            lock.waiting.append(task)
        else:
            lock.held = True
            self.begin(task)

    def begin(self, task: Task) -> None:
        """Its next step, or its end."""
        if not task.steps:
            task.done()
            return
        part = task.steps[0][0]
        if part.active < part.threads:
            part.active += 1
            self._take_turns(part, task)
        else:
            part.waiting.append(task)

    def _take_turns(self, part: Part, task: Task) -> None:
        if part.taking_turns < part.processes:
            if not part.taking_turns:
                part.had = max(part.had, part.machine.had)
            part.taking_turns += 1
            heapq.heappush(part.machine.ready, (part.had, next(self.order), task))
            self._work(part.machine)
        else:
            part.ready.append(task)

    def _work(self, machine: Machine) -> None:
        while machine.busy < machine.cores and machine.ready:
            machine.busy += 1
            machine.had, _, task = heapq.heappop(machine.ready)
            part, left = task.steps[0]
            turn = min(TURN, left)
            part.had += turn / part.processes
            self.at(self.now + turn, lambda task=task, turn=turn: self._turn_over(task, turn))  # type: ignore[misc]

    def _turn_over(self, task: Task, turn: float) -> None:
        part, left = task.steps[0]
        machine = part.machine
        machine.busy -= 1
        part.spent += turn
        part.taking_turns -= 1
        over = left - turn <= 1e-9
        if over:
            part.active -= 1
            if part.waiting:
                part.active += 1
                part.ready.append(part.waiting.popleft())
            task.steps.pop(0)
        else:
            task.steps[0] = part, left - turn
            part.ready.append(task)
        if part.ready:
            self._take_turns(part, part.ready.popleft())
        if over:
            self.begin(task)
        self._work(machine)
