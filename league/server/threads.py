"""Django answers in a thread, and what it says goes to the loop as few times as can be.

At every visit of one to the other both wait for the interpreter in turn. So a body is read where it is needed, the head
of an answer goes with its first piece, and the end when the thread is done. A piece is waited for until the loop has
it, or the thread would go on with what comes after the answer while the loop waits to send it.
"""

import asyncio
import logging
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import Any, cast

from a2wsgi.wsgi import build_environ

from league.server.bodies import Body

PIECES = 2000  # of an answer that a slow reader has yet to fetch before a thread waits for them
PATIENCE = 60.0  # seconds that a thread waits for a reader, and no longer: the answer is broken off
SLOWEST = 16_000.0  # bytes a second, for which a reader is given the time that was waited for them

log = logging.getLogger(__name__)
Wsgi = Callable[..., Generator[bytes, None, None]]
Messages = list[dict[str, Any]]


class TooSlowError(Exception):
    """A reader who fetches next to nothing: no fault of the site."""


class WsgiThread:
    """An application of WSGI in a thread of its own, for a server of ASGI that has read the body already."""

    def __init__(self, wsgi: Wsgi) -> None:
        self._wsgi, self._thread = wsgi, ThreadPoolExecutor(1, thread_name_prefix="WSGI")

    async def __call__(self, scope: Any, body: Body, send: Any) -> None:
        answer = _Answer(asyncio.get_running_loop())
        make = partial(copy_context().run, answer.make, self._wsgi, build_environ(scope, cast("Any", body.file())))
        sending = asyncio.create_task(answer.pass_on(send))
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, make)
            await answer.end()
            await sending
        except TooSlowError:
            log.warning("An answer was broken off: it was fetched too slowly.")
            return  # without the end of the answer, so that the server closes the connection
        finally:
            sending.cancel()
        await send({"type": "http.response.body", "body": b""})


class _Answer:
    """An answer on its way from the thread that makes it to the loop that sends it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._made: asyncio.Queue[Messages] = asyncio.Queue(PIECES)
        self._held: Messages = []
        self._wanted, self._patience = True, PATIENCE

    def make(self, wsgi: Wsgi, environ: Any) -> None:
        with closing(wsgi(environ, self._start)) as pieces:
            for piece in pieces:
                self._held.append({"type": "http.response.body", "body": piece, "more_body": True})
                self._hand_over()
                if not self._wanted:
                    return
        self._hand_over()  # the head, where there was no piece

    def _start(self, status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        pairs = [(name.strip().lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        self._held.append({"type": "http.response.start", "status": int(status[:3]), "headers": pairs})

    def _hand_over(self) -> None:
        if self._held:
            full, began = self._made.full(), monotonic()
            put = asyncio.run_coroutine_threadsafe(self._made.put(self._held), self._loop)
            try:
                put.result(self._patience)
            except TimeoutError:
                raise TooSlowError from None
            if full:
                earned = sum(len(message.get("body", b"")) for message in self._held) / SLOWEST
                self._patience = min(PATIENCE, self._patience + earned - (monotonic() - began))
            self._held = []

    async def end(self) -> None:
        await self._made.put([])

    async def pass_on(self, send: Any) -> None:
        """Send what comes, to its end; or until that cannot go on, which lets go of a thread that waits for room."""
        try:
            while messages := await self._made.get():
                for message in messages:
                    await send(message)
        finally:
            self._wanted = False
            while not self._made.empty():
                self._made.get_nowait()
