"""Those who watch, on a loop in a thread of its own, and a phone that pegs: so that tests of the stream are plain."""

import asyncio
import threading
from datetime import UTC, datetime
from uuid import uuid4

from league.matchnight.actions.events import PhoneEvent, record_events
from league.matchnight.permissions import Author
from tests.outgrown.spectator import Spectator, at
from tests.waiting import HANG

NOW = datetime(2026, 9, 7, 20, tzinfo=UTC)


class Crowd:
    """Spectators on a loop in a thread. `over` puts them all down."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self._watching = []

    def watch(self, port, code, since=None, *, pause=0.05, **headers):
        """A spectator that keeps opening its stream."""
        spectator = Spectator(code, at(port), since, **headers)
        self._watching.append(asyncio.run_coroutine_threadsafe(spectator.run(pause), self.loop))
        return spectator

    def do(self, work):
        """Have a coroutine done on the loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def once(self, port, code, since=None, **headers):
        """A spectator that has gone again after the answer's first words."""
        spectator = Spectator(code, at(port), since, **headers)

        async def look():
            both = [asyncio.ensure_future(spectator.watch()), asyncio.ensure_future(spectator.began.wait())]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for each in both:
                each.cancel()
            await asyncio.gather(*both, return_exceptions=True)

        self.do(look())
        return spectator

    def leave(self):
        """Have everybody go."""
        for each in self._watching:
            each.cancel()
        self._watching.clear()

    def over(self):
        self.leave()
        self.do(self._gone())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(HANG)
        self.loop.close()

    async def _gone(self):
        """Until nothing is done on the loop any longer."""
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for each in rest:
            each.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


class Phone:
    """Pegs a match for `user`, in the first game of the card: 2 for home, 2 for away, and so on for ever."""

    def __init__(self, fixture, user):
        self.fixture, self.author = fixture, Author(user=user, link=None, name=user.name)
        self.device, self.lease = uuid4(), uuid4()
        self.taps, self.head = 0, 0

    def tap(self, times=1):
        events = [self._next() for _ in range(times)]
        said = record_events(
            fixture=self.fixture, device=self.device, events=events, after=self.head, author=self.author, at=NOW
        )
        self.head = said["head"]
        return self.head

    def _next(self):
        self.taps += 1
        identity = uuid4()
        if self.taps == 1:
            home, away = ({"key": f"+{name}", "name": name} for name in ("Harry Goy", "Bob Lee"))
            kind, body = "opened", {"home": [home], "away": [away], "leader": None, "name": self.author.name}
        else:
            kind, body = "fact", {"kind": "pegged", "id": str(identity), "side": self.taps % 2, "pegs": 2}
        return PhoneEvent(identity, self.taps, 0, 1, self.lease, kind, body, NOW)
