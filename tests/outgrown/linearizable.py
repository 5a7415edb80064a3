"""Whether a recorded history is linearizable: each operation as if it had happened at one moment before its answer.

The search of Wing and Gong, with Lowe's memory of what was tried. Knows operations and a model; refuses to know a site.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Operation:
    """`asked` and `answered` are moments of one clock; nothing is known of the answer where a line was cut (`inf`)."""

    asked: float
    what: Hashable
    answer: Any = None
    answered: float = inf

    @property
    def known(self) -> bool:
        return self.answered < inf


class Model(Protocol):
    """What happens if operations come one at a time."""

    start: Hashable

    def step(self, state: Any, what: Any) -> tuple[Any, Any]:
        """The state after it, and its answer."""


def is_linearizable(history: Iterable[Operation], model: Model) -> bool:
    """Whether some order of the operations explains every answer. What was never answered may have happened or not."""
    operations = sorted(history, key=lambda each: each.asked)
    everything = frozenset(range(len(operations)))
    must = frozenset(number for number in everything if operations[number].known)
    tried: set[tuple[frozenset[int], Hashable]] = set()
    waiting: list[tuple[frozenset[int], Any]] = [(frozenset(), model.start)]
    while waiting:
        done, state = waiting.pop()
        if must <= done:
            return True
        left = everything - done
        first_answer = min(operations[number].answered for number in left)
        for number in left:
            operation = operations[number]
            if operation.asked > first_answer:
                continue  # another was answered before this one was asked
            after, answer = model.step(state, operation.what)
            tries = (done | {number}, after)
            if (not operation.known or answer == operation.answer) and tries not in tried:
                tried.add(tries)
                waiting.append(tries)
    return False


class TapLog:
    """The log of a match from number `head` on: a tap is appended once, however often it is sent, and keeps its number.

    An operation is ("tap", id), answered with its number, or ("read",), answered with the last number that there is.
    """

    def __init__(self, head: int) -> None:
        self.start: tuple[int, tuple[str, ...]] = (head, ())

    def step(self, state: tuple[int, tuple[str, ...]], what: tuple[str, ...]) -> tuple[Any, int]:
        head, log = state
        if what[0] == "read":
            return state, head + len(log)
        if what[1] in log:
            return state, head + log.index(what[1]) + 1
        return (head, (*log, what[1])), head + len(log) + 1
