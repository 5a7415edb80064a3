"""Hears that logs have grown, reads on, and serves the open streams: one hub in a process, on its loop.

Lost, repeated or disordered messages do no harm: the log is read after the last number read, and polled besides. A
match that is being watched has its latest frames, encoded once for everybody. A reader is a connection and the number
of the last frame it was given: no task, and no queue of its own. So a slow one costs no more than a quick one: when
its line is free again it gets what it has missed, or is told to begin afresh if that is no longer kept.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from threading import Lock
from typing import Any, TypeVar

from django.conf import settings
from django.db import close_old_connections, connections
from django_scopes import scope, scopes_disabled

from league.matchnight import pubsub
from league.matchnight.models import LiveEvent
from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.match_state import MatchProjection
from league.schedule.models import Fixture

RING = 256  # frames kept of each match
PIECE_BYTES = 32 * 1024  # bytes that a reader is handed at once, as long as there are two frames
WAVE = 64  # readers served at once: what they are sent leaves before the next are served, and pages get their turn
CLOSE_TIMEOUT = 1.0  # seconds that the end of a stream may wait behind what has not been read


def chunk(data: bytes) -> bytes:
    """HTTP's chunked encoding."""
    return b"%x\r\n%b\r\n" % (len(data), data)


HEARTBEAT = chunk(b": hb\n\n")
LAST_CHUNK = b"0\r\n\r\n"


def frame(seq: int, data: dict[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return chunk(f"id: {seq}\nevent: game\ndata: {text}\n\n".encode())


def head_frame(kind: str, head: int) -> bytes:
    """A frame that says how far the log has come: kind is "head" or "reset"."""
    return chunk(f'event: {kind}\ndata: {{"head": {head}}}\n\n'.encode())


class Topic:
    __slots__ = ("code", "due", "frames", "idle_since", "last", "match_log", "public", "readers")

    def __init__(self, code: str, match_log: Any, *, public: bool, idle_since: float) -> None:
        self.code, self.match_log, self.public = code, match_log, public
        self.last, self.frames = 0, deque[bytes](maxlen=RING)
        self.readers: set[Reader] = set()
        self.due = False
        self.idle_since = idle_since

    def add(self, frames: list[tuple[int, bytes]]) -> None:
        """A hole in the numbers empties the ring."""
        for seq, data in frames:
            if seq != self.last + 1:
                self.frames.clear()
            self.frames.append(data)
            self.last = seq
        in_waves(self.readers if frames else (), Reader.catch_up)

    def after(self, seq: int) -> tuple[bytes, int]:
        """As much as is handed over at once, and the number it ends with."""
        missed = self.last - seq
        if missed == 1 and self.frames:
            return self.frames[-1], self.last  # nearly always: the same bytes for everybody
        if missed == 0:
            return b"", seq
        if not 0 < missed <= len(self.frames):
            return head_frame("reset", self.last), self.last
        piece: list[bytes] = []
        size = 0
        for data in islice(self.frames, len(self.frames) - missed, None):
            if piece and size + len(data) > PIECE_BYTES:
                break
            piece.append(data)
            size += len(data)
        return b"".join(piece), seq + len(piece)


class Reader(asyncio.Protocol):
    """`last` frame sent, `spoke` and `full_since` in the loop's clock; `on_lost` is called once."""

    __slots__ = ("_line", "_on_lost", "address", "full_since", "last", "spoke", "topic")

    def __init__(
        self, topic: Topic, line: asyncio.Transport, last: int, address: str, on_lost: Callable[["Reader"], None]
    ) -> None:
        self.topic, self._line, self.last, self.address, self._on_lost = topic, line, last, address, on_lost
        self.full_since: float | None = None
        self.spoke = asyncio.get_running_loop().time()

    def catch_up(self) -> None:
        while self.last != self.topic.last and self.full_since is None and not self._line.is_closing():
            data, self.last = self.topic.after(self.last)
            self.send(data)

    def beat(self) -> None:
        if not self._line.is_closing():
            self.send(HEARTBEAT)

    def send(self, data: bytes) -> None:
        self.spoke = asyncio.get_running_loop().time()
        self._line.write(data)

    def end(self) -> None:
        """Close, or abort a line that nothing is read from."""
        if self._line.is_closing():
            return
        if self.full_since is not None:
            self._line.abort()
            return
        self._line.write(LAST_CHUNK)
        self._line.close()
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self._line.abort)

    # --- what its connection tells ---------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        self.full_since = asyncio.get_running_loop().time()

    def resume_writing(self) -> None:
        self.full_since = None
        self.catch_up()

    def connection_lost(self, _error: Exception | None) -> None:
        self._on_lost(self)


def in_waves(readers: Iterable[Reader], serve: Callable[[Reader], None]) -> None:
    loop, rest = asyncio.get_running_loop(), iter(list(readers))

    def wave() -> None:
        served = 0
        for reader in islice(rest, WAVE):
            serve(reader)
            served += 1
        if served == WAVE:
            loop.call_soon(wave)

    wave()


Outcome = TypeVar("Outcome")
Frames = list[tuple[int, bytes]]
Take = Callable[[Frames], None]


@dataclass(slots=True)
class MatchLog:
    """Only the thread with the `lock` touches it."""

    fixture: Fixture
    projection: MatchProjection | None = None
    last: int = 0
    lock: Lock = field(default_factory=Lock)


def read_on(match_log: MatchLog, take: Take) -> None:
    """At most `RING` frames; a second thread waits, so that they stay in order."""
    with match_log.lock:
        if frames := _read(match_log):
            take(frames)


class LogReader:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="stream")

    async def open(self, code: str) -> tuple[MatchLog, bool, Frames] | None:
        return await self._run(_open, code)

    async def read_on(self, match_log: MatchLog, take: Take) -> None:
        await self._run(read_on, match_log, take)

    async def heads(self, codes: list[str]) -> dict[str, tuple[int, bool]]:
        return await self._run(_heads, codes)

    async def close(self) -> None:
        await self._run(connections.close_all)
        self._thread.shutdown()

    async def _run(self, query: Callable[..., Outcome], *about: Any) -> Outcome:
        return await asyncio.get_running_loop().run_in_executor(self._thread, _run_query, query, *about)


