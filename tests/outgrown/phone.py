"""A phone that pegs: what is tapped is kept until the site has acknowledged it, and sent in order, again if need be.

By the rules of docs/api.md and nothing else.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from random import Random
from uuid import UUID

from tests.outgrown.wire import Line

AT_ONCE = 50  # events in a request
SHORTEST, LONGEST = 0.25, 2.0  # seconds between tries
OPEN_HANDS = 6


class Phone:
    """One scorer of one match. `seqs` are the numbers acknowledged, by id; `waits` the seconds from tap to that."""

    def __init__(self, match: dict, line: Line, dice: Random):
        self.match, self.line, self.dice = match, line, dice
        self.device = self._uuid()
        self.queue: list[dict] = []
        self.dseq = self.after = 0
        self.seqs: dict[str, int] = {}
        self.tapped: dict[str, float] = {}
        self.waits: list[float] = []
        self.refused: list[int] = []
        self.requests = 0
        self._woken, self._empty = asyncio.Event(), asyncio.Event()

    def tap(self, game: tuple[int, int], lease: str, kind: str, body: dict):
        """Kept first; sent when it can be."""
        self.dseq += 1
        name = self._uuid()
        if kind == "fact":
            body = {"id": name} | body
        self.queue.append(
            {
                "id": name, "dseq": self.dseq, "at": datetime.now(UTC).isoformat(), "line": game[0], "game": game[1],
                "lease": lease, "kind": kind, "body": body,
            }
        )  # fmt: skip
        self.tapped[name] = time.monotonic()
        self._woken.set()
        self._empty.clear()

    async def play(self, game: tuple[int, int], pause: float, until: Callable[[], bool] = lambda: False):
        """A game tapped in full, a tap every `pause` seconds or so, but none once `until` says so."""
        lease = self._uuid()
        for kind, body in told(self.match, game, self.dice):
            if until():
                return
            self.tap(game, lease, kind, body)
            await asyncio.sleep(self.dice.uniform(0.5, 1.5) * pause)

    async def send(self):
        """Send what waits, for ever; one request at a time."""
        pause = SHORTEST
        while True:
            if not self.queue:
                self._woken.clear()
                await self._woken.wait()
            if await self._post():
                pause = SHORTEST
            else:
                await asyncio.sleep(pause * self.dice.uniform(0.8, 1.2))
                pause = min(2 * pause, LONGEST)

    async def emptied(self):
        """Wait until everything is acknowledged."""
        await self._empty.wait()

    async def _post(self) -> bool:
        """Whether anything was acknowledged."""
        said = json.dumps({"device": self.device, "after": self.after, "events": self.queue[:AT_ONCE]}).encode()
        headers = {"Authorization": f"Bearer {self.match['pass']}", "Content-Type": "application/json"}
        answer = await self.line.ask("POST", f"{self.match['path']}live/events/", headers, said)
        self.requests += 1
        if answer.status != 200:
            self.refused.append(answer.status)
            return False
        told, now = answer.json(), time.monotonic()
        for ack in told["acks"]:
            if ack["id"] not in self.seqs:
                self.waits.append(now - self.tapped[ack["id"]])
            assert self.seqs.setdefault(ack["id"], ack["seq"]) == ack["seq"], "one event has two numbers"
        self.queue = [event for event in self.queue if event["id"] not in self.seqs]
        if not self.queue:
            self._empty.set()
        self.after = max([self.after, *(event["seq"] for event in told["missed"])])
        return bool(told["acks"])

    def _uuid(self) -> str:
        return str(UUID(int=self.dice.getrandbits(128), version=4))


def told(match: dict, game: tuple[int, int], dice: Random) -> Iterator[tuple[str, dict]]:
    """A game as it is tapped: opened, and hands until somebody has gone out of the board or it has gone on for long."""
    size, target = match["sizes"][game[0]], match["targets"][game[0]]
    first = game[0] % len(match["home"])
    home, away = ((match[side] * 2)[first : first + size] for side in ("home", "away"))
    yield "opened", {"home": home, "away": away, "leader": 0, "name": home[0]["name"]}
    scores = [0, 0]
    while True:
        yield "fact", {"kind": "hand_started"}
        for drop in range(OPEN_HANDS):
            side = drop % 2
            pegs = min(dice.choice((1, 2, 2, 3, 4, 6, 8)), target - scores[side])
            yield "fact", {"kind": "pegged", "side": side, "pegs": pegs}
            scores[side] += pegs
            if scores[side] == target:
                return
        yield "fact", {"kind": "hand_ended", "out": dice.randrange(2)}
