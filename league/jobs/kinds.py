"""The kinds of job that there are, and what the function that does one is given.

An app that has long work writes, in its `tasks.py`:

    @job("solve-list")
    def solve_list(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
        ...

The function opens whatever scope and transactions it needs, and may be called again from the start when a worker died
half way: its effect must be the same as that of one whole call. What it returns is kept as the job's result; None says
that there is nothing to keep. Knows names and functions; refuses to know rows, threads and processes.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.utils.module_loading import autodiscover_modules


class JobFailedError(Exception):
    """The work cannot be done, for a reason that its one argument tells people in a sentence, with what to do."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a job says of itself while it runs, and what it hears. Safe to use from several threads.

    Saying something costs nothing: it is noted here, and written to the row by another thread twice a second at most
    and in a transaction of its own, whatever transaction the job itself is in.
    """

    job_id: int
    key: str
    league_id: int | None
    by_id: int | None
    _said: dict[str, Any] = field(default_factory=dict)
    _facts: dict[str, Any] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stop: threading.Event = field(default_factory=threading.Event)

    def say(
        self, message: str | None = None, *, done: int | None = None, total: int | None = None, **facts: Any
    ) -> None:
        """Say what is being done ("Page 12 of 40"), how many steps of how many are done, and any facts in JSON.

        What is left out stays as it was said before.
        """
        said = {"message": message, "done": done, "total": total}
        with self._lock:
            self._said.update({name: value for name, value in said.items() if value is not None})
            self._facts.update(facts)

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked for an end. The job ends soon, and returns what it has, or None."""
        return self._stop.is_set()

    def ask_to_stop(self) -> None:
        self._stop.set()

    def heard(self) -> dict[str, Any]:
        """Everything said so far, as the fields of the row."""
        with self._lock:
            return {**self._said, "progress": dict(self._facts)}


Handler = Callable[[dict[str, Any], Progress], dict[str, Any] | None]
_handlers: dict[str, Handler] = {}


def job(kind: str) -> Callable[[Handler], Handler]:
    """Register the function that does jobs of this kind. A kind has one function."""

    def register(handler: Handler) -> Handler:
        known = _handlers.setdefault(kind, handler)
        if (known.__module__, known.__qualname__) != (handler.__module__, handler.__qualname__):
            raise ValueError(f"Two functions for jobs of kind {kind}: {known.__module__} and {handler.__module__}.")
        return handler

    return register


def handler_of(kind: str) -> Handler:
    """The function for a kind; every app's `tasks.py` is read first, and only where jobs are done.

    Raises:
        KeyError: no app has registered such a kind.
    """
    if kind not in _handlers:
        autodiscover_modules("tasks")
    return _handlers[kind]
