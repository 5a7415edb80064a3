"""Who has claimed a row: a process, known by a name that tells whether it is still there.

A name is only trusted on the machine and in the process space that gave it; elsewhere nobody is known to be dead.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path
from socket import gethostname

LONGEST = timedelta(minutes=30)  # a worker that has been at one job for this long is put down


def name_of(pid: int) -> str:
    return f"{_here()} {pid}"


def own_name() -> str:
    return name_of(os.getpid())


def is_dead(worker: str) -> bool:
    """Whether the worker was a process here and is one no longer. False when that cannot be known."""
    here, _, pid = worker.rpartition(" ")
    if here != _here() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def is_abandoned(worker: str, last_sign: datetime | None, lease: timedelta, now: datetime) -> bool:
    return last_sign is None or last_sign < now - lease or is_dead(worker)


def _here() -> str:
    """This machine, and the process space in it: two containers may go by one name."""
    space = Path("/proc/self/ns/pid")
    return f"{gethostname()} {space.readlink() if space.is_symlink() else '-'}"[:140]
