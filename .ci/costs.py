"""A plugin of pytest that sums the processor time of each test file, its children's included, and writes it down.

`.ci/test costs` makes `.ci/costs.txt` with it, from which the gate knows how much it draws. Knows seconds of a core,
without those of a browser or of a database's server. Refuses to know how long anything took.
"""

import resource
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

HEAD = "# Seconds of a core that a test file takes, as `.ci/test costs` measured them, from 3 on.\n"
LEAST = 3
FILE = Path(__file__).with_suffix(".txt")
_spent: Counter[str] = Counter()
_before = 0.0


def used() -> float:
    """Seconds of this process and of its children that have ended."""
    of = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in of)


def read() -> dict[str, float]:
    """What was written down, by file."""
    lines = (line.split() for line in FILE.read_text().splitlines() if not line.startswith("#"))
    return {name: float(seconds) for seconds, name in lines}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note with each part of a test what was used since the one before, for whoever gathers the reports."""
    global _before  # noqa: PLW0603 - one process runs one test after the other
    report = yield
    now = used()
    report.user_properties = [*report.user_properties, ("cost", now - _before)]
    _before = now
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _spent[report.nodeid.partition("::")[0]] += dict(report.user_properties).get("cost", 0.0)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Written by the process that gathers the reports, over what was known of these files."""
    if hasattr(session.config, "workerinput"):
        return
    known = read() if FILE.exists() else {}
    known = {name: seconds for name, seconds in known.items() if Path(name).exists()} | _spent
    lines = [f"{seconds:.0f} {name}" for name, seconds in sorted(known.items()) if seconds >= LEAST]
    FILE.write_text(HEAD + "\n".join(lines) + "\n")
