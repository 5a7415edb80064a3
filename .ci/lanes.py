"""Commands that run side by side, each printing into a file of its own, and a last screen that says what failed.

Knows how long each took. Refuses to know what the commands do.
"""

import os
import re
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOGS = ROOT / "var" / "gate"
SHOWN = 12  # failures on the last screen
TAIL = 150  # lines of what a command printed that failed


class Step:
    """One command; `again` is what to type when only that is to be run again, with {} for what failed."""

    def __init__(self, name: str, command: list[str], again: str = "", **environment: str) -> None:
        self.name, self.command, self.again = name, command, again or " ".join(command)
        self.environment, self.log = environment, LOGS / f"{name}.log"
        self.code: int | None = None
        self.took = 0.0

    def run(self) -> None:
        began = time.monotonic()
        with self.log.open("w") as log:
            self.code = subprocess.run(
                self.command, cwd=ROOT, env=os.environ | self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT, check=False,
            ).returncode  # fmt: skip
        self.took = time.monotonic() - began

    @property
    def progress(self) -> str:
        found = re.findall(r"\[ *(\d+%)\]", self.log.read_text()) if self.code is None and self.log.exists() else []
        return f"{self.name} {found[-1]}" if found else ""

    @property
    def last_line(self) -> str:
        return (self.log.read_text().strip().splitlines() or [""])[-1].strip("= ")

    @property
    def failures(self) -> list[str]:
        """What pytest says failed, a test each, with the beginning of the reason."""
        return re.findall(r"^(?:FAILED|ERROR) (.+)$", self.log.read_text(), re.MULTILINE)


def run(*lanes: list[Step]) -> None:
    """Every lane beside the others, its own steps one after the other; says twice a minute how far they are."""
    LOGS.mkdir(parents=True, exist_ok=True)
    steps = [step for lane in lanes for step in lane]
    for step in steps:
        step.log.unlink(missing_ok=True)
    threads = [threading.Thread(target=lambda lane=lane: [step.run() for step in lane]) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(30)
            if under_way := ", ".join(filter(None, (step.progress for step in steps))):
                print(f"   … {under_way}", flush=True)
    for step in steps:
        print(f"{'ok ' if step.code == 0 else 'NOT'} {step.took:5.0f} s  {step.name:12} {step.last_line}", flush=True)


def report(*steps: Step) -> int:
    """What failed, said last: the end of what it printed, then a line each with what to type. The exit code."""
    failed = [step for step in steps if step.code != 0]  # None did not even begin
    for step in failed:
        print(f"\n--- {step.name}: the end of {step.log.relative_to(ROOT)}")
        print("\n".join(step.log.read_text().splitlines()[-TAIL:]))
    if failed:
        print(f"\n=== Failed: {', '.join(step.name for step in failed)}")
    for step in failed:
        for failure in step.failures[:SHOWN]:
            test = failure.partition(" - ")[0]
            print(f"{failure[:150]}\n    again: {step.again.replace('{}', repr(test))}")
        if len(step.failures) > SHOWN:
            print(f"    and {len(step.failures) - SHOWN} more: see {step.log.relative_to(ROOT)}")
        if not step.failures:
            print(f"    again: {step.again.replace('{}', '')}")
    return bool(failed)
