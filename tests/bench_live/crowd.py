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
    """One connection. Keeps nothing but the end of a line that is not whole yet."""

    __slots__ = ("_ask", "_begun", "_came", "_last", "_rest", "begun")

    def __init__(self, came: Came, ask: bytes, begun: bytes):
        self._came, self._ask, self._begun = came, ask, begun
        self._last, self._rest = 0, b""
        self.begun = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        transport.write(self._ask)

    def data_received(self, data):
        now = time.monotonic()
        lines, end, self._rest = (self._rest + data).rpartition(b"\n")
        lines += end
        if not self.begun.done():
            if self._begun in lines:
                self.begun.set_result(None)
            return
        came = self._came
        for found in NUMBER.finditer(lines.replace(b"\r", b"")):
            number = int(found[1])
            if self._last:
                came.missed += max(0, number - self._last - 1)
                came.repeated += number <= self._last
            self._last = number
            came.numbers.append(number)
            came.moments.append(now)

    def connection_lost(self, _fault):
        self._came.closed += 1


async def watch(kind: str, count: int, code: str, places: list[str]):
    loop, came, room = asyncio.get_running_loop(), Came(), asyncio.Semaphore(AT_ONCE)

    async def open_one(place: str):
        async with room:
            made = lambda: Watcher(came, ASK[kind] % code.encode(), BEGUN[kind])  # noqa: E731
            if place.isdigit():
                _, watcher = await loop.create_connection(made, "127.0.0.1", int(place))
            else:
                _, watcher = await loop.create_unix_connection(made, place)
            await asyncio.wait_for(watcher.begun, 30)

    await asyncio.gather(*(open_one(places[number % len(places)]) for number in range(count)))
    say({"open": count})
    await loop.run_in_executor(None, sys.stdin.readline)
    told = {"missed": came.missed, "repeated": came.repeated, "closed": came.closed}
    say(told | {"numbers": came.numbers.tolist(), "moments": came.moments.tolist()})


def say(what: dict):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(watch(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
