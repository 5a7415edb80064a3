"""HTTP/1.1 as little of it as a phone needs: one connection that is kept, requests one after the other."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.waiting import HANG


@dataclass(frozen=True, slots=True)
class Answer:
    """Status 0 is no answer at all: the line broke, or nothing came in time."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


NOTHING = Answer(0, {}, b"")


async def came_true(true: Callable[[], bool], seconds: float = HANG) -> bool:
    """Wait for something to become true, and say whether it did."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() >= end:
            return False
        await asyncio.sleep(0.02)
    return True


async def open_line(where: "int | str"):
    """A connection to a port of this machine, or to a Unix socket by its path."""
    if isinstance(where, int):
        return await asyncio.open_connection("127.0.0.1", where)
    return await asyncio.open_unix_connection(str(where))


@dataclass
class Line:
    """To one place, or to several of which the next is taken when one does not answer, as a proxy would."""

    places: tuple
    patience: float = HANG
    _streams: Any = field(default=None, repr=False)

    async def ask(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"") -> Answer:
        """The answer; `NOTHING` if there was none. A kept connection that was closed meanwhile is opened again once."""
        kept = self._streams is not None
        try:
            async with asyncio.timeout(self.patience):  # wait_for of Python 3.11 may lose that it was cancelled
                return await self._once(method, path, headers or {}, body)
        except (OSError, EOFError, ValueError, TimeoutError) as fault:
            self.hang_up()
            if kept and not isinstance(fault, TimeoutError):
                return await self.ask(method, path, headers, body)
            self.places = (*self.places[1:], self.places[0])
            return NOTHING

    def hang_up(self):
        if self._streams:
            self._streams[1].close()
        self._streams = None

    async def _once(self, method, path, headers, body) -> Answer:
        if self._streams is None:
            self._streams = await open_line(self.places[0])
        reader, writer = self._streams
        told = {"Host": "localhost", "Content-Length": str(len(body))} | headers
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        await writer.drain()
        status = int((await reader.readuntil(b"\r\n")).split()[1])
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        seen = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines.split("\r\n"))}
        answer = Answer(status, seen, await _body(reader, status, seen))
        if seen.get("connection", "").lower() == "close":
            self.hang_up()
        return answer


async def _body(reader, status: int, headers: dict[str, str]) -> bytes:
    if status in (204, 304):
        return b""
    if headers.get("transfer-encoding") == "chunked":
        pieces = []
        while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
            pieces.append(await reader.readexactly(size))
            await reader.readexactly(2)
        await reader.readexactly(2)
        return b"".join(pieces)
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    return await reader.read()
