"""Whoever asks a site and writes down all that was asked and heard, while lines are cut and processes are killed."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from random import Random
from time import monotonic
from typing import Any
from uuid import UUID

from tests.outgrown.linearizable import Operation
from tests.outgrown.wire import NOTHING, Answer, Line
from tests.waiting import until

CUT = 0.25  # how often a line is cut before its answer
FIRST_KILL = 0.5  # seconds


class Recorder:
    """One program that asks one thing at a time. `history` is what it writes into."""

    def __init__(self, port: int, dice: Random):
        self.port, self.dice = port, dice
        self.line = Line((port,), patience=20)
        self.history: list[Operation] = []

    def uuid(self) -> str:
        return str(UUID(int=self.dice.getrandbits(128), version=4))

    async def ask(self, *request: Any) -> Answer:
        asking = asyncio.create_task(self.line.ask(*request))
        if self.dice.random() < CUT:
            await asyncio.wait([asking], timeout=self.dice.uniform(0, 0.05))
            if not asking.done():
                asking.cancel()
                self.line.hang_up()
                self.line = Line((self.port,), patience=20)  # the old one may still be trying
                return NOTHING
        return await asking

    async def try_once(self, what: tuple, request: tuple, understood: Callable[[Answer], Any]) -> Any:
        """One operation, written down with what `understood` makes of its answer; None where that is not known."""
        asked = monotonic()
        told = understood(await self.ask(*request))
        if told is None:
            self.history.append(Operation(asked, what))
            await asyncio.sleep(self.dice.uniform(0.05, 0.3))
        else:
            self.history.append(Operation(asked, what, told, monotonic()))
        return told

    async def insist(self, what: tuple, request: tuple, understood: Callable[[Answer], Any]) -> Any:
        """The same again until it is answered."""
        while (told := await self.try_once(what, request, understood)) is None:
            pass
        return told


class Evening:
    """Histories that are recorded side by side, and kills between them: one for every `to_a_kill` histories."""

    def __init__(self, site: Any, parts: tuple[str, ...], is_well: Callable[[], bool], dice: Random, to_a_kill: int):
        self.site, self.parts, self.is_well = site, parts, is_well
        self.dice, self.to_a_kill = dice, to_a_kill
        self.done, self.kills = asyncio.Condition(), 0
        self.recorded: list[tuple[Any, list[Operation]]] = []

    async def keep(self, model: Any, history: list[Operation]) -> None:
        async with self.done:
            self.recorded.append((model, history))
            self.done.notify_all()

    async def last(self, recording: list[Coroutine]) -> None:
        """Until all have recorded what they should; what is killed is started again by what watches the site."""
        over = asyncio.Event()
        killing = asyncio.create_task(self._kill(over))
        await asyncio.gather(*recording)
        over.set()
        async with self.done:
            self.done.notify_all()
        await killing

    async def _kill(self, over: asyncio.Event) -> None:
        await asyncio.sleep(FIRST_KILL)
        for due in count(self.to_a_kill, self.to_a_kill):
            await asyncio.to_thread(self.site.kill, self.dice.choice(self.parts))
            self.kills += 1
            assert await asyncio.to_thread(until, self.is_well, 300)
            async with self.done:
                await self.done.wait_for(lambda due=due: over.is_set() or len(self.recorded) >= due)
            if over.is_set():
                return
