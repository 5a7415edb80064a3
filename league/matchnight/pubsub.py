"""Publish and subscribe for live matches: whoever has added to a log publishes its head, and the streams read on.

Nothing depends on it, since streams look at the logs every few seconds too. Delivered in this process, and where
REDIS_URL is set in every other one through Redis.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any

from django.conf import settings

from league.base.ui.cache import WAIT, ask_redis

CHANNEL = "double-six:live"
PING_AFTER = 15.0  # seconds without a word after which Redis is asked whether it still talks to us
RETRY_AFTER = 1.0  # seconds between tries to subscribe
log = logging.getLogger(__name__)

Subscriber = Callable[[str, int], None]
_subscribers: list[Subscriber] = []


def set_subscriber(subscriber: Subscriber | None) -> None:
    """Have this called, by any thread, with a match's code and head; None to unsubscribe."""
    _subscribers[:] = [subscriber] if subscriber else []


def publish(code: str, head: int) -> None:
    """Publish that the log of the match with this code has come to `head`, after the commit; never fails."""
    for subscriber in _subscribers:
        subscriber(code, head)
    if settings.REDIS_URL:
        ask_redis(lambda: _redis(settings.REDIS_URL).publish(CHANNEL, f"{code} {head}"))


@cache
def _redis(url: str) -> Any:
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    waits = {"socket_connect_timeout": WAIT, "socket_timeout": WAIT}
    return Redis.from_url(_address(url), retry=Retry(NoBackoff(), 0), **waits)


def _address(url: str) -> str:
    """The address as this library writes it: Celery calls a socket redis+socket:///path."""
    return url.replace("redis+socket://", "unix://", 1)


async def subscribe(subscriber: Subscriber) -> None:
    """Call `subscriber` with what others publish, until cancelled: one subscription, made again when Redis was away."""
    from redis.exceptions import RedisError

    away = False
    while True:
        try:
            async for code, head in _redis_messages():
                away = False
                subscriber(code, head)
        except (RedisError, OSError) as error:
            if not away:
                log.warning("Redis is away, and others cannot be heard: %s", error)
            away = True
        except Exception:  # whatever its library stumbles over when it is killed: this is made again, or nobody hears
            log.exception("The subscription ended with what nobody foresaw, and is made again")
        await asyncio.sleep(RETRY_AFTER)


async def _redis_messages() -> AsyncIterator[tuple[str, int]]:
    """What arrives on one subscription. Raises what redis raises, and TimeoutError when it says nothing at all."""
    from redis.asyncio import Redis

    url, pinged = _address(settings.REDIS_URL), False
    async with Redis.from_url(url, socket_connect_timeout=2) as redis, redis.pubsub() as subscription:
        await subscription.subscribe(CHANNEL)
        while True:
            message = await subscription.get_message(timeout=PING_AFTER)
            if message is None and pinged:
                raise TimeoutError("it no longer answers")
            pinged = message is None
            if message is None:
                await subscription.ping()
            elif message["type"] == "message":
                code, _, head = message["data"].partition(b" ")
                if code.isalnum() and head.isdigit():
                    yield code.decode(), int(head)
