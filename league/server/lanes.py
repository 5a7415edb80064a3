"""Threads, and who waits for one: addresses have the same share. And one answer for everybody who asks for the same.

Knows futures of one event loop, and threads that are there already. Refuses to know what is answered.
"""

import asyncio
import re
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, NamedTuple

from league.server.bodies import BodyRule
from league.server.visitors import FairShares

PATIENCE, STUCK = 20.0, 1.0  # seconds
FEW = 2  # threads


class LaneTurn(NamedTuple):
    """A thread, by its number, that this address has had since `began`, a moment of the loop's clock."""

    address: str
    began: float
    thread: int


class Lane:
    """So many `threads`, and `room` for so many who wait for one, `patience` seconds at most.

    Of the addresses that wait the one comes next that has had least of the processor. While more wait than there are
    threads, FEW are used and not all, since threads that draw hold each other up: the others are for those of whom one
    has been inside for longer than STUCK, and so waits for something else. When there is no room, the last who came of
    the address that has most waiting is sent away, so that whoever asks for little is not refused for those who ask
    for much.
    """

    def __init__(self, threads: int, room: int, patience: float = PATIENCE) -> None:
        self.threads, self._room, self._patience = threads, room, patience
        self._inside: list[LaneTurn] = []
        self._queues: OrderedDict[str, deque[asyncio.Future[LaneTurn | None]]] = OrderedDict()
        self._shares = FairShares()
        self.waiting = self.answered = self.refused = 0

    @property
    def busy(self) -> int:
        return len(self._inside)

    async def enter(self, address: str) -> LaneTurn | None:
        """Wait for a thread; None when there is none to be had. Whoever was let in calls `leave` once."""
        if self.waiting >= self._room and not self._make_room(address):
            self.refused += 1
            return None
        turn: asyncio.Future[LaneTurn | None] = asyncio.get_running_loop().create_future()
        if address not in self._queues:
            self._shares.arrive(address)
        self._queues.setdefault(address, deque()).append(turn)
        self.waiting += 1
        self._let_in()
        return await self._wait(turn, address)

    def spend(self, address: str, seconds: float) -> None:
        """Note what an answer has cost of the processor, also where nobody waits for it any more."""
        wanting = {address, *self._queues, *(turn.address for turn in self._inside)}
        self._shares.spend(address, seconds, len(wanting))

    def leave(self, turn: LaneTurn) -> None:
        """Give the thread back, and let in whose turn it is."""
        self.answered += 1
        self._inside.remove(turn)
        self._let_in()

    def _let_in(self) -> None:
        loop = asyncio.get_running_loop()
        while self._queues and self._has_thread(loop.time()):
            address = min(self._queues, key=self._shares.start)
            queue = self._queues.pop(address)
            waiting = queue.popleft()
            if queue:
                self._queues[address] = queue  # behind the others
            self.waiting -= 1
            if not waiting.done():
                self._shares.begin(address)
                turn = LaneTurn(address, loop.time(), self._first_free())
                self._inside.append(turn)
                waiting.set_result(turn)
                loop.call_later(STUCK, self._let_in)

    def _has_thread(self, now: float) -> bool:
        moving = sum(now - turn.began < STUCK for turn in self._inside)
        return self.busy < self.threads and (self.waiting <= self.threads or moving < FEW)

    def _first_free(self) -> int:
        """The same again wherever there is a choice: with SQLite it has a connection that was asked the same before."""
        return min({*range(self.threads)} - {turn.thread for turn in self._inside})

    async def _wait(self, waiting: asyncio.Future[LaneTurn | None], address: str) -> LaneTurn | None:
        try:
            async with asyncio.timeout(self._patience):
                turn = await waiting
        except (TimeoutError, asyncio.CancelledError) as gone:
            if waiting.done() and not waiting.cancelled():
                if let_in := waiting.result():
                    self.leave(let_in)
            else:
                self._forget(waiting, address)
            if isinstance(gone, asyncio.CancelledError):
                raise
            turn = None
        self.refused += turn is None
        return turn

    def _forget(self, turn: asyncio.Future[LaneTurn | None], address: str) -> None:
        queue = self._queues.get(address)
        if queue and turn in queue:
            queue.remove(turn)
            self.waiting -= 1
            if not queue:
                del self._queues[address]

    def _make_room(self, address: str) -> bool:
        """Send somebody away of an address with more waiting than this one would have; False if there is none."""
        longest = max(self._queues, key=lambda each: len(self._queues[each]), default=address)
        if len(self._queues.get(longest, ())) <= len(self._queues.get(address, ())) + 1:
            return False
        turn = self._queues[longest].pop()
        self.waiting -= 1
        if not turn.done():
            turn.set_result(None)
        return True


