"""Histories of taps under kills and cut lines are linearizable, and the checker finds each that is spoilt.

HISTORIES says how many on each shape of the site; `make prove` says 500 on each of two.
"""

import asyncio
import json
import os
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from random import Random
from time import monotonic
from uuid import UUID

import pytest

from tests.outgrown.linearizable import Operation, TapLog, is_linearizable
from tests.outgrown.servers import listens, until
from tests.outgrown.whole import embedded_site
from tests.outgrown.wire import NOTHING, Line
from tests.seeds import SEED

pytestmark = pytest.mark.proof
HISTORIES = int(os.environ.get("HISTORIES", "12"))
MANY = 100  # histories from which on the default shape is tried too, which has to be started for it
MATCHES, PHONES, TAPS = 6, 3, 4
CUT, READ = 0.25, 0.3  # how often a line is cut before its answer, and how often a phone only reads
FIRST_KILL, KILL_EVERY = 0.5, 4.0  # seconds, the second counted from when the site was well again


class Scorer:
    """A phone that sends one tap at a time until it is acknowledged, and writes down all that it asked and heard."""

    def __init__(self, match, port, dice):
        self.match, self.dice = match, dice
        self.device, self.numbers = self.uuid(), count(1)
        self.port = port
        self.line = Line((port,), patience=20)

    def uuid(self):
        return str(UUID(int=self.dice.getrandbits(128), version=4))

    async def ask(self, events):
        body = json.dumps({"device": self.device, "after": 0, "events": events}).encode()
        headers = {"Authorization": f"Bearer {self.match['pass']}", "Content-Type": "application/json"}
        asking = asyncio.create_task(self.line.ask("POST", f"{self.match['path']}live/events/", headers, body))
        if self.dice.random() < CUT:
            await asyncio.wait([asking], timeout=self.dice.uniform(0, 0.05))
            if not asking.done():
                asking.cancel()
                self.line.hang_up()
                self.line = Line((self.port,), patience=20)  # the old one may still be trying
                return NOTHING
        return await asking

    async def record(self, history, what, events, answer_of):
        """One operation; whether its answer came."""
        asked = monotonic()
        answer = await self.ask(events)
        if answer.status != 200:
            history.append(Operation(asked, what))
            await asyncio.sleep(self.dice.uniform(0.05, 0.3))
            return False
        history.append(Operation(asked, what, answer_of(answer.json()), monotonic()))
        return True

    async def tap(self, history):
        name = self.uuid()
        event = {
            "id": name, "dseq": next(self.numbers), "at": datetime.now(UTC).isoformat(), "line": 0, "game": 1,
            "lease": self.device, "kind": "fact", "body": {"id": name, "kind": "hand_started"},
        }  # fmt: skip

        def number(told):
            [seq] = [ack["seq"] for ack in told["acks"] if ack["id"] == name]
            return seq

        while not await self.record(history, ("tap", name), [event], number):
            pass

    async def read(self, history):
        await self.record(history, ("read",), [], lambda told: told["head"])

    async def play(self, history):
        for _ in range(TAPS):
            await (self.read if self.dice.random() < READ else self.tap)(history)


async def recorded(match, port, dice, wanted):
    """Histories of one match, each with the number that its log began at."""
    phones = [Scorer(match, port, dice) for _ in range(PHONES)]
    found, heads = [], []
    for _ in range(wanted):
        while not await phones[0].record(heads, ("read",), [], lambda told: told["head"]):
            pass
        history = []
        await asyncio.gather(*(phone.play(history) for phone in phones))
        found.append((heads[-1].answer, history))
    return found


async def evening(whole, matches, parts, is_well, dice):
    """All the histories, and how often a process of pages was killed meanwhile; what watches it starts it again."""
    over, kills = asyncio.Event(), 0

    async def kill():
        nonlocal kills
        pause = FIRST_KILL
        while not over.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), pause)
                return
            await asyncio.to_thread(whole.site.kill, dice.choice(parts))
            kills, pause = kills + 1, KILL_EVERY
            assert await asyncio.to_thread(until, is_well)

    killing = asyncio.create_task(kill())
    each = -(-HISTORIES // len(matches))
    found = await asyncio.gather(*(recorded(match, whole.port, dice, each) for match in matches))
    over.set()
    await killing
    return [history for part in found for history in part], kills


def judge(histories, kills, figures, shape):
    assert len(histories) >= HISTORIES
    assert kills > 0
    assert [history for head, history in histories if not is_linearizable(history, TapLog(head))] == []
    operations = [operation for _, history in histories for operation in history]
    unanswered = sum(not operation.known for operation in operations)
    assert unanswered > 0
    figures(
        proof="histories", shape=shape, histories=len(histories), operations=len(operations), unanswered=unanswered,
        kills=kills,
    )  # fmt: skip
    assert [head for head, history in histories if is_linearizable(spoil(history), TapLog(head))] == []


def test_histories_of_several_processes(whole, figures):
    matches, parts = whole.matches[6 : 6 + MATCHES], ("web@1", "web@2")
    found = asyncio.run(evening(whole, matches, parts, whole.site.is_well, Random(SEED)))
    judge(*found, figures, "several processes, PostgreSQL")


@pytest.mark.skipif(HISTORIES < MANY, reason="it has to be started for it: make prove")
def test_histories_of_one_process(figures):
    with embedded_site(matches=MATCHES, nights=1) as whole:
        whole.serve()
        whole.site.watch.start()
        found = asyncio.run(evening(whole, whole.matches, ("serve",), lambda: listens(whole.port), Random(SEED)))
    judge(*found, figures, "one process, SQLite")


def spoil(history):
    """The same, but the last tap was acknowledged with the number of another: one of them is lost."""
    taps = [operation for operation in history if operation.known and operation.what[0] == "tap"]
    changed = replace(taps[-1], answer=taps[0].answer if len(taps) > 1 else taps[-1].answer + 1)
    return [changed if operation is taps[-1] else operation for operation in history]


@pytest.mark.parametrize(
    ("history", "well"),
    [
        ([Operation(0, ("tap", "a"), 1, 2), Operation(1, ("tap", "b"), 2, 3)], True),
        ([Operation(0, ("tap", "a"), 2, 2), Operation(1, ("tap", "b"), 1, 3)], True),  # at once, in either order
        ([Operation(0, ("tap", "a"), 2, 1), Operation(2, ("tap", "b"), 1, 3)], False),  # one after the other
        ([Operation(0, ("tap", "a")), Operation(1, ("read",), 1, 2)], True),  # cut, and done all the same
        ([Operation(0, ("tap", "a")), Operation(1, ("read",), 0, 2)], True),  # cut, and never done
        ([Operation(0, ("tap", "a"), 1, 1), Operation(2, ("read",), 0, 3)], False),  # acknowledged and not seen
        ([Operation(0, ("tap", "a"), 1, 1), Operation(2, ("tap", "a"), 2, 3)], False),  # once more, twice there
        ([Operation(0, ("tap", "a")), Operation(2, ("tap", "a"), 1, 3), Operation(4, ("read",), 1, 5)], True),
    ],
)
def test_the_checker_tells_a_good_history_from_a_bad_one(history, well):
    assert is_linearizable(history, TapLog(0)) is well
