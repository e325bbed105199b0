"""Programs at a real web server: waits end cleanly, and leave threads to others."""

import json
import select
import signal
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from games.accounts import sessions, tokens
from games.accounts.models import User
from games.api.events import LONGEST_WAIT
from hansa_site import processes
from tests.api.programs import V1, Program
from tests.children import descendants
from tests.factories import UserFactory
from tests.running.web import Web, web

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 4
"""How many requests a process answers at once."""
PATIENCE = 60.0


class Caller:
    """A program that asks a real server."""

    def __init__(self, site: Web, person: User) -> None:
        self.host = urlsplit(site.address).netloc
        self.program = Program(person)
        self.cursor = ""
        self.cursor = told(self.begin(0))[1]["cursor"]

    def begin(self, seconds: int = LONGEST_WAIT) -> HTTPConnection:
        """Ask for events from now on, and leave the answer to come."""
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.program.secret}"}
        path = f"{V1}/events?after={self.cursor}&wait={seconds}"
        connection.request("GET", path, headers=headers)
        return connection

    def may_wait(self) -> bool:
        """Return whether a request could wait a second."""
        return told(self.begin(1))[1]["again_in"] == 0

    def waiting(self) -> HTTPConnection:
        """Return a request that has begun to wait: a second one of the account may not."""
        while True:
            connection = self.begin()
            until(lambda connection=connection: answered(connection) or not self.may_wait())
            if not answered(connection):
                return connection
            connection.close()


def answered(connection: HTTPConnection) -> bool:
    """Return whether there is an answer."""
    return bool(select.select([connection.sock], [], [], 0)[0])


def told(connection: HTTPConnection) -> tuple[int, Any]:
    """Return the status of an answer and what it says, once it is there.

    Nobody can send anything else by the same connection, as it might be lost when that is closed.
    """
    with closing(connection):
        answer = connection.getresponse()
        assert answer.headers["Connection"] == "close"
        return answer.status, json.loads(answer.read())


def until(happened: Callable[[], Any]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_waits_leave_threads_to_others_and_end_cleanly(tmp_path: Path) -> None:
    people = UserFactory.create_batch(THREADS + 2)
    with web(tmp_path, workers=1) as site:
        callers = [Caller(site, person) for person in people]

        # Two wait, the others are answered at once, and people have the threads that are left.
        waits = [caller.begin() for caller in callers]
        until(lambda: sum(map(answered, waits)) == len(callers) - 2)
        left = [number for number, wait in enumerate(waits) if not answered(wait)]
        rest = [number for number in range(len(callers)) if number not in left]
        assert all(told(waits[number])[1]["again_in"] > 0 for number in rest)
        assert processes.answers(site.address)

        # The one's token is revoked, the other signs out everywhere else.
        first, second = (callers[number].program.token for number in left)
        tokens.revoke(user=first.user, number=first.pk)
        sessions.end_others(user=second.user, but=None)
        for number in left:
            status, problem = told(waits[number])
            assert (status, problem["code"]) == (401, "bad-token")

        # Two clients go: another can wait in their place.
        one, two, three, *_ = (callers[number] for number in rest)
        waits = [one.waiting(), two.waiting()]
        assert not three.may_wait()
        for wait in waits:
            wait.close()
        until(three.may_wait)

        # The process reloads, then stops: whoever waits is answered, and nothing has changed.
        for number in (signal.SIGHUP, signal.SIGTERM):
            before = descendants(site.process.pid)
            waits = [one.waiting(), two.waiting()]
            site.process.send_signal(number)
            begun = time.monotonic()
            for caller, wait in zip((one, two), waits, strict=True):
                status, events = told(wait)
                assert (status, events["cursor"]) == (200, caller.cursor)
            assert time.monotonic() - begun < LONGEST_WAIT - 5
            until(lambda before=before: not before & descendants(site.process.pid))
        assert site.process.wait(PATIENCE) == 0
    assert "Traceback" not in site.log.read_text()
