"""What is looked at every so often, without anybody asking: messages to send, matches to put up, rows to forget.

An app that has such work writes, in its `rounds.py`:

    @every(timedelta(seconds=20))
    def send_messages(now: datetime) -> None:
        ...

The function is called by a thread of every process that serves pages (`runner`), so that no long job keeps it waiting.
It opens whatever scope and transactions it needs, is quick, and may be called too often or by two at once: what is done
already is left. Knows names and when they were called last; refuses to know threads.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.module_loading import autodiscover_modules

log = logging.getLogger(__name__)

Look = Callable[[datetime], None]


@dataclass(slots=True)
class Round:
    """A function that is called when so much time has passed; `last` is when it was called in this process."""

    look: Look
    pause: timedelta
    last: datetime | None = None


_rounds: dict[str, Round] = {}


def every(pause: timedelta) -> Callable[[Look], Look]:
    """Register a function to be called every so often, and soon after a process has started."""

    def register(look: Look) -> Look:
        _rounds[f"{look.__module__}.{look.__qualname__}"] = Round(look, pause)
        return look

    return register


def discover() -> None:
    """Read every app's `rounds.py`, so that what it registers is known. Once in a process is enough."""
    autodiscover_modules("rounds")


def go_round(now: datetime) -> None:
    """Call what is registered and due.

    What one of them raises is logged, and does not keep the others from being called.
    """
    for name, each in _rounds.items():
        if each.last is None or now >= each.last + each.pause:
            each.last = now
            try:
                each.look(now)
            except Exception:
                log.exception("%s failed, and is called again in %s", name, each.pause)
