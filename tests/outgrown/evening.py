"""An evening of a league as a load: matches pegged by phones, people who watch, pages that are read.

Knows how much there is of each and what came of it. Refuses to know which site it is.
"""

import asyncio
import re
import time
from collections.abc import Callable
from random import Random

from tests.bench_live.spectator import Spectator, at
from tests.outgrown.load import Readers, quantile
from tests.outgrown.phone import Phone
from tests.outgrown.wire import Line, came_true
from tests.waiting import HANG

SCORERS_A_MATCH, SPECTATORS, PAGES = 4, 500, 50
PAUSE = 2.0  # seconds between the taps of a phone, so that nine games take five minutes


def pages(matches: list[dict]) -> dict[str, int]:
    """What is read on such an evening, by how often."""
    first = {"/leek/": 20, "/leek/tonight/": 25, "/leek/table/": 15, "/leek/fixtures/": 5}
    per_match = {f"{match['path']}live/": 25 for match in matches} | {match["path"]: 10 for match in matches}
    return {page: weight * len(matches) for page, weight in first.items()} | per_match


class Evening:
    """`share` says how many matches are pegged, and how much goes with it."""

    def __init__(self, port: int, matches: list[dict], share: float):
        self.matches = matches[: max(1, round(10 * share))]
        self.phones = [
            Phone(match, Line((port,)), Random(f"{match['code']} {number}"))
            for match in self.matches
            for number in range(SCORERS_A_MATCH)
        ]
        watched = [self.matches[each % len(self.matches)] for each in range(round(SPECTATORS * share))]
        self.spectators = [Spectator(match["code"], at(port), since=0) for match in watched]
        self.readers = Readers(port, pages(self.matches), PAGES * share, Random("readers"))
        self.end = 0.0

    async def run(self, seconds: float, begun: Callable[[], None] = lambda: None):
        """Hold it; `begun` is called when everything has been looked at and the first phone is about to tap."""
        await self.readers.look_round()
        begun()
        self.end = time.monotonic() + seconds
        tasks = [asyncio.create_task(phone.send()) for phone in self.phones]
        tasks += [asyncio.create_task(self._watch(each, number)) for number, each in enumerate(self.spectators)]
        tapping = [self._score(phone, number % SCORERS_A_MATCH) for number, phone in enumerate(self.phones)]
        await asyncio.gather(self.readers.come(seconds), *tapping)
        await asyncio.wait_for(asyncio.gather(*(phone.emptied() for phone in self.phones)), HANG)
        assert await came_true(self._all_seen, 30)
        for task in tasks:
            task.cancel()

    async def _watch(self, spectator: Spectator, number: int):
        await asyncio.sleep(0.005 * number)
        await spectator.run()

    async def _score(self, phone: Phone, number: int):
        """The lines of the card in turn, each phone at a table of its own."""
        for game in phone.match["games"]:
            if game[0] % SCORERS_A_MATCH == number:
                await phone.play(tuple(game), PAUSE, lambda: time.monotonic() >= self.end)

    def _all_seen(self) -> bool:
        heads = {match["code"]: self._head(match) for match in self.matches}
        return all(each.last == heads[each.code] for each in self.spectators)

    def _head(self, match: dict) -> int:
        return max(seq for phone in self.phones if phone.match is match for seq in phone.seqs.values())

    def figures(self) -> dict:
        waits = [wait for phone in self.phones for wait in phone.waits]
        read = [wait for waits in self.readers.waits.values() for wait in waits]
        by_page: dict[str, list[float]] = {}
        for page, each in self.readers.waits.items():
            by_page.setdefault(re.sub(r"/\d{4}-.*?/.*?/", "/a match/", page), []).extend(each)
        return {
            "matches": len(self.matches), "scorers": len(self.phones), "spectators": len(self.spectators),
            "pegs": len(waits), "requests": sum(phone.requests for phone in self.phones), "pages": len(read),
            "peg_ms": {"p50": quantile(waits, 0.5), "p95": quantile(waits, 0.95), "p99": quantile(waits, 0.99)},
            "page_ms": {"p50": quantile(read, 0.5), "p95": quantile(read, 0.95), "p99": quantile(read, 0.99)},
            "page_p95_ms": {page: quantile(each, 0.95) for page, each in by_page.items()},
            "errors": self.errors,
        }  # fmt: skip

    @property
    def errors(self) -> list:
        refused = [("peg", status) for phone in self.phones for status in phone.refused]
        return sorted({*self.readers.failed, *refused})

    def check(self, logs: dict[str, list[dict]]):
        """Every tap is in the log once, and everybody saw the log from its beginning."""
        for match in self.matches:
            log = logs[match["code"]]
            tapped = {name for phone in self.phones if phone.match is match for name in phone.tapped}
            assert {row["id"] for row in log} == tapped
            assert [row["seq"] for row in log] == list(range(1, len(tapped) + 1))
        for each in self.spectators:
            assert (each.numbers, each.resets) == (list(range(1, len(logs[each.code]) + 1)), [])
        assert self.errors == []