class SingleFlight:
    """What is being made just now, by what was asked for: whoever asks for the same waits for that one."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, asyncio.Task[Any]] = {}

    async def join(self, key: Hashable, make: Callable[[], Awaitable[Any]]) -> tuple[Any, bool]:
        """What `make` comes to, and whether it was made for this caller. Goes on when whoever asked first has gone."""
        flight, first = self._flights.get(key), False
        if flight is None:
            flight, first = asyncio.ensure_future(make()), True
            self._flights[key] = flight
            flight.add_done_callback(lambda _: self._flights.pop(key, None))
        return await asyncio.shield(flight), first


class ThreadLane:
    """For a server that gives every request a thread: at most `threads` of them at once, and `room` that wait.

    Whoever waits holds a thread that others need, so there is room for few, and for `patience` seconds at most.
    """

    def __init__(self, threads: int, room: int, patience: float = PATIENCE) -> None:
        self._there, self._turn, self._patience = BoundedSemaphore(threads + room), BoundedSemaphore(threads), patience

    @contextmanager
    def entered(self) -> Iterator[bool]:
        """Whether it is this thread's turn, which lasts for the block."""
        if not self._there.acquire(blocking=False):
            yield False
            return
        try:
            if not self._turn.acquire(timeout=self._patience):
                yield False
                return
            try:
                yield True
            finally:
                self._turn.release()
        finally:
            self._there.release()


# --- Addresses by their shape ----------------------------------------------------------------------------------------
# What may be sent to them, in which lane they are answered, and what is promised of them.

MB = 1024 * 1024
FORMS, FILES, ARCHIVES = BodyRule(3 * MB, 30), BodyRule(12 * MB, 180), BodyRule(256 * MB, 600)
RULES = (  # of bodies, the first that fits; docker/small/Caddyfile and docker/nginx.conf have the largest too
    (re.compile(r"/leagues/archive/"), ARCHIVES),
    (re.compile(r"/[^/]+/(.*/)?(imports|look|news|pages|photo|lists|rules|sponsor)/"), FILES),
    (re.compile(r""), FORMS),
)
DRAWN_PATHS = re.compile(
    r"/(?!static/)[^/]+/(.*\.(pdf|jpg|png|xlsx|csv|ics|atom|txt)|.*/live/games/[^/]+/|search/)|/rules/check/"
)
LONG_FORMS = re.compile(r"/[^/]+/imports/|/rules/check/|/leagues/archive/")  # what is sent takes seconds to read
PASSWORDS = re.compile(r"/accounts/(login/$|reauthenticate|password|signup|2fa/reauthenticate)|/admin/login")
TAPS = re.compile(r"/[^/]+/[^/]+/[^/]+/live/events/")
NO_PAGES = re.compile(r"/(static|live|api|admin|healthz|readyz|metrics)(/|$)")
TAP, PAGE = "tap", "page"  # of which the site promises how soon they are answered


def rule_of(path: str) -> BodyRule:
    """What a body that is sent to this address may be."""
    return next(rule for pattern, rule in RULES if pattern.match(path))


def promised(method: str, path: str) -> str:
    """Whether a request is a tap or a page, of which something is promised; "" for anything else."""
    if method == "POST":
        return TAP if TAPS.fullmatch(path) else ""
    return PAGE if method == "GET" and not NO_PAGES.match(path) and not DRAWN_PATHS.fullmatch(path) else ""
