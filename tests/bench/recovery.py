"""What is lost when the first disk dies, and how long until the site is there again from the second: two JSON lines.

A copy of the demonstration of VAR_DIR, or of a new one, is followed as docs/operations.md says while
a row is written five times a second. RECOVERY_MB makes the history as long as a database of that size wants it,
RECOVERY_KILLS says how often everything is killed. The reference is the same copy made by SQLite alone.
"""

import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # run as a file, from anywhere

from tests.outgrown.servers import free_port

MB, KILLS = int(os.environ.get("RECOVERY_MB", "0")), int(os.environ.get("RECOVERY_KILLS", "2"))
WRITES = 0.2  # seconds between them
LONGEST = 45.0  # seconds until a kill


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first, second, third = folder / "first", folder / "second", folder / "third"
        lay(first)
        copied = seconds_of(lambda: copy(first / "double-six.sqlite3", folder / "reference.sqlite3"))
        size = round((folder / "reference.sqlite3").stat().st_size / 1e6)
        lost = [seconds_lost(first, second) for _ in range(KILLS)]
        say("seconds lost with the first disk", size, copied, max(lost), kills=KILLS, least=round(min(lost), 1))
        before = processor()
        took = seconds_of(lambda: start_again(second, third))
        say("seconds until it is there again", size, copied, took, processor=round(processor() - before, 1))


def lay(folder: Path) -> None:
    """A site with people in it, and as many notes of the site's own in its history as its size asks for."""
    folder.mkdir()
    if given := os.environ.get("VAR_DIR"):
        copy(Path(given) / "double-six.sqlite3", folder / "double-six.sqlite3")
    else:
        manage(folder, "serve", "--no-start")
    with closing(sqlite3.connect(folder / "double-six.sqlite3")) as database:
        database.execute("PRAGMA journal_mode=WAL")
        while (folder / "double-six.sqlite3").stat().st_size < MB * 1e6:
            database.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                "INSERT INTO audit_entry (at, verb, words, reason, before, after) "
                "SELECT '2026-11-01 20:00:00', 'bench', 'A note ' || i, hex(randomblob(300)), '{}', '{}' FROM n"
            )
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as given, closing(sqlite3.connect(target)) as made:
        given.backup(made)


def seconds_lost(first: Path, second: Path) -> float:
    """Follow and write, then kill: how much older than what was committed last the copy is."""
    following = begin(first, "follow", "--to", str(second))
    end, last = time.monotonic() + random.uniform(15, LONGEST), 0.0
    with closing(sqlite3.connect(first / "double-six.sqlite3", timeout=30)) as database:
        while time.monotonic() < end or not (second / "current.sqlite3").exists():
            last = time.time()
            database.execute("UPDATE teams_league SET about = ?", [str(last)])
            database.commit()
            time.sleep(WRITES)
    kill(following)
    with closing(sqlite3.connect(second / "current.sqlite3")) as database:
        [(about,)] = database.execute("SELECT about FROM teams_league LIMIT 1")
    return last - float(about or last)


def start_again(second: Path, third: Path) -> None:
    """On another machine, where there is the code and nothing else."""
    third.mkdir()
    manage(third, "restore", str(second))
    port = free_port()
    serving = begin(third, "serve", "--port", str(port))
    ready = False
    while not ready and serving.poll() is None:
        with suppress(OSError):
            ready = urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10).status == 200
        time.sleep(0.1)
    kill(serving)
    assert ready


def begin(var: Path, *words: str) -> "subprocess.Popen[bytes]":
    own = {"DEMO": "yes", "VAR_DIR": str(var), "BACKUP_DIR": "no"}
    command = [sys.executable, "manage.py", *words]
    with (var / "said.log").open("ab") as log:
        return subprocess.Popen(command, cwd=ROOT, env=os.environ | own, stdout=log, stderr=log, start_new_session=True)


def manage(var: Path, *words: str) -> None:
    assert begin(var, *words).wait() == 0, (var / "said.log").read_text()


def kill(process: "subprocess.Popen[bytes]") -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds_of(do: object) -> float:
    began = time.monotonic()
    do()
    return time.monotonic() - began


def say(what: str, megabytes: int, reference: float, seconds: float, **more: float) -> None:
    line = {"bench": what, "mb": megabytes, "seconds": round(seconds, 1), "reference_seconds": round(reference, 2)}
    sys.stdout.write(json.dumps(line | more) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
