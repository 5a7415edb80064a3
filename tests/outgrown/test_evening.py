"""A whole evening: ten matches pegged by forty phones, five hundred who watch, fifty pages read a second.

EVENING_SECONDS says how long it is and EVENING_SHARE how much of the load there is; `make prove` says 300 and 1. The
default, one process on SQLite, is given a third of it.
"""

import asyncio
import os
import re
import time
from random import Random

import pytest

from tests.bench_live.spectator import Spectator, at
from tests.outgrown.load import Readers, quantile
from tests.outgrown.phone import Phone
from tests.outgrown.whole import embedded_site
from tests.outgrown.wire import Line, came_true

pytestmark = pytest.mark.proof
SECONDS = float(os.environ.get("EVENING_SECONDS", "6"))
SHARE = float(os.environ.get("EVENING_SHARE", "0.1"))
SCORERS_A_MATCH, SPECTATORS, PAGES = 4, 500, 50
PAUSE = 2.0  # seconds between the taps of a phone, so that nine games take five minutes
PEG, PAGE = 300, 250  # milliseconds in which 95 of 100 are to be acknowledged, and answered


def pages(matches: list[dict]) -> dict[str, int]:
    """What is read on such an evening, by how often."""
    first = {"/leek/": 20, "/leek/tonight/": 25, "/leek/table/": 15, "/leek/fixtures/": 5}
    per_match = {f"{match['path']}live/": 25 for match in matches} | {match["path"]: 10 for match in matches}
    return {page: weight * len(matches) for page, weight in first.items()} | per_match


class Evening:
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

    async def run(self, seconds: float):
        await self.readers.look_round()
        self.end = time.monotonic() + seconds
        tasks = [asyncio.create_task(phone.send()) for phone in self.phones]
        tasks += [asyncio.create_task(self._watch(each, number)) for number, each in enumerate(self.spectators)]
        tapping = [self._score(phone, number % SCORERS_A_MATCH) for number, phone in enumerate(self.phones)]
        await asyncio.gather(self.readers.come(seconds), *tapping)
        await asyncio.wait_for(asyncio.gather(*(phone.emptied() for phone in self.phones)), 60)
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
            "pegs": len(waits), "pages": len(read),
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


def prove(whole, matches: list[dict], share: float, figures, **named):
    evening = Evening(whole.port, matches, share)
    asyncio.run(evening.run(SECONDS))
    measured = evening.figures()
    figures(proof="evening", seconds=SECONDS, **named, **measured)
    evening.check({match["code"]: whole.rows("log", match["code"]) for match in evening.matches})
    if SHARE >= 1:
        assert measured["peg_ms"]["p95"] <= PEG
        assert measured["page_ms"]["p95"] <= PAGE


def test_an_evening_on_several_processes(whole, figures):
    prove(whole, whole.matches[2:], SHARE, figures, shape="several processes, PostgreSQL, Redis")


def test_a_third_of_an_evening_on_one_process(figures):
    with embedded_site(matches=max(1, round(10 * SHARE / 3)), nights=4) as whole:
        if SHARE >= 1:  # else the server does so beside its first minute
            whole.compile()
        whole.serve()
        prove(whole, whole.matches, SHARE / 3, figures, shape="one process, SQLite")
