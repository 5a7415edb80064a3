"""An evening on one process with SQLite, as a JSON line: phones that peg, people who watch, pages that are read.

A tap is timed until it is acknowledged, and until each spectator has seen it; a page from when its reader came.
The reference is the answer of /healthz, asked for by readers in the same run. Every tap must be in the log once, and
everybody must have seen the log from its beginning. LIVE_SECONDS says how long it is, and LIVE_MATCHES how many matches
are pegged, each by four phones before fifty spectators.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from tests.outgrown.phone import Phone
from tests.outgrown.spectator import Spectator, at
from tests.outgrown.whole import Embedded, embedded_site
from tests.outgrown.wire import Line, came_true
from tests.waiting import HANG

SECONDS = float(os.environ.get("LIVE_SECONDS", "60"))
MATCHES = int(os.environ.get("LIVE_MATCHES", "3"))
PHONES, SPECTATORS, PAGES = 4, 50, 5  # of each match: phones, spectators, pages read a second
PAUSE = 2.0  # seconds between the taps of a phone, so that nine games take five minutes
EMPTY = "/healthz"
CONNECTIONS = 40
READERS = {"Accept-Encoding": "gzip"}


def main() -> None:
    with embedded_site(matches=MATCHES, nights=4) as whole:
        whole.compile()
        whole.serve()
        evening = Evening(whole)
        asyncio.run(evening.run(SECONDS))
        evening.check()
        sys.stdout.write(json.dumps(evening.line()) + "\n")


class Evening:
    """Who pegs, watches and reads."""

    def __init__(self, whole: Embedded):
        self.whole, self.matches = whole, whole.matches
        self.phones = [
            Phone(match, Line((whole.port,)), Random(f"{match['code']} {number}"))
            for match in self.matches
            for number in range(PHONES)
        ]
        watched = [match["code"] for match in self.matches for _ in range(SPECTATORS)]
        self.spectators = [Spectator(code, at(whole.port), since=0) for code in watched]
        self.readers = Readers(whole.port, pages(self.matches), PAGES * len(self.matches), Random("readers"))
        self.end = 0.0

    async def run(self, seconds: float):
        await self.readers.look_round()
        self.end = time.monotonic() + seconds
        tasks = [asyncio.create_task(phone.send()) for phone in self.phones]
        tasks += [asyncio.create_task(self._watch(spectator, at)) for at, spectator in enumerate(self.spectators)]
        tapping = [self._score(phone, number % PHONES) for number, phone in enumerate(self.phones)]
        await asyncio.gather(self.readers.come(seconds), *tapping)
        await asyncio.wait_for(asyncio.gather(*(phone.emptied() for phone in self.phones)), HANG)
        assert await came_true(self._all_seen, HANG)
        for task in tasks:
            task.cancel()

    async def _watch(self, spectator: Spectator, number: int):
        await asyncio.sleep(0.005 * number)
        await spectator.run()

    async def _score(self, phone: Phone, number: int):
        """The lines of the card in turn, each phone at a table of its own."""
        for game in phone.match["games"]:
            if game[0] % PHONES == number:
                await phone.play(tuple(game), PAUSE, lambda: time.monotonic() >= self.end)

    def _all_seen(self) -> bool:
        heads = {match["code"]: self._head(match) for match in self.matches}
        return all(spectator.last == heads[spectator.code] for spectator in self.spectators)

    def _head(self, match: dict) -> int:
        return max(seq for phone in self.phones if phone.match is match for seq in phone.seqs.values())

    def line(self) -> dict:
        taps = [wait for phone in self.phones for wait in phone.waits]
        waits = self.readers.waits
        read = [wait for page, each in waits.items() if page != EMPTY for wait in each]
        tapped = {
            (phone.match["code"], phone.seqs[name]): moment
            for phone in self.phones
            for name, moment in phone.tapped.items()
        }
        seen = [
            moment - tapped[spectator.code, seq]
            for spectator in self.spectators
            for seq, moment in spectator.got
            if (spectator.code, seq) in tapped
        ]
        reference = quantile(waits[EMPTY], 0.5)
        figures = {"tap_answered": taps, "tap_seen": seen, "page": read}
        ms = {f"{what}_ms": [quantile(each, 0.5), quantile(each, 0.95)] for what, each in figures.items()}
        ratios = {f"{what}_ratio": round(quantile(each, 0.5) / reference, 1) for what, each in figures.items()}
        who = {"matches": len(self.matches), "spectators": len(self.spectators)}
        return {
            "bench": "live: an evening on one process, SQLite",
            **who,
            "taps": len(taps),
            **ms,
            "reference_ms": reference,
            **ratios,
        }

    def check(self):
        """Every tap is in the log once, and everybody saw the log from its beginning."""
        logs = {match["code"]: self.whole.rows("log", match["code"]) for match in self.matches}
        for match in self.matches:
            log = logs[match["code"]]
            tapped = {name for phone in self.phones if phone.match is match for name in phone.tapped}
            assert {row["id"] for row in log} == tapped
            assert [row["seq"] for row in log] == list(range(1, len(tapped) + 1))
        for spectator in self.spectators:
            assert (spectator.numbers, spectator.resets) == (list(range(1, len(logs[spectator.code]) + 1)), [])
        assert not self.readers.failed
        assert not any(phone.refused for phone in self.phones)


def pages(matches: list[dict]) -> dict[str, int]:
    """What is read on such an evening, by how often."""
    first = {EMPTY: 20, "/leek/": 20, "/leek/tonight/": 25, "/leek/table/": 15, "/leek/fixtures/": 5}
    per_match = {f"{match['path']}live/": 25 for match in matches} | {match["path"]: 10 for match in matches}
    return {page: weight * len(matches) for page, weight in first.items()} | per_match


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


if __name__ == "__main__":
    main()
