"""The process that draws papers comes when it is wanted, is replaced when it has gone, and never outlives the site."""

import os
import signal
import subprocess
import sys
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path

import pytest
from django.conf import settings

from league.documents.pdf.process import DrawingError, DrawingProcess, LostDrawingError
from tests.waiting import until

PAGE = "<!doctype html><html lang='en-GB'><title>A note</title><h1>A note</h1>"


@pytest.fixture
def drawing_process():
    made = DrawingProcess()
    yield made
    made.stop()


@pytest.fixture(autouse=True, scope="module")
def tracker():
    """Python's own process that looks after semaphores, which stays once there has been a pool."""
    ensure_running()


def children() -> set[int]:
    """The processes that this one has begun and that have not ended, by their numbers."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = status.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has just ended
            continue
        if int(parent) == os.getpid() and state != "Z":
            found.add(int(status.parent.name))
    return found


def begun_by(act) -> int:
    before = children()
    act()
    (number,) = children() - before
    return number


def begun_again(drawing_process) -> set[int]:
    before = children()
    assert drawing_process.submit(PAGE).result().startswith(b"%PDF-1.7")
    return children() - before


def test_one_process_draws_everything(drawing_process):
    number = begun_by(lambda: drawing_process.submit(PAGE).result())
    assert begun_again(drawing_process) == set()
    assert number in children()


def test_it_is_there_before_it_is_asked(drawing_process):
    before = children()
    drawing_process.start()
    assert until(lambda: children() - before)
    (number,) = children() - before
    assert begun_again(drawing_process) == set()
    drawing_process.start()
    assert begun_again(drawing_process) == set()
    assert number in children()


def test_when_it_was_killed_another_draws_and_the_reader_sees_nothing(drawing_process):
    number = begun_by(lambda: drawing_process.submit(PAGE).result())
    os.kill(number, signal.SIGKILL)
    assert len(begun_again(drawing_process)) == 1


def test_it_ends_when_nobody_wants_a_paper_and_another_draws_the_next():
    drawing_process = DrawingProcess(idle=0.1)
    number = begun_by(lambda: drawing_process.submit(PAGE).result())
    assert until(lambda: number not in children())
    assert len(begun_again(drawing_process)) == 1
    drawing_process.stop()


ENDLESS = PAGE + "<p>words " * 50_000


def test_a_drawing_that_never_ends_is_ended_by_the_processor_seconds_that_it_takes():
    drawing_process = DrawingProcess(limit=0.5)
    with pytest.raises(DrawingError, match="longer of the processor than it may"):
        drawing_process.submit(ENDLESS).result()
    assert begun_again(drawing_process) == set()
    drawing_process.stop()


def test_a_process_that_hangs_is_killed_and_another_draws_the_next():
    drawing_process = DrawingProcess(stuck=60)
    number = begun_by(lambda: drawing_process.submit(PAGE).result())
    drawing_process._stuck = 0.1
    os.kill(number, signal.SIGSTOP)
    with pytest.raises(LostDrawingError, match="not drawn within"):
        drawing_process.submit(PAGE).result()
    assert number not in children()
    drawing_process._stuck = 60
    assert len(begun_again(drawing_process)) == 1
    drawing_process.stop()


def test_one_that_waits_is_cancelled_and_one_that_is_being_drawn_is_not(drawing_process):
    number = begun_by(lambda: drawing_process.submit(PAGE).result())
    os.kill(number, signal.SIGSTOP)
    being_drawn, waiting = drawing_process.submit(PAGE, key="first"), drawing_process.submit(PAGE)
    assert until(being_drawn.running)
    assert drawing_process.submit(PAGE, key="first") is being_drawn
    assert waiting.cancel()
    assert not being_drawn.cancel()
    os.kill(number, signal.SIGCONT)
    assert being_drawn.result().startswith(b"%PDF-1.7")


def test_stopping_ends_what_is_being_drawn_and_another_draws_the_next(drawing_process):
    number = begun_by(lambda: drawing_process.submit(PAGE).result())
    os.kill(number, signal.SIGSTOP)
    being_drawn, waiting = drawing_process.submit(PAGE), drawing_process.submit(PAGE)
    assert until(being_drawn.running)
    drawing_process.stop()
    assert waiting.cancelled()
    with pytest.raises(DrawingError, match="ended while it drew"):
        being_drawn.result()
    assert number not in children()
    assert len(begun_again(drawing_process)) == 1


def test_what_went_wrong_is_said_and_the_next_paper_is_drawn(drawing_process):
    with pytest.raises(DrawingError, match="TypeError"):
        drawing_process.submit(None).result()
    assert drawing_process.submit(PAGE).result().startswith(b"%PDF-1.7")


def test_it_ends_with_the_site_however_that_ends():
    site = f"""
import os, sys
from league.documents.pdf.process import drawing_process
drawing_process.submit({PAGE!r}).result()
print(drawing_process._process_id.result(), flush=True)
sys.stdin.read()
"""
    running = subprocess.Popen(
        [sys.executable, "-c", site], cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    number = int(running.stdout.readline())
    running.kill()
    running.communicate()
    assert until(lambda: not Path(f"/proc/{number}").exists())
