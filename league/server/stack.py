"""Room on Python's stack for what a thread or a process does again and again. Knows nothing of what that is."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

ROOM = 17_000  # words of eight bytes: a little more than half of 256 kB, and what is left of these is for who is called
Given = ParamSpec("Given")
Result = TypeVar("Result")


def with_room(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """For a function from which much is called: whatever it is, it finds room.

    Python keeps its stack in pieces of 16 kB. A call for which the last has no room takes another from the system, and
    gives it back when it returns: some 10 microseconds for each of hundreds or thousands of calls, if they happen to be
    made at that depth. A function that says it needs much has a large piece to itself and what it calls.
    """
    function.__code__ = function.__code__.replace(co_stacksize=ROOM)
    return function
