"""Publish and subscribe within the process: enqueuing a job wakes the runner at once.

Nothing depends on it, since the runner polls the rows every few seconds too.
"""

from collections.abc import Callable

_subscribers: list[Callable[[int], None]] = []


def set_subscriber(subscriber: Callable[[int], None] | None) -> None:
    """Have this called with the number (`pk`) of each job that this process enqueues; None to unsubscribe."""
    _subscribers[:] = [subscriber] if subscriber else []


def publish(job_id: int) -> None:
    """Tell the subscriber of a job that was enqueued; to be called after the commit."""
    for subscriber in _subscribers:
        subscriber(job_id)
