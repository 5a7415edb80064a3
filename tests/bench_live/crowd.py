"""Very many who watch, in a process of its own: `python -m tests.bench_live.crowd stream 1000 CODE PLACE…`.

A place is a port or the path of a Unix socket; those who watch are spread over them. It says `{"open": N}` when all are
there. Told anything, it says what came: for each frame its number and the moment (time.monotonic(), the same clock in
every process), and how many were missed or came twice. With `redis` for `stream` they subscribe to the channel CODE.
"""

import asyncio
import json
import re
import resource
import sys
import time
from array import array

import uvloop

AT_ONCE = 50  # connections being opened
NUMBER = re.compile(rb"^id: (\d+)$", re.MULTILINE)
ASK = {
    "stream": b"GET /live/%b/ HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n",
    "redis": b"SUBSCRIBE %b\r\n",
}
BEGUN = {"stream": b"event: head\n", "redis": b"subscribe\r\n"}


class Came:
    """What everybody together got."""

    def __init__(self):
        self.numbers, self.moments = array("I"), array("d")
        self.missed = self.repeated = self.closed = 0


class Watcher(asyncio.Protocol):
    """One connection. Notes when something came, and looks at it afterwards: meanwhile the others wait for theirs."""

    __slots__ = ("_ask", "_begun", "_came", "_pieces", "begun")

    def __init__(self, came: Came, ask: bytes, begun: bytes):
        self._came, self._ask, self._begun = came, ask, begun
        self._pieces: list[tuple[float, bytes]] = []
        self.begun = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        transport.write(self._ask)

    def data_received(self, data):
        self._pieces.append((time.monotonic(), data))
        if not self.begun.done() and self._begun in b"".join(piece for _, piece in self._pieces):
            self.begun.set_result(None)
            self._pieces.clear()

    def connection_lost(self, _fault):
        self._came.closed += 1

    def count(self):
        """What came, each frame at the moment at which the line with its number was whole."""
        came, last, rest = self._came, 0, b""
        for moment, data in self._pieces:
            lines, end, rest = (rest + data).rpartition(b"\n")
            for found in NUMBER.finditer((lines + end).replace(b"\r", b"")):
                number = int(found[1])
                if last:
                    came.missed += max(0, number - last - 1)
                    came.repeated += number <= last
                last = number
                came.numbers.append(number)
                came.moments.append(moment)


async def watch(kind: str, count: int, code: str, places: list[str]):
    loop, came, room = asyncio.get_running_loop(), Came(), asyncio.Semaphore(AT_ONCE)

    async def open_one(place: str) -> Watcher:
        async with room:
            made = lambda: Watcher(came, ASK[kind] % code.encode(), BEGUN[kind])  # noqa: E731
            if place.isdigit():
                _, watcher = await loop.create_connection(made, "127.0.0.1", int(place))
            else:
                _, watcher = await loop.create_unix_connection(made, place)
            await asyncio.wait_for(watcher.begun, 30)
            return watcher

    watchers = await asyncio.gather(*(open_one(places[number % len(places)]) for number in range(count)))
    say({"open": count})
    await loop.run_in_executor(None, sys.stdin.readline)
    for each in watchers:
        each.count()
    told = {"missed": came.missed, "repeated": came.repeated, "closed": came.closed}
    say(told | {"numbers": came.numbers.tolist(), "moments": came.moments.tolist()})


def say(what: dict):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(watch(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
