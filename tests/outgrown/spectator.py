"""Somebody who watches a match, as docs/api.md has it: notes every frame with its moment, and opens the stream anew."""

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Connection]]


def at(port: int, host: str = "127.0.0.1") -> Connect:
    return lambda: asyncio.open_connection(host, port)


def at_socket(path: str) -> Connect:
    return lambda: asyncio.open_unix_connection(path)


class Spectator:
    """`got` has each frame's number and the moment it came (time.monotonic()), `views` the data of each, `last` the
    number to go on from. `status` is that of the latest answer, with its `headers`; `resets` are the heads to which it
    was told to skip, `heads` those that streams began with, the first of which sets `began`.
    """

    def __init__(self, code: str, connect: Connect, since: int | None = None, ticket: str = "", **headers: str):
        self.code, self._connect, self.last, self._ticket, self._headers = code, connect, since, ticket, headers
        self.got: list[tuple[int, float]] = []
        self.views: list[dict] = []
        self.heads: list[int] = []
        self.resets: list[int] = []
        self.beats: list[float] = []
        self.status, self.headers = 0, ""
        self.opened, self.began = 0, asyncio.Event()
        self._writer: asyncio.StreamWriter | None = None

    @property
    def numbers(self) -> list[int]:
        return [seq for seq, _ in self.got]

    async def run(self, pause: float = 2) -> None:
        """Watch until cancelled; whenever the stream ends, wait and open it again."""
        while True:
            with contextlib.suppress(OSError, EOFError):
                await self.watch()
            await asyncio.sleep(pause)

    async def watch(self) -> None:
        """Open the stream once, and follow it to its end. Raises OSError or EOFError if it breaks off."""
        reader, self._writer = await self._connect()
        try:
            self._writer.write(self._request())
            self.headers = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.status = int(self.headers.split(" ", 2)[1])
            if self.status == 200:
                self.opened += 1
                await self._follow(reader)
        finally:
            self._writer.transport.abort()

    @property
    def connected(self) -> bool:
        return self._writer is not None and not self._writer.transport.is_closing()

    def drop(self) -> None:
        """Lose the connection, as a phone in a tunnel does."""
        if self._writer:
            self._writer.transport.abort()

    def _request(self) -> bytes:
        headers = {"Host": "double-six", "Accept": "text/event-stream"} | self._headers
        if self.last is not None:
            headers["Last-Event-ID"] = str(self.last)
        ticket = f"?ticket={self._ticket}" if self._ticket else ""
        lines = [f"GET /live/{self.code}/{ticket} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def _follow(self, reader: asyncio.StreamReader) -> None:
        rest = b""
        while length := int(await reader.readline() or b"0", 16):
            chunk = await reader.readexactly(length + 2)
            *events, rest = (rest + chunk[:-2]).split(b"\n\n")
            for event in events:
                self._take(event.decode())

    def _take(self, event: str) -> None:
        now = time.monotonic()
        if event.startswith(":"):
            self.beats.append(now)
            return
        said = dict(line.split(": ", 1) for line in event.split("\n"))
        data = json.loads(said.get("data", "null"))
        match said.get("event"):
            case "game":
                self.last = int(said["id"])
                self.got.append((self.last, now))
                self.views.append(data)
            case "head":
                self.heads.append(data["head"])
                self.began.set()
                self.last = data["head"] if self.last is None else self.last
            case "reset":
                self.resets.append(data["head"])
                self.last = data["head"]
