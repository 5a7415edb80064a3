"""Waiting for what another process or thread does, however busy the machine is."""

import time
from collections.abc import Callable

HANG = 300.0  # seconds after which a test says that something hangs: nothing is measured by it


def until(happened: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + HANG
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)
