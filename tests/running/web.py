"""The web processes of a site on the database of a test, as a club runs them."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from hansa_site import processes
from tests import parts
from tests.children import child

HOST = "127.0.0.1"
START_TIME = 120.0
"""Seconds in which the processes answer, on a busy machine."""


class Web(NamedTuple):
    """The processes: where they answer, the one that holds the others, and what they log."""

    address: str
    process: Popen[str]
    log: Path


def database_url() -> str:
    """Return the address of the database of the test."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@contextmanager
def web(folder: Path, *, workers: int = 2, **changes: str) -> Iterator[Web]:
    """Run them as long as the context lasts; the test must not be inside a transaction.

    Without CACHE_URL among the `changes` of the environment, each process counts for itself.
    """
    port = parts.free_port()
    left_out = ("CACHE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE")
    env = {name: value for name, value in os.environ.items() if name not in left_out} | {
        "SECRET_KEY": settings.SECRET_KEY,
        "VAR": str(folder),
        "DATABASE_URL": database_url(),
        "SITE_URL": f"http://{HOST}:{port}",
        "WEB_LISTEN": f"{HOST}:{port}",
        "WEB_PROCESSES": str(workers),
        **changes,
    }
    log = folder / "web.log"
    command = processes.command("web", env)
    with (
        log.open("w") as written,
        child(command, env=env, cwd=settings.ROOT, stdout=written, stderr=written) as process,
    ):
        deadline = time.monotonic() + START_TIME
        while not processes.answers(env["SITE_URL"]):
            if time.monotonic() > deadline or process.poll() is not None:
                raise AssertionError(f"The site did not start: {log.read_text()}")
            time.sleep(0.05)
        yield Web(env["SITE_URL"], process, log)
