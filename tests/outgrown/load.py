"""Readers of pages who come at random, so many a second, whether the site keeps up or not.

Knows addresses and how often each is asked for. A wait is counted from when the reader came, not from when there was a
connection free.
"""

import asyncio
import time
from random import Random

from tests.outgrown.wire import Line

CONNECTIONS = 40
READERS = {"Accept-Encoding": "gzip"}  # which is another page to whoever keeps pages


class Readers:
    """`pages` are weights by address. `waits` has the seconds of each page by address, `failed` what went wrong."""

    def __init__(self, port: int, pages: dict[str, int], a_second: float, dice: Random):
        self.pages, self.pace, self.dice = pages, a_second, dice
        self.waits: dict[str, list[float]] = {page: [] for page in pages}
        self.failed: list[tuple[str, int]] = []
        self._free: asyncio.Queue[Line] = asyncio.Queue()
        for _ in range(CONNECTIONS):
            self._free.put_nowait(Line((port,), patience=20))
        self._under_way: set[asyncio.Task] = set()

    async def look_round(self):
        """Read every page a few times, and note nothing: a site that has just begun has yet to load its code."""
        for _ in range(4):
            line = await self._free.get()
            for page in self.pages:
                await line.ask("GET", page, READERS)
            self._free.put_nowait(line)

    async def come(self, seconds: float):
        """Until so many seconds have gone by and everybody has been answered."""
        loop = asyncio.get_running_loop()
        start = due = loop.time()
        while (due := due + self.dice.expovariate(self.pace)) < start + seconds:
            await asyncio.sleep(max(0.0, due - loop.time()))
            page = self.dice.choices(list(self.pages), list(self.pages.values()))[0]
            task = asyncio.create_task(self._read(page, time.monotonic()))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        await asyncio.gather(*self._under_way)

    async def _read(self, page: str, came: float):
        line = await self._free.get()
        answer = await line.ask("GET", page, READERS)
        self._free.put_nowait(line)
        self.waits[page].append(time.monotonic() - came)
        if answer.status not in (200, 304):
            self.failed.append((page, answer.status))


def quantile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else 0.0
