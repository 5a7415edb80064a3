"""The two shapes of the site, as processes: one on SQLite with nothing else, and pages beside two that stream.

Knows how they are started and what they cost. Refuses to know what is measured.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.outgrown.servers import Postgres, Redis, free_port
from tests.outgrown.site import ROOT, Site
from tests.waiting import until

CORES = sorted(os.sched_getaffinity(0))
OURS = {"LIVE_STREAMS": "20000", "LIVE_STREAMS_AT_ONE_ADDRESS": "20000"}
UVICORN = ["--timeout-graceful-shutdown", "3", "--no-access-log", "--log-level", "warning"]


def on_core(number: int) -> list[str]:
    """Words before a command that keep it on one core."""
    return ["taskset", "--cpu-list", str(CORES[number % len(CORES)])]


@dataclass(frozen=True, slots=True)
class Shape:
    """Where it is pegged and where it is watched, the match as `tests.outgrown.lay` prints it, who streams, and the
    words that keep its processes on their cores.
    """

    name: str
    pegged_at: "int | str"
    watched_at: list[str]
    match: dict
    streaming: list[int]
    pinned: list[str]


@contextmanager
def embedded(folder: Path) -> Iterator[Shape]:
    """`manage.py serve` and nothing else: one process on one core, SQLite. Whoever asks it is on the other."""
    port = free_port()
    site = Site(folder, database=f"sqlite:///{folder}/live.sqlite3", redis="", **OURS, TRUSTED_PROXIES="0")
    site.prepare()
    match = json.loads(site.manage("1", "1", module="tests.outgrown.lay"))
    words = [*on_core(0), sys.executable, "-m", "uvicorn", "league.asgi:application", "--port", str(port), *UVICORN]
    with (folder / "site.log").open("wb") as log:
        process = subprocess.Popen(words, cwd=ROOT, env=site.environment, stdout=log, stderr=log)
    try:
        assert until(lambda: responds(port)), (folder / "site.log").read_text()
        name = "one process on one core, SQLite"
        os.sched_setaffinity(0, {CORES[1 % len(CORES)]})
        yield Shape(name, port, [str(port)], match, [process.pid], on_core(0))
    finally:
        os.sched_setaffinity(0, CORES)
        process.terminate()
        process.wait()


@contextmanager
def outgrown(folder: Path) -> Iterator[Shape]:
    """The units of docker/systemd: one process of pages and two that stream, with PostgreSQL and Redis."""
    postgres, redis = Postgres(folder / "database"), Redis(folder)
    site = Site(folder, database=postgres.url, redis=redis.url, **OURS)
    with ExitStack() as stack:
        stack.callback(postgres.stop)
        postgres.make()
        stack.callback(redis.stop)
        redis.start()
        site.prepare()
        match = json.loads(site.manage("1", "1", module="tests.outgrown.lay"))
        stack.callback(site.stop)
        site.start("web@1", "live@1", "live@2")
        places = [str(site.socket(name)) for name in ("live@1", "live@2")]
        streaming = [site.processes[name].pid for name in ("live@1", "live@2")]
        name = "two processes that stream, PostgreSQL and Redis"
        yield Shape(name, str(site.socket("web@1")), places, match, streaming, [])


def responds(port: int) -> bool:
    asked = [
        sys.executable,
        "-c",
        f"import urllib.request as u; u.urlopen('http://127.0.0.1:{port}/readyz', timeout=2)",
    ]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


@dataclass(frozen=True, slots=True)
class Cost:
    """What processes have cost so far: threads (the most of any), memory of their own, seconds of a core."""

    threads: int
    mb: float
    cpu: float


def cost_of(processes: list[int]) -> Cost:
    return Cost(
        max(int(_number(f"/proc/{pid}/status", "Threads")) for pid in processes),
        sum(_number(f"/proc/{pid}/smaps_rollup", name) for pid in processes for name in OWN) / 1024,
        sum(_cpu(pid) for pid in processes),
    )


OWN = ("Private_Clean", "Private_Dirty")


def _number(path: str, name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+)", Path(path).read_text(), re.MULTILINE)
    assert found
    return float(found[1])


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