def _run_query(query: Callable[..., Outcome], *about: Any) -> Outcome:
    close_old_connections()
    try:
        with scopes_disabled():
            return query(*about)
    finally:
        close_old_connections()


def _open(code: str) -> tuple[MatchLog, bool, Frames] | None:
    matches = Fixture.objects.filter(code=code, away__isnull=False)
    fixture = matches.select_related("league", "division__competition", "home__team", "away__team").first()
    if fixture is None:
        return None
    match_log = MatchLog(fixture)
    return match_log, fixture.league.public, _read(match_log)


def _read(match_log: MatchLog) -> Frames:
    with scope(league=match_log.fixture.league):
        if match_log.projection is None:
            match = match_of(match_log.fixture)
            if match is None:
                return []
            match_log.projection = MatchProjection(match, match_log.fixture)
        frames: deque[tuple[int, bytes]] = deque(maxlen=RING)
        try:
            for event in LiveEvent.objects.filter(match=match_log.projection.match, seq__gt=match_log.last).order_by(
                "seq"
            ):
                frames.append((event.seq, frame(event.seq, match_log.projection.apply(event))))
                match_log.last = event.seq
        except BaseException:
            match_log.projection, match_log.last = (
                None,
                0,
            )  # it may have taken half of an event: read again from the start
            raise
        return list(frames)


def _heads(codes: list[str]) -> dict[str, tuple[int, bool]]:
    rows = Fixture.objects.filter(code__in=codes).values_list("code", "live__head", "league__public")
    return {code: (head or 0, public) for code, head, public in rows}


