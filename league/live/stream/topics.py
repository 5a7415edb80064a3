"""A match that is being watched: its latest frames, encoded once for everybody, and who reads them.

A reader has no queue, only the number of the last frame it was given. So a slow one costs no more than a quick one:
when its line is free again it gets what it has missed, or is told to begin afresh if that is no longer kept.
"""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from typing import Any

RING = 256  # frames kept of each match
CHUNK_BYTES = 32 * 1024  # bytes that a reader is handed at once, as long as there are two frames
HEARTBEAT = b": hb\n\n"
WAKE_BATCH = 64  # readers woken at once: what they are sent leaves before the next are woken, and pages get their turn
CLOSE_TIMEOUT = 1.0  # seconds that the end of a stream may wait behind what has not been read

Send = Callable[[dict[str, Any]], Awaitable[None]]


def frame(seq: int, data: dict[str, Any]) -> bytes:
    """One event of the log as a frame with its number."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {seq}\nevent: game\ndata: {text}\n\n".encode()


def head_frame(kind: str, head: int) -> bytes:
    """A frame that says how far the log has come: kind is "head" or "reset"."""
    return f'event: {kind}\ndata: {{"head": {head}}}\n\n'.encode()


class Topic:
    """The match with this code, as far as `last`. `frames` are those of the last numbers, without gaps."""

    __slots__ = ("code", "due", "frames", "idle_since", "last", "match_log", "public", "readers", "waiters")

    def __init__(self, code: str, match_log: Any, *, public: bool, idle_since: float) -> None:
        self.code, self.match_log, self.public = code, match_log, public
        self.last, self.frames = 0, deque[bytes](maxlen=RING)
        self.readers: set[Reader] = set()
        self.due = False
        self.waiters: list[threading.Event] = []  # those who wait until everybody has been told
        self.idle_since = idle_since

    def add(self, frames: list[tuple[int, bytes]]) -> None:
        """Keep these and wake who waits for them. A hole in the numbers empties the ring before it."""
        for seq, data in frames:
            if seq != self.last + 1:
                self.frames.clear()
            self.frames.append(data)
            self.last = seq
        delivered, self.waiters = self.waiters, []
        _wake(asyncio.get_running_loop(), iter(list(self.readers) if frames else ()), delivered)

    def after(self, seq: int) -> tuple[bytes, int]:
        """What comes after this number, or as much of it as is handed over at once, and the number it ends with."""
        missed = self.last - seq
        if missed == 1 and self.frames:
            return self.frames[-1], self.last  # nearly always: the same bytes for everybody
        if missed == 0:
            return b"", seq
        if not 0 < missed <= len(self.frames):
            return head_frame("reset", self.last), self.last
        piece: list[bytes] = []
        size = 0
        for data in islice(self.frames, len(self.frames) - missed, None):
            if piece and size + len(data) > CHUNK_BYTES:
                break
            piece.append(data)
            size += len(data)
        return b"".join(piece), seq + len(piece)


class Reader:
    """One open stream. `last` is the number of the last frame it was given; `spoke` when it was last sent anything, and
    `stuck_since` when the send began that has not come back, in seconds of the loop's clock.
    """

    __slots__ = ("_loop", "_send", "_waiter", "last", "over", "spoke", "stuck_since", "topic")

    def __init__(self, topic: Topic, send: Send, last: int) -> None:
        self.topic, self._send, self.last = topic, send, last
        self._loop = asyncio.get_running_loop()
        self._waiter: asyncio.Future[None] | None = None
        self.spoke = self._loop.time()
        self.stuck_since: float | None = None
        self.over = False

    async def follow(self, silence: float) -> None:
        """Hand over every frame until it is over, and a heartbeat after each `silence` of so many seconds."""
        while not self.over:
            data, self.last = self.topic.after(self.last)
            if not data and self._loop.time() - self.spoke >= silence:
                data = HEARTBEAT
            if data:
                await self.send(data)
            else:
                await self._woken()

    async def close(self) -> None:
        """End the response."""
        later = self._loop.call_later(CLOSE_TIMEOUT, self.cut_off)
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        later.cancel()

    async def send(self, data: bytes) -> None:
        """Send this. Comes back when the line has room for more."""
        self.spoke = self.stuck_since = self._loop.time()
        await self._send({"type": "http.response.body", "body": data, "more_body": True})
        self.stuck_since = None

    def wake(self) -> None:
        """Have it look again for something to send."""
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    def end(self) -> None:
        self.over = True
        self.wake()

    def cut_off(self) -> None:
        """Let go of a line that nothing is read from, with what lies in it.

        ASGI has no word for that: a response can be ended, but its end would wait behind the rest. uvicorn's send is a
        method of the object that has the connection; with another server the end has to wait.
        """
        self.end()
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if transport:
            transport.abort()

    async def _woken(self) -> None:
        self._waiter = self._loop.create_future()
        await self._waiter
        self._waiter = None


def _wake(loop: asyncio.AbstractEventLoop, readers: Iterator[Reader], delivered: list[threading.Event]) -> None:
    """Wake these, a wave in each turn of the loop, and tell who waits for that when the last has had its turn."""
    wave = list(islice(readers, WAKE_BATCH))
    for reader in wave:
        reader.wake()
    if len(wave) == WAKE_BATCH:
        loop.call_soon(_wake, loop, readers, delivered)
        return
    for each in delivered:
        loop.call_soon(each.set)
