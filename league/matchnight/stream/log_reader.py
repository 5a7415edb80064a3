"""The log of matches as frames: read by one thread with one connection, or by the thread that has written it."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from django.db import close_old_connections, connections
from django_scopes import scope, scopes_disabled

from league.matchnight.models import LiveEvent
from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.match_state import MatchProjection
from league.matchnight.stream.topics import RING, frame
from league.schedule.models import Fixture

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
        return _new_frames(match_log, match_log.projection)


def _new_frames(match_log: MatchLog, projection: MatchProjection) -> Frames:
    frames: deque[tuple[int, bytes]] = deque(maxlen=RING)
    try:
        for event in LiveEvent.objects.filter(match=projection.match, seq__gt=match_log.last).order_by("seq"):
            frames.append((event.seq, frame(event.seq, projection.apply(event))))
            match_log.last = event.seq
    except BaseException:
        match_log.projection, match_log.last = None, 0  # it may have taken half of an event: read again from the start
        raise
    return list(frames)


def _heads(codes: list[str]) -> dict[str, tuple[int, bool]]:
    rows = Fixture.objects.filter(code__in=codes).values_list("code", "live__head", "league__public")
    return {code: (head or 0, public) for code, head, public in rows}
