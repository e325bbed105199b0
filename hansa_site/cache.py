"""A cache that keeps working without Redis."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds a request waits for Redis."""

PAUSE = 30.0
"""Seconds a process does not try Redis again after a failure."""

MOST_OWN = 10_000
"""Entries a process keeps in its own memory meanwhile."""


def _either(name: str) -> Callable[..., Any]:
    def call(self: "RedisOrProcess", *args: Any, **kwargs: Any) -> Any:
        return self.first_answer(name, *args, **kwargs)

    return call


class RedisOrProcess(BaseCache):
    """Redis or, while it fails or hangs, the memory of the process.

    The two do not share entries: without Redis, rate limits start again and count per process.
    """

    # Shared by the threads of a process, each of which has its own instance.
    _away_until = float("-inf")

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        once = {
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 0),
        }
        self.shared = RedisCache(server, {**params, "OPTIONS": once})
        self.own = LocMemCache(server, {**params, "OPTIONS": {"MAX_ENTRIES": MOST_OWN}})

    def first_answer(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the Redis cache, or of the process's own if Redis does not answer."""
        if time.monotonic() >= RedisOrProcess._away_until:
            try:
                return getattr(self.shared, name)(*args, **kwargs)
            except (RedisError, OSError) as error:
                RedisOrProcess._away_until = time.monotonic() + PAUSE
                log.warning(
                    "Redis does not answer; this process uses its own memory for now: %s", error
                )
        return getattr(self.own, name)(*args, **kwargs)

    add = _either("add")
    get = _either("get")
    set = _either("set")
    touch = _either("touch")
    delete = _either("delete")
    get_many = _either("get_many")
    has_key = _either("has_key")
    incr = _either("incr")
    set_many = _either("set_many")
    delete_many = _either("delete_many")
    clear = _either("clear")
