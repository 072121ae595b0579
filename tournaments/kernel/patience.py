"""Redis as something that may be away: the site goes on without it, slower.

What is kept there can be worked out again (keys name the revision that they belong to), sessions
stand in the database too, and counters of limits are kept by each process until it is back. A
Redis that hangs costs one short time-out: then nobody asks it for a few seconds.
"""

import time
from collections.abc import Callable
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


def _or_else(name: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """The client's own method, or what stands in for it while Redis is away."""
    own = getattr(RedisCacheClient, name)

    def method(self: "SpareClient", *given: Any) -> Any:
        try:
            return DOOR.ask(lambda: own(self, *given))
        except redis.RedisError:
            return otherwise(self.counters, *given)

    method.__name__ = name
    return method


class SpareClient(RedisCacheClient):
    """Nothing is found while Redis is away, and nothing kept but counters."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **OPTIONS, **options)
        self.counters = LocMemCache("counters", {"OPTIONS": {"MAX_ENTRIES": 10_000}})

    add = _or_else("add", LocMemCache.add)
    get = _or_else("get", LocMemCache.get)
    incr = _or_else("incr", LocMemCache.incr)
    delete = _or_else("delete", LocMemCache.delete)
    has_key = _or_else("has_key", LocMemCache.has_key)
    set = _or_else("set", lambda *_given: None)
    touch = _or_else("touch", lambda *_given: False)
    get_many = _or_else("get_many", lambda *_given: {})
    set_many = _or_else("set_many", lambda *_given: None)
    delete_many = _or_else("delete_many", lambda *_given: None)


class SpareCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = SpareClient
