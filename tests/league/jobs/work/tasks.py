"""Jobs that do as they are told by their arguments, and leave a line in a file for each time they were called."""

import os
import signal
import time
from pathlib import Path

from django.db import transaction

from league.base.jobs.kinds import JobFailedError, job


def _sign(args, words):
    if "log" in args:
        with Path(args["log"]).open("a") as log:
            log.write(f"{words} {os.getpid()}\n")


@job("add")
def add(args, progress):
    """Counts up to `numbers`, a step every `pause` seconds, and keeps the sum it has when it is told to stop.

    With a `gate` it begins to count once there is such a file.
    """
    _sign(args, "began")
    while "gate" in args and not Path(args["gate"]).exists() and not progress.cancelled:
        time.sleep(0.02)
    total = 0
    for number in range(1, args.get("numbers", 3) + 1):
        if progress.cancelled:
            break
        total += number
        progress.say(f"Added {number}", done=number, total=args.get("numbers", 3), sum=total)
        time.sleep(args.get("pause", 0))
    _sign(args, "ended")
    return {"sum": total, "address": "/leek/"}


@job("wait")
def wait(args, progress):
    """Until somebody stops it; there is nothing to keep."""
    _sign(args, "began")
    while not progress.cancelled:
        time.sleep(0.02)


@job("refuse")
def refuse(args, progress):
    progress.say("Looking for the pubs", done=1, total=2)
    raise JobFailedError("The Crown has no board. Give it one, and try again.")


@job("stumble")
def stumble(args, progress):
    return {"share": 1 / args["by"]}


@job("hold")
def hold(args, progress):
    """Speaks inside a transaction that it holds open, and then undoes."""
    with transaction.atomic():
        progress.say("Inside")
        time.sleep(args["pause"])
        transaction.set_rollback(True)
    return {}


@job("die-once")
def die_once(args, progress):
    """The first worker that calls it is killed, as one is that has taken all the memory."""
    _sign(args, "began")
    if len(Path(args["log"]).read_text().splitlines()) <= args.get("deaths", 1):
        os.kill(os.getpid(), signal.SIGKILL)
    _sign(args, "ended")
    return {"address": "/leek/"}
