"""The doorbell of the live matches: who has put something in a log rings it, and the streams read on.

Nothing depends on it, since streams look at the logs every few seconds too. Rung in this process, and where REDIS_URL
is set in every other one through Redis. Knows codes of matches and numbers of events; refuses to know the events.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings

CHANNEL = "double-six:live"
PATIENCE = 0.3  # seconds that a scorer may be kept waiting by a Redis that does not answer
REST = 5.0  # seconds for which such a Redis is then left alone
LIVELY = 15.0  # seconds without a word after which a subscription is asked whether it is still one
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

    while True:
        try:
            await _subscribed(answer)
        except (RedisError, OSError) as fault:
            log.warning("Redis is away, and nobody elsewhere can be heard: %s", fault)
        await asyncio.sleep(AGAIN)


async def _subscribed(answer: Answer) -> None:
    from redis.asyncio import Redis

    url = _address(settings.REDIS_URL)
    async with (
        Redis.from_url(url, socket_connect_timeout=2, health_check_interval=LIVELY) as redis,
        redis.pubsub() as ear,
    ):
        await ear.subscribe(CHANNEL)
        while True:
            said = await ear.get_message(ignore_subscribe_messages=True, timeout=LIVELY)
            if said:
                code, _, head = said["data"].decode().partition(" ")
                answer(code, int(head))
