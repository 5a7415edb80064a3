"""How a live match reaches those who watch it, as JSON lines: `make bench-live`.

A phone pegs twice a second by HTTP, and a crowd in another process notes when each frame came: from tap to screen.
The reference is Redis itself, with as many subscribers, as much said, as often, on the same core, in the same run.
Phone and crowd are elsewhere in both: where the site has one core, they are on the other. A tap that is slow is slow
for all who watch: of forty taps 99 of 100 frames are no more than the slowest tap, and so there are 200.
LIVE_SECONDS and LIVE_CROWDS say how long and how many, and LIVE_IDLE how many streams are held in silence.
"""

import asyncio
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import chain, cycle
from pathlib import Path
from random import Random
from statistics import quantiles
from uuid import UUID

from tests.bench_live.shapes import Shape, cost_of, embedded, on_core, outgrown
from tests.bench_live.spectator import Spectator, at, at_socket
from tests.outgrown.phone import told
from tests.outgrown.servers import Redis
from tests.outgrown.site import ROOT
from tests.outgrown.wire import Line, came_true, open_line
from tests.waiting import until

SECONDS = float(os.environ.get("LIVE_SECONDS", "100"))
CROWDS = [int(words) for words in os.environ.get("LIVE_CROWDS", "1000,3000,10000").split(",")]
IDLE = int(os.environ.get("LIVE_IDLE", "20000"))
SILENCE = 35  # seconds: each stream has shown twice that it lives
FILES = 65536  # that a process may open, where the machine lets us say so
SPARE_FILES = 300  # of them for what is no stream
PAUSE = 0.5  # seconds between taps
DROPS = 200
TIRED = 20  # spectators whose lines drop
WARM_UP = 5  # taps that nobody counts

Tap = Callable[[], Awaitable[tuple[int, float]]]


class Pegger:
    """Pegs a match, one tap a request, as many games as it takes; another seed is another phone."""

    def __init__(self, shape: Shape, seed: int):
        self._match, self._line = shape.match, Line((shape.pegged_at,))
        self._dice = Random(seed)
        self._device, self._dseq = self._uuid(), 0
        self._events = chain.from_iterable(self._game(*game) for game in cycle(shape.match["games"]))
        self.size = 0

    async def tap(self) -> tuple[int, float]:
        """The number that the tap was given, and when it was sent."""
        event = next(self._events)
        body = json.dumps({"device": self._device, "after": self.size, "events": [event]}).encode()
        headers = {"Authorization": f"Bearer {self._match['pass']}", "Content-Type": "application/json"}
        sent = time.monotonic()
        answer = await self._line.ask("POST", f"{self._match['path']}live/events/", headers, body)
        assert answer.status == 200, answer
        self.size = answer.json()["acks"][0]["seq"]
        return self.size, sent

    def _game(self, line: int, game: int):
        lease = self._uuid()
        for kind, body in told(self._match, (line, game), self._dice):
            self._dseq += 1
            name = self._uuid()
            said = {"id": name} | body if kind == "fact" else body
            which = {"id": name, "dseq": self._dseq, "line": line, "game": game, "lease": lease}
            yield which | {"kind": kind, "body": said}

    def _uuid(self) -> str:
        return str(UUID(int=self._dice.getrandbits(128), version=4))


class Crowd:
    """The process of those who watch."""

    def __init__(self, kind: str, count: int, code: str, places: list[str]):
        words = [sys.executable, "-m", "tests.bench_live.crowd", kind, str(count), code, *places]
        self._words = [*on_core(1), *words]

    async def come(self):
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._words, cwd=ROOT, stdin=pipe, stdout=pipe, limit=1 << 28
        )
        assert await self._process.stdout.readline(), "not everybody could get in"

    async def go(self) -> dict:
        """What they got."""
        self._process.stdin.write(b"\n")
        said = json.loads(await self._process.stdout.readline())
        await self._process.wait()
        return said


async def delivered(crowd: Crowd, tap: Tap) -> tuple[list[float], list[float], dict]:
    """The milliseconds from each tap to each screen, and to its answer; and what else the crowd says."""
    sent: dict[int, float] = {}
    answered = []
    begin = time.monotonic()
    for number in range(WARM_UP + int(SECONDS / PAUSE)):
        await asyncio.sleep(max(0, begin + number * PAUSE - time.monotonic()))
        seq, moment = await tap()
        if number >= WARM_UP:
            sent[seq] = moment
            answered.append((time.monotonic() - moment) * 1000)
    await asyncio.sleep(2)
    said = await crowd.go()
    came = zip(said.pop("numbers"), said.pop("moments"), strict=True)
    return [(moment - sent[number]) * 1000 for number, moment in came if number in sent], answered, said


async def measure_crowd(shape: Shape, count: int, folder: Path):
    pegger = Pegger(shape, count)
    first = Spectator(shape.match["code"], *connections(shape)[:1])
    watching = asyncio.create_task(first.run())
    await pegger.tap()
    await asyncio.sleep(1)  # and now it has done everything once
    watching.cancel()
    idle = cost_of(shape.streaming)
    crowd = Crowd("stream", count, shape.match["code"], shape.watched_at)
    await crowd.come()
    before = cost_of(shape.streaming)
    taking = asyncio.create_task(delivered(crowd, pegger.tap))
    await asyncio.sleep(SECONDS + PAUSE / 2)  # between two taps, since a look at its memory holds a process up
    held = cost_of(shape.streaming)
    waits, answered, said = await taking
    reference = await measure_redis(count, await said_last(shape, pegger.size), folder, shape)
    (p50, p99), (redis50, redis99) = middle_and_worst(waits), middle_and_worst(reference)
    say(
        f"live: {count} watch, {shape.name}",
        frames=len(waits),
        **said,
        threads=held.threads,
        mb_above_idle=round(held.mb - idle.mb, 1),
        kb_each=round((held.mb - idle.mb) * 1024 / count, 1),
        cpu_us_a_frame=round((held.cpu - before.cpu) / len(waits) * 1e6, 1),
        answered_p50_ms=middle_and_worst(answered)[0],
        p50_ms=p50,
        p99_ms=p99,
        reference_p50_ms=redis50,
        reference_p99_ms=redis99,
        ratio_p50=round(p50 / redis50, 2),
        ratio_p99=round(p99 / redis99, 2),
    )


