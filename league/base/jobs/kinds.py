"""The kinds of job that there are, and what the function that does one is given.

An app that has long work writes, in its `tasks.py`:

    @job("solve-list")
    def solve_list(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
        ...

The function opens whatever scope and transactions it needs, and may be called again from the start when a worker died
half way: its effect must be the same as that of one whole call. What it returns is kept as the job's result; None says
that there is nothing to keep.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.utils.module_loading import autodiscover_modules


class JobFailedError(Exception):
    """The work cannot be done, for a reason that its one argument tells people in a sentence, with what to do."""


class JobReturnedError(Exception):
    """The work is left to another worker: the job goes back in the queue, and this attempt does not count."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Thread-safe; written to the row by another thread, at most twice a second, in its own transaction."""

    job_id: int
    key: str
    league_id: int | None
    by_id: int | None
    _fields: dict[str, Any] = field(default_factory=dict)
    _facts: dict[str, Any] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stop: threading.Event = field(default_factory=threading.Event)

    def say(
        self, message: str | None = None, *, done: int | None = None, total: int | None = None, **facts: Any
    ) -> None:
        """What is left out stays as it was."""
        fields = {"message": message, "done": done, "total": total}
        with self._lock:
            self._fields.update({name: value for name, value in fields.items() if value is not None})
            self._facts.update(facts)

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def ask_to_stop(self) -> None:
        self._stop.set()

    def row_fields(self) -> dict[str, Any]:
        with self._lock:
            return {**self._fields, "progress": dict(self._facts)}


F = TypeVar("F", bound=Callable[..., Any])


class Registry(Generic[F]):
    def __init__(self, what: str) -> None:
        self.what = what
        self._functions: dict[str, F] = {}

    def register(self, kind: str) -> Callable[[F], F]:
        """ValueError if the kind has another function already; reading a module twice is fine."""

        def keep(function: F) -> F:
            first = self._functions.setdefault(kind, function)
            if (first.__module__, first.__qualname__) != (function.__module__, function.__qualname__):
                where = f"{first.__module__} and {function.__module__}"
                raise ValueError(f"Two functions for {self.what} of kind {kind}: {where}.")
            return function

        return keep

    def find(self, kind: str) -> F:
        """KeyError. Reads every app's `tasks.py` only when a kind is not known yet."""
        if kind not in self._functions:
            autodiscover_modules("tasks")
        try:
            return self._functions[kind]
        except KeyError:
            raise KeyError(f"No app has registered {self.what} of kind {kind}.") from None


Handler = Callable[[dict[str, Any], Progress], dict[str, Any] | None]
_handlers = Registry[Handler]("jobs")
job = _handlers.register
handler_of = _handlers.find
