"""A PostgreSQL of our own for as long as something is tried, which listens in a folder only."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Tests take back what they write: statistics of tables that are empty for the moment lead to plans that take minutes.
# They have few rows and many joins, which cost more to put in order than to make.
QUICK = (
    "fsync=off full_page_writes=off synchronous_commit=off autovacuum=off jit=off max_connections=200 "
    "join_collapse_limit=1 from_collapse_limit=1 update_process_title=off track_counts=off track_activities=off"
)
INSTALLED = Path("/usr/lib/postgresql")


@contextmanager
def postgres(options: str = QUICK) -> Iterator[str]:
    """Its address, for DATABASE_URL. FileNotFoundError where no PostgreSQL is installed."""
    if not INSTALLED.exists():
        raise FileNotFoundError("There is no PostgreSQL here: apt-get install postgresql")
    programs = max(INSTALLED.glob("*/bin"), key=lambda path: int(path.parent.name))
    user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="double-six-", ignore_cleanup_errors=True) as box:
        if user:
            subprocess.run(["chown", "postgres", box], check=True)
        data, flags = f"{box}/data", " ".join(f"-c {each}" for each in options.split())
        made = ["-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run([*user, f"{programs}/initdb", *made], stdout=subprocess.DEVNULL, check=True)
        control = [*user, f"{programs}/pg_ctl", "-D", data]
        subprocess.run([*control, "-w", "-l", f"{box}/log", "-o", f"-k {box} -c listen_addresses= {flags}", "start"],
                       stdout=subprocess.DEVNULL, check=True)  # fmt: skip
        try:
            yield f"postgres://postgres@/double_six?host={box}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], stdout=subprocess.DEVNULL, check=False)
