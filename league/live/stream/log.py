"""The log of matches as frames, read by one thread with one connection to the database.

Knows rows and how they are told. Refuses to know who watches.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import close_old_connections, connections
from django_scopes import scope, scopes_disabled

from league.fixtures.models import Fixture
from league.live.models import LiveEvent, LiveMatch
from league.live.queries.views import Watched
from league.live.stream.topics import RING, frame

Answer = TypeVar("Answer")
Frames = list[tuple[int, bytes]]


@dataclass(slots=True)
class Story:
    """A match as far as it was read. Only the thread that reads touches it.

    `watched` is None as long as nothing has been pegged.
    """

    fixture: Fixture
    watched: Watched | None = None
    last: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a match has come by its row, and whether everybody may watch it."""

    head: int
    public: bool


class Log:
    """Every question is asked from the loop and answered by the thread, one after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="stream")

    async def open(self, code: str) -> tuple[Story, bool, Frames] | None:
        """The match with this code, whether everybody may watch it, and its latest frames; None if there is none."""
        return await self._ask(_open, code)

    async def read(self, story: Story) -> Frames:
        """What has come since the story was last read, the latest of it if there is more than is kept."""
        return await self._ask(_read, story)

    async def standings(self, codes: list[str]) -> dict[str, Standing]:
        return await self._ask(_standings, codes)

    async def close(self) -> None:
        await self._ask(connections.close_all)
        self._thread.shutdown()

    async def _ask(self, question: Callable[..., Answer], *about: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, _answered, question, *about)


def _answered(question: Callable[..., Answer], *about: Any) -> Answer:
    close_old_connections()
    try:
        with scopes_disabled():
            return question(*about)
    finally:
        close_old_connections()


def _open(code: str) -> tuple[Story, bool, Frames] | None:
    matches = Fixture.objects.filter(code=code, away__isnull=False)
    fixture = matches.select_related("league", "division__competition", "home__team", "away__team").first()
    if fixture is None:
        return None
    story = Story(fixture)
    return story, fixture.league.public, _read(story)


def _read(story: Story) -> Frames:
    with scope(league=story.fixture.league):
        if story.watched is None:
            match = LiveMatch.objects.filter(fixture=story.fixture).first()
            if match is None:
                return []
            story.watched = Watched(match, story.fixture)
        return _told(story, story.watched)


def _told(story: Story, watched: Watched) -> Frames:
    frames: deque[tuple[int, bytes]] = deque(maxlen=RING)
    fresh = LiveEvent.objects.filter(match=watched.match, seq__gt=story.last).order_by("seq")
    try:
        for event in fresh:
            frames.append((event.seq, frame(event.seq, watched.take(event))))
            story.last = event.seq
    except BaseException:
        story.watched, story.last = None, 0  # it may have taken half of an event: told again from the start
        raise
    return list(frames)


def _standings(codes: list[str]) -> dict[str, Standing]:
    rows = Fixture.objects.filter(code__in=codes).values_list("code", "live__head", "league__public")
    return {code: Standing(head or 0, public) for code, head, public in rows}
