"""A cache that all processes of the site share, in Redis, and that nobody has to wait for.

While Redis is away each process remembers by itself, so a page is drawn once more and tries at signing in are still
counted. Knows nothing of what is kept: whatever is, the site works without it.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.utils.connection import ConnectionProxy
from django.utils.crypto import salted_hmac

AWAY = 5.0  # seconds for which Redis is not asked again after it has not answered
WAIT = 0.3  # seconds
log = logging.getLogger(__name__)
page_cache: Any = ConnectionProxy(caches, "pages")  # what can be drawn again
paper_cache: Any = ConnectionProxy(caches, "papers")  # the same as PDF, some 40 kB each
minute_cache: Any = ConnectionProxy(caches, "minutes")  # counts that are of no interest a minute later


def secret_key(key: str, prefix: str, version: int) -> str:
    """What a row is found by, where keys hold addresses of visitors and of mail: nobody can tell them from it."""
    return salted_hmac("league.ui.cache", f"{prefix}:{version}:{key}", algorithm="sha256").hexdigest()


def _asking(what: str) -> Callable[..., Any]:
    """The method of this name: that of the cache in Redis, or of the one in this process."""

    def method(cache: "SharedCache", *words: Any, **names: Any) -> Any:
        return cache.ask(what, *words, **names)

    return method


class SharedCache(BaseCache):
    """Django's cache in Redis at `server`; after a fault, for `AWAY` seconds, one in the memory of this process."""

    _asked_again_at: ClassVar[float] = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        from redis.backoff import NoBackoff  # a site without Redis need not wait for its library
        from redis.retry import Retry

        super().__init__(params)
        once = {"socket_timeout": WAIT, "socket_connect_timeout": WAIT, "retry": Retry(NoBackoff(), 0)}
        self._shared = RedisCache(server, params | {"OPTIONS": params.get("OPTIONS", {}) | once})
        self._own = LocMemCache("while-redis-is-away", {"TIMEOUT": params.get("TIMEOUT", 300)})

    add, get, set, touch, delete, incr = map(_asking, ("add", "get", "set", "touch", "delete", "incr"))

    def clear(self) -> None:
        """Forget everything, in Redis also what others keep there: messages of jobs, which are then sent again."""
        self._own.clear()
        self.ask("clear")

    def ask(self, what: str, *words: Any, **names: Any) -> Any:
        """What Redis answers; while it is away, what this process remembers."""
        from redis.exceptions import RedisError

        if time.monotonic() >= SharedCache._asked_again_at:
            try:
                return getattr(self._shared, what)(*words, **names)
            except RedisError as error:
                SharedCache._asked_again_at = time.monotonic() + AWAY
                log.warning("Redis does not answer, so this process remembers by itself: %s", error)
        return getattr(self._own, what)(*words, **names)