IDLE_TOPICS = 64  # matches kept in mind though nobody watches them
JUST_OPENED = 1.0  # seconds in which whoever asked for a match comes to watch it
HEARTBEAT_CHECK = 1.0  # seconds
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: `patience` with a full line, `sweep` between looks at the rows, `linger` after the last reader."""

    streams: int = 5000
    at_one_address: int = 200
    heartbeat: float = 15
    patience: float = 30
    sweep: float = 3
    linger: float = 10


class Hub:
    """`closing` is true once no more streams are to be opened."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._topics: dict[str, Topic] = {}
        self._pending_topics: dict[str, asyncio.Task[Topic | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()  # a task that nobody holds may be collected as rubbish
        self.closing = False

    # --- its life ------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        self._topics.clear()
        self.closing = False
        self._loop, self._log = asyncio.get_running_loop(), LogReader()
        self._wake = asyncio.Event()
        for work in (self._read_due(), self._poll(), self._heartbeat()):
            self._keep(work)
        if settings.REDIS_URL:
            self._keep(pubsub.subscribe(self._mark_due))
        pubsub.set_subscriber(self.on_publish)

    def hang_up(self) -> None:
        """End every stream. Those who watched come back in two seconds, to whoever answers then."""
        self.closing = True
        for topic in self._topics.values():
            _end(topic)

    async def stop(self) -> None:
        pubsub.set_subscriber(None)
        self.hang_up()
        under_way = list(self._tasks)
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self._log.close()

    def _keep(self, work: Coroutine[Any, Any, Outcome]) -> asyncio.Task[Outcome]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- streams -------------------------------------------------------------------------------------------------

    async def topic(self, code: str) -> Topic | None:
        """None if there is no such match. Raises what the database raises."""
        if code in self._topics:
            return self._topics[code]
        if code not in self._pending_topics:
            self._pending_topics[code] = self._keep(self._open(code))
        return await asyncio.shield(self._pending_topics[code])  # others may wait for it too

    async def caught_up(self, topic: Topic, seq: int) -> None:
        """Read on if somebody has seen a number, elsewhere, that has not been read here."""
        if seq > topic.last:
            await asyncio.shield(self._keep(self._read(topic)))  # what was read must be kept, whoever goes away

    def enter(self, reader: Reader) -> None:
        if self._topics.get(reader.topic.code) is reader.topic:
            reader.topic.readers.add(reader)
            reader.catch_up()
        else:  # it was let go of meanwhile; whoever comes back is heard
            reader.end()

    def leave(self, reader: Reader) -> None:
        reader.topic.readers.discard(reader)
        reader.topic.idle_since = self._loop.time()

    async def _open(self, code: str) -> Topic | None:
        try:
            opening = await self._log.open(code)
            if opening is None:
                return None
            match_log, public, frames = opening
            if len(self._topics) > IDLE_TOPICS:
                self._drop_idle(JUST_OPENED)
            topic = Topic(code, match_log, public=public, idle_since=self._loop.time())
            topic.add(frames)
            self._topics[code] = topic
            return topic
        finally:
            del self._pending_topics[code]

    def _drop_idle(self, linger: float) -> None:
        before = self._loop.time() - linger
        for topic in [each for each in self._topics.values() if not each.readers and each.idle_since <= before]:
            del self._topics[topic.code]

    # --- the log -------------------------------------------------------------------------------------------------

    def on_publish(self, code: str, head: int) -> None:
        """On the thread that has committed."""
        topic = self._topics.get(code)
        if topic and head > topic.last:
            try:
                read_on(topic.match_log, partial(self._take, topic))
            except Exception:  # the next look at the rows tries again
                log.exception("The log of match %s could not be read", code)

    def _mark_due(self, code: str, head: int) -> None:
        topic = self._topics.get(code)
        if topic and head > topic.last:
            topic.due = True
            self._wake.set()

    async def _read(self, topic: Topic) -> None:
        await self._log.read_on(topic.match_log, partial(self._take, topic))

    def _take(self, topic: Topic, frames: Frames) -> None:
        """On the thread that has read, before another may read on."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(topic.add, frames)

    async def _read_due(self) -> None:
        """Read what is due. The thread that reads does one thing after the other, so this does too."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            for topic in [each for each in self._topics.values() if each.due]:
                topic.due = False
                try:
                    await self._read(topic)
                except Exception:  # the next look at the rows tries again
                    log.exception("The log of match %s could not be read", topic.code)

    async def _poll(self) -> None:
        """Look at the rows of all matches that are watched, in case a message was lost."""
        while True:
            await asyncio.sleep(self._limits.sweep)
            self._drop_idle(self._limits.linger)
            if not self._topics:
                continue
            try:
                await self._compare({code: topic.last for code, topic in self._topics.items()})
            except Exception:  # the database may be away; the streams stay open and wait for it
                log.exception("The heads of live matches could not be read")

    async def _compare(self, last_heads: dict[str, int]) -> None:
        heads = await self._log.heads(list(last_heads))
        for code, last in last_heads.items():
            topic, (head, public) = self._topics.get(code), heads.get(code, (-1, False))
            if topic is None:
                continue
            if head < last or public != topic.public:
                del self._topics[code]  # gone, no longer for the same eyes, or another history: who watched asks again
                _end(topic)
            else:
                self._mark_due(code, head)

    async def _heartbeat(self) -> None:
        """Show that they live to readers that have long heard nothing, and cut lines that were full for too long."""
        while True:
            await asyncio.sleep(min(HEARTBEAT_CHECK, self._limits.heartbeat / 3))
            now = self._loop.time()
            readers = [reader for topic in self._topics.values() for reader in topic.readers]
            in_waves((each for each in readers if now - each.spoke >= self._limits.heartbeat), Reader.beat)
            for reader in readers:
                if reader.full_since is not None and now - reader.full_since > self._limits.patience:
                    reader.end()


def _end(topic: Topic) -> None:
    for reader in topic.readers:
        reader.end()
