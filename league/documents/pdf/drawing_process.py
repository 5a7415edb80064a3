"""The process that draws papers for the site: begun before one is asked for, ended when none has been for a while.

WeasyPrint and its fonts take a second to read and 60 MB, and a drawing a fifth of a second of a core, which no page
waits for. What goes to the process is finished HTML, what comes back a PDF. Background jobs have processes of their
own: they call `draw` itself, and for a large paper begin one of these beside it (`side_by_side`).
"""

import atexit
import json
import os
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import IO, NamedTuple

from django.conf import settings

from league.documents.pdf import NO_PICTURES, draw

IDLE = 600.0  # seconds without a paper after which the process ends, and gives its memory back
STUCK = 300.0  # seconds after which a process that has not answered is given up
LIMIT = 120  # seconds of the processor, however long they take, that a drawing may have: a long report needs three
HEAD = struct.Struct(">?dQ")  # whether it was drawn, seconds of the processor that it took, bytes that follow
# One of everything that is on a card, in its style, which is read as one.
FIRST = "".join(f'<link rel="stylesheet" href="paper:{name}.css">' for name in ("sheet", "headed", "card"))
FIRST += '<title>9</title><h1>9</h1><table><tr><th>9</th><td class="box">9 <b>9</b></td></tr></table>'
FIRST += '<svg viewBox="0 0 9 9"><title>9</title><rect width="9" height="9" rx="1" /><path d="M1 1h9" /></svg>'


class DrawingError(RuntimeError):
    """A paper could not be drawn; says why."""


class LostDrawingError(DrawingError):
    """The process ended while it drew, or hangs: another may draw the paper."""


class DrawnPdf(NamedTuple):
    """A PDF, and the seconds of the processor that it took."""

    pdf: bytes
    seconds: float


class DrawingProcess:
    """Draws in one process of its own, one paper at a time and in the order of asking. For threads."""

    def __init__(self, *, idle: float = IDLE, limit: int = LIMIT, stuck: float = STUCK) -> None:
        self._idle, self._limit, self._stuck = idle, limit, stuck
        self._lock = threading.Lock()
        self._executor: ThreadPoolExecutor | None = None
        self._drawings: dict[str, Future[DrawnPdf]] = {}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin the process where there is none, without waiting for it."""
        with self._lock:
            self._thread().submit(self._running)  # where it cannot be begun, whoever wants a paper is told

    def submit(
        self, html: str, *, key: str = "", tagged: bool = True, pictures: Mapping[str, bytes] = NO_PICTURES
    ) -> Future[DrawnPdf]:
        """The drawing of a page, whose result is a DrawingError where it fails.

        It can be cancelled until the process begins it. With a `key`, an unfinished one of that key is returned.
        """
        with self._lock:
            if key in self._drawings:
                return self._drawings[key]
            shown = {address: b64encode(picture).decode() for address, picture in pictures.items()}
            request = json.dumps({"html": html, "tagged": tagged, "pictures": shown}).encode()
            drawing = self._thread().submit(self._draw, request)
            if key:
                self._drawings[key] = drawing
        drawing.add_done_callback(lambda _: self._drawings.pop(key, None))
        return drawing

    def stop(self) -> None:
        """End the process and whatever it draws; the next paper begins another."""
        with self._lock:
            executor, self._executor = self._executor, None
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)
                self._kill()  # the thread that waits for its answer sees that it has gone
                executor.shutdown()
            self._end()

    def _thread(self) -> ThreadPoolExecutor:
        if self._executor is None:
            self._executor = ThreadPoolExecutor(1, "papers")
        return self._executor

    def _draw(self, request: bytes) -> DrawnPdf:
        answered = self._ask(request)
        if answered is None and self._executor is not None:  # it had just ended, since nobody had asked for long
            answered = self._ask(request)
        if answered is None:
            raise LostDrawingError("The process that draws papers ended while it drew.")
        drawn, seconds, answer = answered
        if not drawn:
            raise DrawingError(answer.decode())
        return DrawnPdf(answer, seconds)

    def _ask(self, request: bytes) -> tuple[bool, float, bytes] | None:
        """The answer; None if the process has gone."""
        guard = threading.Timer(self._stuck, self._kill)
        guard.start()
        try:
            process = self._running()
            assert process.stdin
            assert process.stdout
            _write(process.stdin, request)
            return _read(process.stdout)
        except BaseException as error:  # whatever it was: the next request must not be given this answer
            if guard.finished.is_set():
                self._end()
                text = f"A paper was not drawn within {self._stuck:g} seconds."
                raise LostDrawingError(text) from None
            if self._end() == -signal.SIGPROF:
                text = f"A paper was not drawn within {self._limit} seconds of the processor."
                raise DrawingError(text) from None
            if isinstance(error, EOFError | OSError):
                return None
            raise
        finally:
            guard.cancel()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            command = [sys.executable, "-m", __name__, str(self._idle), str(self._limit)]
            self._process = subprocess.Popen(  # noqa: S603
                command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self._process

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _end(self) -> int | None:
        """End the process; what it ended with."""
        process, self._process = self._process, None
        if process is None:
            return None
        if process.poll() is None:
            process.kill()
        process.communicate()
        return process.returncode


drawing_process = DrawingProcess()
atexit.register(drawing_process.stop)


# --- Requests and answers ----------------------------------------------------------------------------------------
def _write(into: IO[bytes], body: bytes, *, drawn: bool = True, seconds: float = 0.0) -> None:
    into.write(HEAD.pack(drawn, seconds, len(body)))
    into.write(body)
    into.flush()


def _read(out: IO[bytes]) -> tuple[bool, float, bytes]:
    """EOFError where the other side has gone."""
    head = out.read(HEAD.size)
    if len(head) < HEAD.size:
        raise EOFError
    drawn, seconds, length = HEAD.unpack(head)
    body = out.read(length)
    if len(body) < length:
        raise EOFError
    return drawn, seconds, body


# --- The process ------------------------------------------------------------------------------------------------------
def draw_what_is_readable(idle: float, limit: int) -> None:
    """Draw what comes in by the standard input, until that is closed or nothing has come for so many seconds."""
    for stopping in (signal.SIGINT, signal.SIGTERM):  # for the site, whose end closes the input
        signal.signal(stopping, signal.SIG_IGN)
    os.nice(max(0, 5 - os.nice(0)))  # pages first, and as little urgent as a job that has begun it
    into = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints is no answer
    draw(FIRST)  # reads the library, the letters, and the style of a card
    _draw_until_silent(into, idle, limit)


def _draw_until_silent(into: IO[bytes], idle: float, limit: int) -> None:
    while select.select([sys.stdin], [], [], idle)[0]:
        try:
            request = json.loads(_read(sys.stdin.buffer)[2])
        except EOFError:
            return
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, limit)  # whose signal ends the process
        try:
            pictures = {address: b64decode(picture) for address, picture in request["pictures"].items()}
            answer, drawn = draw(request["html"], tagged=request["tagged"], pictures=pictures), True
        except Exception as error:  # noqa: BLE001 - whatever it was, the site says it
            answer, drawn = f"{type(error).__name__}: {error}".encode(), False
        signal.setitimer(signal.ITIMER_PROF, 0)
        with suppress(BrokenPipeError):  # a job that was stopped
            _write(into, answer, drawn=drawn, seconds=time.process_time() - begun)


if __name__ == "__main__":
    draw_what_is_readable(float(sys.argv[1]), int(sys.argv[2]))
