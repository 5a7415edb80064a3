"""Draws papers for the site, one at a time, in a process of its own, which ends after a while without a paper.

WeasyPrint and its fonts take a second to import and 60 MB, and a card takes a fifth of a second of a core. Background
jobs have a process each and call `draw` itself.
"""

import atexit
import os
import signal
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Lock, Thread

from league.documents.pdf.weasyprint_sheets import NO_PICTURES, draw

IDLE = 600.0  # seconds without a paper after which the process ends, and gives its memory back
STUCK = 300.0  # seconds after which a process that has not answered is killed
LIMIT = 120.0  # seconds of the processor that one drawing may take: a long report needs three
TRIES = 2  # a process may have ended, or been killed, since the last paper
# One of everything that is on a card, in its style, so that the library has read what a card needs.
FIRST = "".join(f'<link rel="stylesheet" href="paper:{name}.css">' for name in ("sheet", "headed", "card"))
FIRST += '<title>9</title><h1>9</h1><table><tr><th>9</th><td class="box">9 <b>9</b></td></tr></table>'
FIRST += '<svg viewBox="0 0 9 9"><title>9</title><rect width="9" height="9" rx="1" /><path d="M1 1h9" /></svg>'


class DrawingError(RuntimeError):
    """A paper could not be drawn; says why."""


class LostDrawingError(DrawingError):
    """The process ended while it drew, or hangs, or cannot be started: another may draw the paper."""


class DrawingProcess:
    """A pool of one process, which is replaced when it has ended.

    A thread gives it one paper at a time, since the pool would take a second one in advance, which could then not be
    cancelled. `max_tasks_per_child` is not used: with it the pool can stop for good (python/cpython#115634).
    """

    def __init__(self, *, idle: float = IDLE, limit: float = LIMIT, stuck: float = STUCK) -> None:
        self._idle, self._limit, self._stuck = idle, limit, stuck
        self._lock = Lock()
        self._executor: ThreadPoolExecutor | None = None
        self._drawings: dict[str, Future[bytes]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._process_id: Future[int] = Future()

    def start(self) -> None:
        with self._lock:
            self._thread().submit(self._wake)

    def submit(self, html: str, *, key: str = "", pictures: Mapping[str, bytes] = NO_PICTURES) -> Future[bytes]:
        """The drawing of a page, whose result is a DrawingError where it fails.

        It can be cancelled until the process begins it. With a `key`, an unfinished one of that key is returned.
        """
        with self._lock:
            if key in self._drawings:
                return self._drawings[key]
            drawing = self._thread().submit(self._draw, html, dict(pictures))
            if key:
                self._drawings[key] = drawing
        drawing.add_done_callback(lambda _: self._drawings.pop(key, None))
        return drawing

    def stop(self) -> None:
        """End the process and whatever it draws; the next paper starts another."""
        with self._lock:
            executor, self._executor = self._executor, None
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)
                self._kill()
                executor.shutdown()
                self._kill()  # one that was started meanwhile

    def _thread(self) -> ThreadPoolExecutor:
        if self._executor is None:
            self._executor = ThreadPoolExecutor(1, "papers")
        return self._executor

    def _draw(self, html: str, pictures: dict[str, bytes]) -> bytes:
        for _ in range(TRIES):
            if self._executor is None:  # it was stopped
                break
            try:
                drawing = self._running().submit(_draw_within, html, pictures, self._limit, self._idle)
                return drawing.result(self._stuck)
            except BrokenProcessPool:
                self._kill()
            except TimeoutError:
                self._kill()
                raise LostDrawingError(f"A paper was not drawn within {self._stuck:g} seconds.") from None
            except OSError as error:
                raise LostDrawingError("The process that draws papers could not be started.") from error
        raise LostDrawingError("The process that draws papers ended while it drew.")

    def _wake(self) -> None:
        try:
            self._running().submit(os.getpid)
        except BrokenProcessPool:  # it ended when there had been no paper for long
            self._kill()
            self._running()

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            pool = ProcessPoolExecutor(1, get_context("spawn"), _prepare, (self._idle,))
            self._process_id = pool.submit(os.getpid)
            self._pool = pool
        return self._pool

    def _kill(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            with suppress(BrokenProcessPool, ProcessLookupError):
                os.kill(self._process_id.result(), signal.SIGKILL)
            pool.shutdown()


drawing_process = DrawingProcess()
atexit.register(drawing_process.stop)


# --- in the process ---------------------------------------------------------------------------------------------------
def _prepare(idle: float) -> None:
    """Read what is slow to read before a paper is asked for."""
    for stopping in (signal.SIGINT, signal.SIGTERM):  # these are for the site, which ends this process
        signal.signal(stopping, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, _stop_drawing)
    os.nice(max(0, 5 - os.nice(0)))  # pages first
    Thread(target=_end_with_site, daemon=True).start()
    draw(FIRST)
    signal.setitimer(signal.ITIMER_REAL, idle)


def _end_with_site() -> None:
    """However the site ended: a killed one cannot tell."""
    site = parent_process()
    assert site is not None
    site.join()
    os._exit(1)


def _stop_drawing(*_: object) -> None:
    raise TimeoutError("it took longer of the processor than it may")


def _draw_within(html: str, pictures: dict[str, bytes], limit: float, idle: float) -> bytes:
    """Draw within so many seconds of the processor; the process ends if no other paper comes within `idle` seconds."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.setitimer(signal.ITIMER_PROF, limit, 1)
    try:
        return draw(html, pictures=pictures)
    except Exception as error:
        raise DrawingError(f"{type(error).__name__}: {error}") from error
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, idle)  # its signal ends the process
