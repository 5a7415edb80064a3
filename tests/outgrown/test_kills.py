"""`kill -9` of every part in turn while a match is pegged: nothing acknowledged is lost or doubled, and all catch up.

KILLS says how often each part is killed; `make prove` says 10.
"""

import asyncio
import os
import time
from random import Random

import pytest

from tests.makers.senders import note_proof
from tests.outgrown.phone import Phone
from tests.outgrown.spectator import Spectator, at
from tests.outgrown.wire import Line, came_true
from tests.waiting import HANG, until

pytestmark = pytest.mark.proof
KILLS = int(os.environ.get("KILLS", "1"))
PARTS = ("web@1", "web@2", "live@1", "live@2", "worker", "redis", "postgres")
SCORERS, SPECTATORS = 4, 12
PAUSE = 0.8  # seconds between the taps of a phone
AWAY = 1.5  # seconds until somebody starts Redis or PostgreSQL again
BACK = 10.0  # seconds that are waited for it


class Evening:
    """A match with its phones and those who watch, all through the proxy, while parts of the site are killed."""

    def __init__(self, whole, match):
        self.whole, self.match = whole, match
        self.phones = [Phone(match, Line((whole.port,)), Random(f"kills {each}")) for each in range(SCORERS)]
        self.spectators = [Spectator(match["code"], at(whole.port), since=0) for _ in range(SPECTATORS)]
        self.over = False

    async def run(self) -> dict[str, list[float]]:
        """The seconds after each kill until a tap made after it had reached everybody, by what was killed."""
        tasks = [asyncio.create_task(phone.send()) for phone in self.phones]
        tasks += [asyncio.create_task(each.run(2)) for each in self.spectators]
        tapping = [asyncio.create_task(self._tap(phone, number)) for number, phone in enumerate(self.phones)]
        took: dict[str, list[float]] = {part: [] for part in PARTS}
        await asyncio.sleep(1)
        for _ in range(KILLS):
            for part in PARTS:
                took[part].append(await self._kill(part))
                await asyncio.sleep(0.5)
        self.over = True
        await asyncio.gather(*tapping)
        await asyncio.wait_for(asyncio.gather(*(phone.emptied() for phone in self.phones)), HANG)
        assert await came_true(lambda: self._seen(max(max(phone.seqs.values()) for phone in self.phones)), BACK)
        for task in tasks:
            task.cancel()
        return took

    async def _tap(self, phone: Phone, number: int):
        """Games one after the other, on lines of its own."""
        games = [game for game in self.match["games"] if game[0] % SCORERS == number]
        while not self.over:
            for game in games:
                await phone.play(tuple(game), pause=PAUSE, until=lambda: self.over)

    async def _kill(self, part: str) -> float:
        assert await asyncio.to_thread(until, self.whole.site.is_well)  # what was killed before is back
        killed = time.monotonic()
        await asyncio.to_thread(self._end_and_begin, part)
        for phone in self.phones:
            assert await came_true(lambda phone=phone: self._reached(phone, killed), 3 * BACK)
        return time.monotonic() - killed

    def _end_and_begin(self, part: str):
        """Units are started again by what watches them, the servers of others here, as their own units would."""
        server = {"redis": self.whole.redis, "postgres": self.whole.postgres}.get(part)
        if server is None:
            self.whole.site.kill(part)
            return
        server.kill()
        time.sleep(AWAY)
        server.start()

    def _reached(self, phone: Phone, since: float) -> bool:
        """Whether the first tap after this moment has been acknowledged, and seen by everybody."""
        first = next((name for name, at in phone.tapped.items() if at >= since), None)
        return first in phone.seqs and self._seen(phone.seqs[first])

    def _seen(self, seq: int) -> bool:
        return all(each.last is not None and each.last >= seq for each in self.spectators)


def test_whatever_is_killed_no_acknowledged_event_is_lost_or_doubled_and_everybody_catches_up(whole):
    match, jobs = whole.matches[-1], [whole.rows("put_job")]
    evening = Evening(whole, match)
    took = asyncio.run(evening.run())
    jobs.append(whole.rows("put_job"))

    log = whole.rows("log", match["code"])
    kept = {row["id"]: row["seq"] for row in log}
    assert [row["seq"] for row in log] == list(range(1, len(log) + 1))
    assert len(kept) == len(log)
    for phone in evening.phones:
        assert phone.seqs == {name: kept[name] for name in phone.tapped}
        own = [row["dseq"] for row in log if row["device"] == phone.device]
        assert own == list(range(1, len(phone.tapped) + 1))
    for each in evening.spectators:
        assert (each.numbers, each.resets) == (list(range(1, len(log) + 1)), [])
    for job in jobs:
        assert until(lambda job=job: whole.rows("job", str(job))["state"] == "done")
    longest = {part: round(max(times), 2) for part, times in took.items()}
    waits = sorted(wait for phone in evening.phones for wait in phone.waits)
    note_proof(
        proof="kill -9", kills=KILLS * len(PARTS), events=len(log), spectators=SPECTATORS,
        longest_seconds_to_recover=longest, longest_seconds_to_acknowledge=round(waits[-1], 2),
        failed_tries=sum(len(phone.refused) for phone in evening.phones),
    )  # fmt: skip
