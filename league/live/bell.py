"""The doorbell of the live matches: who has put something in a log rings it, and the streams read on.

Nothing depends on it, since streams look at the logs every few seconds too. Rung in this process, and where REDIS_URL
is set in every other one through Redis. Knows codes of matches and numbers of events; refuses to know the events.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any

from django.conf import settings

CHANNEL = "double-six:live"
PATIENCE = 0.3  # seconds that a scorer may be kept waiting by a Redis that does not answer
REST = 5.0  # seconds for which such a Redis is then left alone
LIVELY = 15.0  # seconds without a word after which Redis is asked whether it still talks to us
AGAIN = 1.0  # seconds between tries to subscribe
log = logging.getLogger(__name__)

Answer = Callable[[str, int], None]
_answers: list[Answer] = []
_silent_until = 0.0


def answer_with(answer: Answer | None) -> None:
    """Have this called, by any thread, with a match's code and head; None for nobody at home."""
    _answers[:] = [answer] if answer else []


def ring(code: str, head: int) -> None:
    """Say that the log of the match with this code has come to `head`. To be called after the commit; never fails."""
    for answer in _answers:
        answer(code, head)
    if settings.REDIS_URL:
        _tell_the_others(code, head)


def _tell_the_others(code: str, head: int) -> None:
    global _silent_until  # noqa: PLW0603  # of this process, as the connection is
    from redis.exceptions import RedisError

    if time.monotonic() < _silent_until:
        return
    try:
        _redis(settings.REDIS_URL).publish(CHANNEL, f"{code} {head}")
    except (RedisError, OSError) as fault:
        _silent_until = time.monotonic() + REST
        log.warning("Redis is away, and streams elsewhere look by themselves: %s", fault)


@cache
def _redis(url: str) -> Any:
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    waits = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    return Redis.from_url(_address(url), retry=Retry(NoBackoff(), 0), **waits)


def _address(url: str) -> str:
    """The address as this library writes it: Celery calls a socket redis+socket:///path."""
    return url.replace("redis+socket://", "unix://", 1)


async def listen(answer: Answer) -> None:
    """Call `answer` with what others ring, until cancelled: one subscription, made again when Redis was away."""
    from redis.exceptions import RedisError

    away = False
    while True:
        try:
            async for code, head in _rung():
                away = False
                answer(code, head)
        except (RedisError, OSError) as fault:
            if not away:
                log.warning("Redis is away, and others cannot be heard: %s", fault)
            away = True
        await asyncio.sleep(AGAIN)


async def _rung() -> AsyncIterator[tuple[str, int]]:
    """What is rung on one subscription. Raises what redis raises, and TimeoutError when it says nothing at all."""
    from redis.asyncio import Redis

    url, asked = _address(settings.REDIS_URL), False
    async with Redis.from_url(url, socket_connect_timeout=2) as redis, redis.pubsub() as ear:
        await ear.subscribe(CHANNEL)
        while True:
            said = await ear.get_message(timeout=LIVELY)
            if said is None and asked:
                raise TimeoutError("it no longer answers")
            asked = said is None
            if said is None:
                await ear.ping()
            elif said["type"] == "message":
                code, _, head = said["data"].partition(b" ")
                if code.isalnum() and head.isdigit():
                    yield code.decode(), int(head)
