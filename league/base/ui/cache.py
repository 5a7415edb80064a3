"""Caches: one in Redis that all processes share and nobody waits for, and one of bounded size in a process's memory.

While Redis is away each process remembers by itself, so a page is drawn once more and tries at signing in are still
counted. The site works without whatever is kept here.
"""

import logging
import pickle
import time
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any, ClassVar

from cachetools import TLRUCache
from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.utils.connection import ConnectionProxy
from django.utils.crypto import salted_hmac

AWAY = 5.0  # seconds for which Redis is not asked again after it has not answered
WAIT = 0.3  # seconds
log = logging.getLogger(__name__)
page_cache: Any = ConnectionProxy(caches, "pages")  # what can be worked out again
html_cache: Any = ConnectionProxy(caches, "html")  # whole pages, which each process keeps for itself
paper_cache: Any = ConnectionProxy(caches, "papers")  # the same as PDF, some 40 kB each
minute_cache: Any = ConnectionProxy(caches, "minutes")  # counts that are of no interest a minute later


def secret_key(key: str, prefix: str, version: int) -> str:
    """What a row is found by, where keys hold addresses of visitors and of mail: nobody can tell them from it."""
    return salted_hmac("league.ui.cache", f"{prefix}:{version}:{key}", algorithm="sha256").hexdigest()


_asked_again_at = 0.0  # when Redis is asked again, by this process's monotonic clock


def ask_redis(ask: Callable[[], Any], otherwise: Callable[[], Any] = lambda: None) -> Any:
    """What `ask` returns; after a fault, for `AWAY` seconds, what `otherwise` does."""
    global _asked_again_at  # noqa: PLW0603  # Redis is away for the whole process
    from redis.exceptions import RedisError  # a site without Redis need not wait for its library

    if time.monotonic() >= _asked_again_at:
        try:
            return ask()
        except (RedisError, OSError) as error:
            _asked_again_at = time.monotonic() + AWAY
            log.warning("Redis does not answer, and this process goes on without it: %s", error)
    return otherwise()


def _asking(what: str) -> Callable[..., Any]:
    def method(cache: "SharedCache", *words: Any, **names: Any) -> Any:
        return cache.ask(what, *words, **names)

    return method


class SharedCache(BaseCache):
    """After a fault the memory of this process stands in, for `AWAY` seconds."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        super().__init__(params)
        once = {"socket_timeout": WAIT, "socket_connect_timeout": WAIT, "retry": Retry(NoBackoff(), 0)}
        self._shared = RedisCache(server, params | {"OPTIONS": params.get("OPTIONS", {}) | once})
        self._own = LocMemCache("while-redis-is-away", {"TIMEOUT": params.get("TIMEOUT", 300)})

    add, get, set, touch, delete, incr = map(_asking, ("add", "get", "set", "touch", "delete", "incr"))

    def clear(self) -> None:
        """In Redis also others' keys, such as messages of jobs, which are sent again."""
        self._own.clear()
        self.ask("clear")

    def ask(self, what: str, *words: Any, **names: Any) -> Any:
        caches = self._shared, self._own
        return ask_redis(*(partial(getattr(each, what), *words, **names) for each in caches))


class MemoryCache(BaseCache):
    """At most MAX_BYTES, least recently used first out; Django's own counts entries, whatever their size."""

    _lock: ClassVar[Lock] = Lock()
    _all: ClassVar[dict[str, TLRUCache[str, tuple[float, bytes]]]] = {}  # Django makes a cache for each thread

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        with self._lock:
            most = params["OPTIONS"]["MAX_BYTES"]
            memory: TLRUCache[str, tuple[float, bytes]] = TLRUCache(
                most, ttu=lambda _key, entry, now: now + entry[0], getsizeof=_size_of
            )
            self._entries = self._all.setdefault(name, memory)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        with self._lock:
            entry = self._entries.get(self.make_and_validate_key(key, version))
        return default if entry is None else pickle.loads(entry[1])  # noqa: S301  # this process wrote it

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        entry = self._entry(value, timeout)
        with self._lock:
            self._entries.pop(self.make_and_validate_key(key, version), None)
            if _size_of(entry) <= self._entries.maxsize:
                self._entries[self.make_and_validate_key(key, version)] = entry

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        is_new = self.get(key, version=version) is None
        if is_new:
            self.set(key, value, timeout, version)
        return is_new

    def delete(self, key: str, version: int | None = None) -> bool:
        with self._lock:
            return self._entries.pop(self.make_and_validate_key(key, version), None) is not None

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()

    @property
    def size(self) -> float:
        return self._entries.currsize

    def _entry(self, value: Any, timeout: Any) -> tuple[float, bytes]:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return float("inf") if seconds is None else seconds, pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def _size_of(entry: tuple[float, bytes]) -> int:
    return len(entry[1]) + 500  # with its key and the cache's own books
