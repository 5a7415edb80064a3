"""The process that draws papers for the site: begun before one is asked for, ended when none has been for a while.

The library and its letters take a second to read and 60 MB, and a drawing a fifth of a second of a core, which no page
waits for here. Knows how a page of HTML goes there and a PDF comes back. Refuses to know what is on them. Jobs have
processes of their own: they draw by `draw` itself, and large papers by one of these beside it (`side_by_side`).
"""

import atexit
import hashlib
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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import IO, Any

from django.conf import settings
from django.template.loader import render_to_string

from league.documents.pdf import NO_PICTURES, draw, gc_relaxed, style_digest
from league.server.visitors import charge_elsewhere
from league.ui.cache import paper_cache

KEEP_FOR = 60 * 60
IDLE = 600.0  # seconds without a paper after which the process ends, and gives its memory back
LONGEST = 60.0  # seconds that a drawing may take: a poster takes one
HEAD = struct.Struct(">?dQ")  # whether it was drawn, seconds of the processor that it took, bytes that follow
# One of everything that is on a card, in its style, which is read as one.
FIRST = "".join(f'<link rel="stylesheet" href="paper:{name}.css">' for name in ("sheet", "headed", "card"))
FIRST += '<title>9</title><h1>9</h1><table><tr><th>9</th><td class="box">9 <b>9</b></td></tr></table>'
FIRST += '<svg viewBox="0 0 9 9"><title>9</title><rect width="9" height="9" rx="1" /><path d="M1 1h9" /></svg>'


class DrawingError(RuntimeError):
    """A paper could not be drawn; says why."""


class LateDrawingError(DrawingError):
    """A paper was not drawn in time."""


class DrawingProcess:
    """Draws in one process of its own, one paper at a time. For threads."""

    def __init__(self, *, idle: float = IDLE, longest: float = LONGEST) -> None:
        self._idle, self._longest = idle, longest
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin the process where there is none, and do not wait until it is ready."""
        if self._turn.acquire(blocking=False):  # else it is drawing
            try:
                with suppress(OSError):  # whoever wants a paper is told
                    self._running()
            finally:
                self._turn.release()

    def draw(self, html: str, *, tagged: bool = True, pictures: Mapping[str, bytes] = NO_PICTURES) -> bytes:
        """What `draw` makes of a page. DrawingError if it cannot."""
        shown = {address: b64encode(picture).decode() for address, picture in pictures.items()}
        request = json.dumps({"html": html, "tagged": tagged, "pictures": shown}).encode()
        with self._turn:
            answered = self._ask(request) or self._ask(request)  # it may have ended just now: nobody had asked for long
        if answered is None:
            raise DrawingError("The process that draws papers ended while it drew.")
        drawn, seconds, answer = answered
        charge_elsewhere(seconds)
        if not drawn:
            raise DrawingError(answer.decode())
        return answer

    def stop(self) -> None:
        """End the process; the next paper begins another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _ask(self, request: bytes) -> tuple[bool, float, bytes] | None:
        """The answer; None if the process has gone."""
        try:
            process = self._running()
            assert process.stdin
            assert process.stdout
            with _killed_after(self._longest, process):
                _write(process.stdin, request)
                return _read(process.stdout)
        except BaseException as error:  # whatever it was: the next request must not be given this answer
            self.stop()
            if isinstance(error, EOFError | OSError):
                return None
            raise

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            command = [sys.executable, "-m", __name__, str(self._idle)]
            self._process = subprocess.Popen(  # noqa: S603
                command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self._process


@contextmanager
def _killed_after(seconds: float, process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End the process if it takes longer, which is then a LateDrawingError."""
    late = threading.Event()

    def give_up() -> None:
        late.set()
        process.kill()

    deadline = threading.Timer(seconds, give_up)
    deadline.start()
    try:
        yield
    except (EOFError, OSError):
        if late.is_set():
            charge_elsewhere(seconds)
            raise LateDrawingError(f"A paper was not drawn within {seconds:g} seconds.") from None
        raise
    finally:
        deadline.cancel()


drawing_process = DrawingProcess()
atexit.register(drawing_process.stop)


# --- Papers of our templates ------------------------------------------------------------------------------------------
def render_pdf(
    template: str, context: Mapping[str, Any], *, at: datetime, pictures: Mapping[str, bytes] = NO_PICTURES
) -> bytes:
    """The PDF of a template, which finds `at` as `stamp`: the moment at which what it says was so.

    `pictures` are those that it may show, by the addresses that it has for them; an address is of one picture for ever.
    The same content is drawn once an hour and handed out again with the stamp that it was drawn with.
    """
    digest = hashlib.sha256(f"{style_digest()}{render_to_string(template, {**context, 'stamp': None})}".encode())
    key = f"pdf:{digest.hexdigest()}"
    made: bytes | None = paper_cache.get(key)
    if made is None:
        made = drawing_process.draw(render_to_string(template, {**context, "stamp": at}), pictures=pictures)
        paper_cache.set(key, made, KEEP_FOR)
    return made


def draw_now(template: str, context: Mapping[str, Any], *, at: datetime) -> bytes:
    """The same for what is about people, and kept nowhere."""
    return drawing_process.draw(render_to_string(template, {**context, "stamp": at}))


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
def draw_what_is_readable(idle: float) -> None:
    """Draw what comes in by the standard input, until that is closed or nothing has come for so many seconds."""
    for stopping in (signal.SIGINT, signal.SIGTERM):  # for the site, whose end closes the input
        signal.signal(stopping, signal.SIG_IGN)
    os.nice(max(0, 5 - os.nice(0)))  # pages first, and as little urgent as a job that has begun it
    into = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints is no answer
    draw(FIRST)  # reads the library, the letters, and the style of a card
    with gc_relaxed():
        _draw_until_silent(into, idle)


def _draw_until_silent(into: IO[bytes], idle: float) -> None:
    while select.select([sys.stdin], [], [], idle)[0]:
        try:
            request = json.loads(_read(sys.stdin.buffer)[2])
        except EOFError:
            return
        begun = time.process_time()
        signal.alarm(2 * int(LONGEST))  # should the site have gone meanwhile
        try:
            pictures = {address: b64decode(picture) for address, picture in request["pictures"].items()}
            answer, drawn = draw(request["html"], tagged=request["tagged"], pictures=pictures), True
        except Exception as error:  # noqa: BLE001 - whatever it was, the site says it
            answer, drawn = f"{type(error).__name__}: {error}".encode(), False
        signal.alarm(0)
        with suppress(BrokenPipeError):  # a job that was stopped
            _write(into, answer, drawn=drawn, seconds=time.process_time() - begun)


if __name__ == "__main__":
    draw_what_is_readable(float(sys.argv[1]))
