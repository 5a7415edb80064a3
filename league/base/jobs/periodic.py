"""Periodic tasks: what is done every so often without anybody asking, such as messages to send and rows to delete.

An app that has such work writes, in its `periodic.py`:

    @periodic_task(timedelta(seconds=20))
    def send_messages(now: datetime) -> None:
        ...

The function is called by a thread of every process that serves pages (`runner`), so that no long job keeps it waiting.
It opens whatever scope and transactions it needs, is quick, and may be called too often or by two at once: what is done
already is left. One with an event, `wake`, has a thread of its own, and is called as soon as the event is set too.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.module_loading import autodiscover_modules

log = logging.getLogger(__name__)

TaskFunction = Callable[[datetime], None]


@dataclass(slots=True)
class PeriodicTask:
    function: TaskFunction
    interval: timedelta
    last: datetime | None = None
    wake: threading.Event | None = None


tasks: dict[str, PeriodicTask] = {}  # all that are known, by the whole name of their function


def periodic_task(interval: timedelta, wake: threading.Event | None = None) -> Callable[[TaskFunction], TaskFunction]:
    def register(function: TaskFunction) -> TaskFunction:
        tasks[f"{function.__module__}.{function.__qualname__}"] = PeriodicTask(function, interval, wake=wake)
        return function

    return register


def discover() -> None:
    autodiscover_modules("periodic")


def run_due(now: datetime) -> None:
    for name, each in tasks.items():
        if each.wake is None and (each.last is None or now >= each.last + each.interval):
            each.last = now
            call(name, each, now)


def call(name: str, task: PeriodicTask, now: datetime) -> None:
    """What it raises is logged."""
    try:
        task.function(now)
    except Exception:
        log.exception("%s failed, and is called again in %s", name, task.interval)
