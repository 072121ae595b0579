"""Redis as something that may be away: the site goes on without it, slower.

What is kept there can be worked out again (keys name the revision that they belong to), sessions
stand in the database too, and counters of limits are kept by each process until it is back. A
Redis that hangs costs one short time-out: then nobody asks it for a few seconds.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache as once
from typing import Any, TypeVar

import redis
from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.retry import Retry

T = TypeVar("T")

#: nobody waits longer for an answer, or for a connection
TIMEOUT = 0.5
#: after a failure nobody asks for so many seconds
REST = 3.0
#: a connection that the other side closed is made again at once; what hangs is not waited for twice
OPTIONS: dict[str, Any] = {
    "socket_timeout": TIMEOUT,
    "socket_connect_timeout": TIMEOUT,
    "retry": Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
}


class Away(redis.ConnectionError):
    """It was away a moment ago, so it is not even asked."""


class Door:
    """Everybody's way to Redis, shut for a while after a failure."""

    def __init__(self) -> None:
        self._shut_until = 0.0

    @property
    def shut(self) -> bool:
        return time.monotonic() < self._shut_until

    def ask(self, question: Callable[[], T]) -> T:
        """Raises `redis.RedisError` where there is no answer, at once while the door is shut."""
        if self.shut:
            raise Away("Redis was away a moment ago.")
        try:
            return question()
        except (redis.ConnectionError, redis.TimeoutError):
            self.close()
            raise

    def close(self) -> None:
        self._shut_until = time.monotonic() + REST

    def open(self) -> None:
        self._shut_until = 0.0


DOOR = Door()


@once
def client() -> redis.Redis:
    return redis.Redis.from_url(settings.CACHES["default"]["LOCATION"], **OPTIONS)


class SpareClient(RedisCacheClient):  # type: ignore[misc]
    """Nothing is found while Redis is away, and nothing kept but counters."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **OPTIONS, **options)
        self._counters = LocMemCache("counters", {"OPTIONS": {"MAX_ENTRIES": 10_000}})

    def _ask(self, question: Callable[[], T], otherwise: Callable[[], T]) -> T:
        try:
            return DOOR.ask(question)
        except redis.RedisError:
            return otherwise()

    def add(self, key: str, value: Any, timeout: float | None) -> bool:
        return self._ask(
            lambda: super(SpareClient, self).add(key, value, timeout),
            lambda: self._counters.add(key, value, timeout),
        )

    def get(self, key: str, default: Any) -> Any:
        return self._ask(
            lambda: super(SpareClient, self).get(key, default),
            lambda: self._counters.get(key, default),
        )

    def set(self, key: str, value: Any, timeout: float | None) -> None:
        self._ask(lambda: super(SpareClient, self).set(key, value, timeout), lambda: None)

    def touch(self, key: str, timeout: float | None) -> bool:
        return self._ask(lambda: super(SpareClient, self).touch(key, timeout), lambda: False)

    def delete(self, key: str) -> bool:
        return self._ask(
            lambda: super(SpareClient, self).delete(key), lambda: self._counters.delete(key)
        )

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        return self._ask(lambda: super(SpareClient, self).get_many(keys), dict)

    def has_key(self, key: str) -> bool:
        return self._ask(
            lambda: super(SpareClient, self).has_key(key), lambda: self._counters.has_key(key)
        )

    def incr(self, key: str, delta: int) -> int:
        return self._ask(
            lambda: super(SpareClient, self).incr(key, delta),
            lambda: self._counters.incr(key, delta),
        )

    def set_many(self, data: Mapping[str, Any], timeout: float | None) -> None:
        self._ask(lambda: super(SpareClient, self).set_many(data, timeout), lambda: None)

    def delete_many(self, keys: Iterable[str]) -> None:
        self._ask(lambda: super(SpareClient, self).delete_many(keys), lambda: None)


class SpareCache(RedisCache):  # type: ignore[misc]
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = SpareClient
