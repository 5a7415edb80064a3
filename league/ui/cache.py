"""A cache that all processes of the site share, in Redis, and that nobody has to wait for.

While Redis is away each process remembers by itself, so a page is drawn once more and tries at signing in are still
counted. Knows nothing of what is kept: whatever is, the site works without it.
"""

import logging
import time
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

AWAY = 5.0  # seconds for which Redis is not asked again after it has not answered
WAIT = 0.3  # seconds
log = logging.getLogger(__name__)


class SharedCache(BaseCache):
    """Django's cache in Redis at `server`; after a fault, for `AWAY` seconds, one in the memory of this process."""

    _asked_again_at: ClassVar[float] = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        once = {"socket_timeout": WAIT, "socket_connect_timeout": WAIT, "retry": Retry(NoBackoff(), 0)}
        self._shared = RedisCache(server, params | {"OPTIONS": params.get("OPTIONS", {}) | once})
        self._own = LocMemCache("while-redis-is-away", {"TIMEOUT": params.get("TIMEOUT", 300)})

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._ask("add", key, value, timeout=timeout, version=version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._ask("get", key, default, version=version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._ask("set", key, value, timeout=timeout, version=version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._ask("touch", key, timeout=timeout, version=version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._ask("delete", key, version=version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(self._ask("incr", key, delta, version=version))

    def clear(self) -> None:
        """Forget everything, in Redis also what others keep there: messages of jobs, which are then sent again."""
        self._own.clear()
        self._ask("clear")

    def _ask(self, what: str, *words: Any, **names: Any) -> Any:
        if time.monotonic() >= SharedCache._asked_again_at:
            try:
                return getattr(self._shared, what)(*words, **names)
            except RedisError as fault:
                SharedCache._asked_again_at = time.monotonic() + AWAY
                log.warning("Redis does not answer, so this process remembers by itself: %s", fault)
        return getattr(self._own, what)(*words, **names)
