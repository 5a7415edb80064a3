"""Waiting for what another process or thread does, however busy the machine is."""

import time
from collections.abc import Callable
from typing import Any

HANG = 300.0  # seconds after which something hangs. Nothing is measured by it, and nothing that works takes as long
SOON = 1.0  # seconds that a server which never answers is waited for; whatever answers is given HANG


def until(true: Callable[[], Any], seconds: float = HANG) -> Any:
    """Wait for something to become true, and say whether it did."""
    end = time.monotonic() + seconds
    while not (found := true()) and time.monotonic() < end:
        time.sleep(0.02)
    return found
