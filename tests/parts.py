"""Which real parts this machine has for the tests."""

import os
import random
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import psycopg
import redis

from tests.deploy import machine

# Read once: tests themselves do not see it, lest they use it unasked.
REDIS_URL = os.environ.get("CELERY_BROKER_URL", "")
PORTS = range(10_000, 30_000)
# Tests beside this one draw other ports, whatever they seed.
DICE = random.SystemRandom()
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Return where Chromium is: what CHROMIUM names, or the system's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def _lacks_postgres() -> str | None:
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith(("postgres://", "postgresql://")):
        return "DATABASE_URL names no PostgreSQL"
    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.OperationalError:
        return "the PostgreSQL of DATABASE_URL does not answer"
    return None


def _lacks_redis() -> str | None:
    if not REDIS_URL.startswith(("redis://", "rediss://")):
        return "CELERY_BROKER_URL names no Redis"
    try:
        with redis.Redis.from_url(REDIS_URL, socket_connect_timeout=3) as client:
            client.ping()
    except redis.RedisError:
        return "the Redis of CELERY_BROKER_URL does not answer"
    return None


def _lacks_browser() -> str | None:
    return None if chromium() else "Chromium is not installed"


def postfix() -> str | None:
    """Return where Postfix is; the system's own folders are not everybody's."""
    return shutil.which("postfix", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin")))


def _lacks_postfix() -> str | None:
    if not postfix():
        return "Postfix is not installed"
    return None if os.geteuid() == 0 else "Postfix starts only as root"


def pgbouncer() -> str | None:
    """Return where PgBouncer is."""
    return shutil.which("pgbouncer", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin")))


def _lacks_pgbouncer() -> str | None:
    return _lacks_postgres() or (None if pgbouncer() else "PgBouncer is not installed")


def _lacks_machine() -> str | None:
    missing = machine.missing()
    if missing:
        return f"a machine to install on needs {', '.join(missing)}"
    return None if os.geteuid() == 0 else "a machine to install on is booted only by root"


ROOTS = ("postfix", "machine")
"""The marks of the tests that only root can run."""


def _lacks_git() -> str | None:
    is_clone = (Path(__file__).resolve().parents[1] / ".git").exists()
    return None if shutil.which("git") and is_clone else "git is not installed, or this is no clone"


# By the mark of the tests that need it.
_LACKS: dict[str, Callable[[], str | None]] = {
    "postgres": _lacks_postgres,
    "redis": _lacks_redis,
    "browser": _lacks_browser,
    "postfix": _lacks_postfix,
    "pgbouncer": _lacks_pgbouncer,
    "machine": _lacks_machine,
    "git": _lacks_git,
}


def missing() -> dict[str, str]:
    """Return the marks of what is not here, each with the reason."""
    return {mark: reason for mark, lacks in _LACKS.items() if (reason := lacks())}


def free_port(*above: int) -> int:
    """Return a free port such that the ones so many numbers `above` it are free, too.

    Linux gives clients higher ones by default, so none of them is taken before the test listens.
    Raises OSError if it finds none.
    """
    for _ in range(100):
        port = DICE.choice(PORTS)
        try:
            for each in (0, *above):
                socket.create_server(("127.0.0.1", port + each)).close()
        except OSError:
            continue
        return port
    raise OSError("No free port was found.")
