"""PostgreSQL and Redis for a measurement: a database and counts of its own, and the settings."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from tests import parts

QUEUE = 12
"""The number of the Redis database that is taken; it must be empty."""


@contextmanager
def own_services(name: str, **settings: str) -> Iterator[Path]:
    """Set the environment of a site with services of its own; yield a folder, and leave nothing.

    `settings` are further variables. Raises SystemExit with the reason if a service is missing or
    in use.
    """
    for mark, reason in parts.missing().items():
        if mark in ("postgres", "redis"):
            raise SystemExit(f"This needs PostgreSQL and Redis, but {reason}.")
    called = f"hansa_{name}_{os.getpid()}"
    database = urlsplit(os.environ["DATABASE_URL"])
    shared = urlunsplit(urlsplit(parts.REDIS_URL)._replace(path=f"/{QUEUE}"))
    with redis.Redis.from_url(shared) as queue:
        if queue.dbsize():
            raise SystemExit(f"Redis database {QUEUE} is not empty; this would empty it.")
    admin = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
    admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(called)))
    try:
        with TemporaryDirectory() as folder:
            os.environ |= {
                "DJANGO_SETTINGS_MODULE": "hansa_site.settings",
                "DATABASE_URL": urlunsplit(database._replace(path=f"/{called}")),
                "CELERY_BROKER_URL": shared,
                "CACHE_URL": shared,
                "SECRET_KEY": "only-for-the-bench",
                "LOG_LEVEL": "ERROR",
                "VAR": folder,
                "PYTHONPATH": str(Path(__file__).parents[2]),
                **settings,
            }
            yield Path(folder)
    finally:
        with redis.Redis.from_url(shared) as queue:
            queue.flushdb()
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(called)))