async def said_last(shape: Shape, head: int) -> int:
    """How much the latest frame says."""
    late = Spectator(shape.match["code"], connections(shape)[0], since=head - 1)
    watching = asyncio.create_task(late.run())
    assert await came_true(lambda: bool(late.views), 5)
    watching.cancel()
    return len(json.dumps(late.views[-1]))


async def measure_idle(shape: Shape, count: int):
    """Streams of a match in which nothing happens, and then a tap that all of them are told of."""
    pegger = Pegger(shape, 4)
    await pegger.tap()
    await asyncio.sleep(1)
    idle = cost_of(shape.streaming)
    crowd = Crowd("stream", count, shape.match["code"], shape.watched_at)
    await crowd.come()
    before = cost_of(shape.streaming)
    await asyncio.sleep(SILENCE)
    held = cost_of(shape.streaming)
    last, sent = await pegger.tap()
    await asyncio.sleep(3)
    said = await crowd.go()
    waits = [(moment - sent) * 1000 for moment in said.pop("moments")]
    say(
        f"live: {count} idle streams, {shape.name}",
        told=said.pop("numbers").count(last),
        **said,
        threads=held.threads,
        mb_above_idle=round(held.mb - idle.mb, 1),
        kb_each=round((held.mb - idle.mb) * 1024 / count, 1),
        core_percent=round((held.cpu - before.cpu) / SILENCE * 100, 1),
        last_told_ms=round(max(waits), 1),
    )


async def measure_redis(count: int, size: int, folder: Path, shape: Shape) -> list[float]:
    """Redis alone: from PUBLISH to each subscriber, in milliseconds."""
    redis = Redis(folder)
    redis.command = [*shape.pinned, *redis.command, "--maxclients", "20000"]
    redis.start()
    numbers = iter(range(1, 1 << 30))
    reader, writer = await open_line(redis.port)

    async def publish() -> tuple[int, float]:
        number = next(numbers)
        words = f"\nid: {number}\n{'x' * size}\n".encode()
        sent = time.monotonic()
        writer.write(b"*3\r\n$7\r\nPUBLISH\r\n$4\r\nlive\r\n$%d\r\n%b\r\n" % (len(words), words))
        assert await reader.readline() == b":%d\r\n" % count
        return number, sent

    try:
        crowd = Crowd("redis", count, "live", [str(redis.port)])
        await crowd.come()
        waits, _, _ = await delivered(crowd, publish)
        return waits
    finally:
        writer.close()
        redis.stop()


async def measure_drops(shape: Shape):
    """Lines that drop at any moment while it is pegged, and are opened again with the last number that was seen."""
    pegger, dice = Pegger(shape, 1), Random(3)
    head, _ = await pegger.tap()
    places = cycle(connections(shape))
    tired = [Spectator(shape.match["code"], next(places), since=head) for _ in range(TIRED)]
    watching = [asyncio.create_task(each.run(dice.uniform(0, 0.3))) for each in tired]
    dropped, last = 0, head
    while dropped < DROPS:
        last, _ = await pegger.tap()
        await asyncio.sleep(dice.uniform(0, 0.1))
        for each in dice.sample(tired, 2):
            if each.connected:
                each.drop()
                dropped += 1
    await asyncio.to_thread(until, lambda: all(each.last == last for each in tired), 15)
    for each in watching:
        each.cancel()
    wanted = set(range(head + 1, last + 1))
    say(
        f"live: {DROPS} dropped lines, {shape.name}",
        spectators=TIRED,
        events=len(wanted),
        drops=dropped,
        reopened=sum(each.opened for each in tired) - TIRED,
        missed=sum(len(wanted - set(each.numbers)) for each in tired),
        repeated=sum(len(each.numbers) - len(set(each.numbers)) for each in tired),
        resets=sum(len(each.resets) for each in tired),
    )


def connections(shape: Shape) -> list:
    return [at(int(place)) if place.isdigit() else at_socket(place) for place in shape.watched_at]


def middle_and_worst(waits: list[float]) -> tuple[float, float]:
    """The median and the 99th of a hundred."""
    hundredths = quantiles(waits, n=100)
    return round(hundredths[49], 1), round(hundredths[98], 1)


def say(what: str, **figures):
    sys.stdout.write(json.dumps({"bench": what} | figures) + "\n")
    sys.stdout.flush()


def main():
    with suppress(ValueError):  # who is not root stays below the machine's own limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    idle = min(IDLE, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - SPARE_FILES)
    for begin, counts in ((embedded, CROWDS[:1]), (outgrown, CROWDS[1:])):
        folder = Path(tempfile.mkdtemp(prefix="double-six-", dir="/tmp"))  # sockets want a short name
        folder.chmod(0o755)  # the server of the database is somebody else
        try:
            with begin(folder) as shape:
                asyncio.run(measure_drops(shape))
                for count in counts:
                    asyncio.run(measure_crowd(shape, count, folder))
                if idle and begin is embedded:
                    asyncio.run(measure_idle(shape, idle))
        finally:
            until(lambda folder=folder: not shutil.rmtree(folder, ignore_errors=True) and not folder.exists(), 5)


if __name__ == "__main__":
    main()
