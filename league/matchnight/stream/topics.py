"""A match that is being watched: its latest frames, encoded once for everybody, and who reads them.

A reader is a connection and the number of the last frame it was given: no task, and no queue of its own. So a slow one
costs no more than a quick one: when its line is free again it gets what it has missed, or is told to begin afresh if
that is no longer kept.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

RING = 256  # frames kept of each match
PIECE_BYTES = 32 * 1024  # bytes that a reader is handed at once, as long as there are two frames
WAVE = 64  # readers served at once: what they are sent leaves before the next are served, and pages get their turn
CLOSE_TIMEOUT = 1.0  # seconds that the end of a stream may wait behind what has not been read


def chunk(data: bytes) -> bytes:
    """HTTP's chunked encoding."""
    return b"%x\r\n%b\r\n" % (len(data), data)


HEARTBEAT = chunk(b": hb\n\n")
LAST_CHUNK = b"0\r\n\r\n"


def frame(seq: int, data: dict[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return chunk(f"id: {seq}\nevent: game\ndata: {text}\n\n".encode())


def head_frame(kind: str, head: int) -> bytes:
    """A frame that says how far the log has come: kind is "head" or "reset"."""
    return chunk(f'event: {kind}\ndata: {{"head": {head}}}\n\n'.encode())


class Topic:
    __slots__ = ("code", "due", "frames", "idle_since", "last", "match_log", "public", "readers")

    def __init__(self, code: str, match_log: Any, *, public: bool, idle_since: float) -> None:
        self.code, self.match_log, self.public = code, match_log, public
        self.last, self.frames = 0, deque[bytes](maxlen=RING)
        self.readers: set[Reader] = set()
        self.due = False
        self.idle_since = idle_since

    def add(self, frames: list[tuple[int, bytes]]) -> None:
        """A hole in the numbers empties the ring."""
        for seq, data in frames:
            if seq != self.last + 1:
                self.frames.clear()
            self.frames.append(data)
            self.last = seq
        in_waves(self.readers if frames else (), Reader.catch_up)

    def after(self, seq: int) -> tuple[bytes, int]:
        """As much as is handed over at once, and the number it ends with."""
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
            if piece and size + len(data) > PIECE_BYTES:
                break
            piece.append(data)
            size += len(data)
        return b"".join(piece), seq + len(piece)


class Reader(asyncio.Protocol):
    """`last` frame sent, `spoke` and `full_since` in the loop's clock; `on_lost` is called once."""

    __slots__ = ("_line", "_on_lost", "address", "full_since", "last", "spoke", "topic")

    def __init__(
        self, topic: Topic, line: asyncio.Transport, last: int, address: str, on_lost: Callable[["Reader"], None]
    ) -> None:
        self.topic, self._line, self.last, self.address, self._on_lost = topic, line, last, address, on_lost
        self.full_since: float | None = None
        self.spoke = asyncio.get_running_loop().time()

    def catch_up(self) -> None:
        while self.last != self.topic.last and self.full_since is None and not self._line.is_closing():
            data, self.last = self.topic.after(self.last)
            self.send(data)

    def beat(self) -> None:
        if not self._line.is_closing():
            self.send(HEARTBEAT)

    def send(self, data: bytes) -> None:
        self.spoke = asyncio.get_running_loop().time()
        self._line.write(data)

    def end(self) -> None:
        """Close, or abort a line that nothing is read from."""
        if self._line.is_closing():
            return
        if self.full_since is not None:
            self._line.abort()
            return
        self._line.write(LAST_CHUNK)
        self._line.close()
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self._line.abort)

    # --- what its connection tells ---------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        self.full_since = asyncio.get_running_loop().time()

    def resume_writing(self) -> None:
        self.full_since = None
        self.catch_up()

    def connection_lost(self, _error: Exception | None) -> None:
        self._on_lost(self)


def in_waves(readers: Iterable[Reader], serve: Callable[[Reader], None]) -> None:
    loop, rest = asyncio.get_running_loop(), iter(list(readers))

    def wave() -> None:
        served = 0
        for reader in islice(rest, WAVE):
            serve(reader)
            served += 1
        if served == WAVE:
            loop.call_soon(wave)

    wave()
