"""The processes of a site with its servers, and somebody who kills and stalls them."""

import os
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from django.conf import settings
from django.db import connections

from games.post.models import Letter
from hansa_site import processes
from hansa_site.children import Children
from tests.running import clock, pushes
from tests.running.mails import Mails
from tests.running.servers import Servers

START_TIME = 60.0
WORKERS = ("worker 1", "worker 2")
PROCESSES = 3
"""Letters that a worker has in hand at most."""
STALLED = 3.0
"""Seconds in which a server does nothing, or mail server or push services take nothing."""
OFTEN = 5
"""So many times as often as anything else a worker is killed."""
SETTLED = 3.0
"""Seconds without a change after which whoever had letters in hand is dead, on a fast machine."""
LONGEST_REST = 900.0
"""Seconds in which the letters of a round are sent."""


class House:
    """Two web processes, two workers, one for bots, and beat, with a database and a queue.

    `killed` tells when a worker or the database was dead, and how many letters were in hand at
    most; `struck` how often each thing was killed or stalled, `broken` what was wrong meanwhile.
    `calm` are the moments of the site's clock in which no letter was left that had been due.
    """

    def __init__(
        self,
        env: dict[str, str],
        addresses: list[str],
        servers: Servers,
        mails: Mails,
    ) -> None:
        self.env = env
        self.addresses = addresses
        self.killed: dict[float, int] = {}
        self.struck: Counter[str] = Counter()
        self.broken: list[str] = []
        self.calm: list[datetime] = []
        self._servers = servers
        self._mails = mails
        self._children = Children()
        self._at_war = threading.Event()
        self._striking = threading.Lock()
        self._over = threading.Event()
        self._killer = threading.Thread(target=self._strike, daemon=True)

    def __enter__(self) -> Self:
        self._children.__enter__()
        for name in (*self.addresses, "beat", "bots", *WORKERS):
            self._start(name)
        deadline = time.monotonic() + START_TIME
        while not all(map(processes.answers, self.addresses)):
            if time.monotonic() > deadline or self._children.dead():
                raise SystemExit("The site did not start.")
            time.sleep(0.3)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        if self._killer.is_alive():
            self._killer.join()
        # Whoever asks the family to end asks the soak to end with it.
        self._children.__exit__(kind, error, trace)

    def war(self) -> None:
        """From now on something is killed or stalled every few seconds, and comes back."""
        self._at_war.set()
        self._killer.start()

    def peace(self) -> None:
        """Nothing is killed any more, and all is back."""
        self._at_war.clear()
        with self._striking:
            pass

    def leap(self, span: timedelta) -> None:
        """Let the site's clock leap, when no letter is due or in hand; nothing is struck then.

        A worker who has one would lose its lease, as if it had been dead for so long.
        """
        with self._striking:
            self.revive()
            connections.close_all()
            start = quiet = time.monotonic()
            in_hand, slowest = _in_hand(), 0.0
            while in_hand[1] or time.monotonic() < quiet + max(SETTLED, slowest):
                time.sleep(0.2)
                if (now := _in_hand()) != in_hand:
                    if in_hand[1] and quiet > start:
                        # All of them send at once, so one letter takes so many times as long.
                        took = (time.monotonic() - quiet) * PROCESSES * len(WORKERS)
                        slowest = max(slowest, min(took, settings.CELERY_TASK_TIME_LIMIT))
                    quiet, in_hand = time.monotonic(), now
                if time.monotonic() > start + LONGEST_REST:
                    raise SystemExit("Letters do not come to an end.")
            self.calm.append(clock.now())
            clock.move(span)

    def acts(self) -> tuple[list[Callable[[], str]], list[Callable[[], str]]]:
        """Return what is done to the site again and again, and what comes first, once."""
        acts: list[Callable[[], str]] = [self._kill_worker] * OFTEN
        acts += [
            self._kill_other,
            self._kill_queue,
            self._stall_queue,
            self._send_mail_server_away,
            self._send_push_services_away,
        ]
        if self._servers.standby:
            return acts, [self._fail_over]
        return [*acts, self._kill_database, self._stall_database], []

    def placed(
        self, name: str, command: list[str], env: dict[str, str]
    ) -> tuple[list[str], dict[str, str]]:
        """Return the command and the environment of a process where it runs."""
        return command, env

    def revive(self) -> None:
        """Start again what has ended on its own, as systemd does; it counts as struck."""
        while name := self._children.dead():
            with suppress(ProcessLookupError):
                # Nor may what it left behind go on, with letters in hand.
                os.killpg(self._children.running[name].pid, signal.SIGKILL)
            if name in WORKERS:
                self.killed[time.monotonic()] = PROCESSES
            self.struck[f"{self._kind(name)} ended on its own"] += 1
            self._start(name)

    def _kind(self, name: str) -> str:
        return "web" if name in self.addresses else name.partition(" ")[0]

    def _strike(self) -> None:
        # The thread outlives the war: a child is told to end when the thread that started it does.
        acts, left = self.acts()
        while not self._over.wait(random.uniform(4, 10)):
            with self._striking:
                self.revive()
                if self._at_war.is_set():
                    # Each in turn, lest chance leave one out.
                    left = left or random.sample(acts, len(acts))
                    self.struck[left.pop()()] += 1

    def _kill_worker(self) -> str:
        self._kill(random.choice(WORKERS), in_hand=PROCESSES)
        return "worker killed"

    def _kill_other(self) -> str:
        name = random.choice((*self.addresses, "beat", "bots"))
        self._kill(name)
        return f"{self._kind(name)} killed"

    def _kill_database(self) -> str:
        self._servers.database.kill()
        self._servers.database.start()
        # What was sent while it was away could not be noted either.
        self.killed[time.monotonic()] = PROCESSES * len(WORKERS)
        return "database killed"

    def _fail_over(self) -> str:
        self._servers.fail_over()
        self.killed[time.monotonic()] = PROCESSES * len(WORKERS)
        return "standby promoted"

    def _stall_database(self) -> str:
        self._servers.database.stall(STALLED)
        return "database stalled"

    def _kill_queue(self) -> str:
        self._servers.queue.kill()
        self._servers.queue.start()
        return "queue killed"

    def _stall_queue(self) -> str:
        self._servers.queue.stall(STALLED)
        return "queue stalled"

    def _send_mail_server_away(self) -> str:
        self._mails.away = True
        time.sleep(STALLED)
        self._mails.away = False
        return "mail server away"

    def _send_push_services_away(self) -> str:
        sign = pushes.away(Path(self.env[pushes.FILE]))
        sign.touch()
        time.sleep(STALLED)
        sign.unlink()
        return "push services away"

    def _kill(self, name: str, in_hand: int = 0) -> None:
        victim: subprocess.Popen[bytes] = self._children.running[name]
        os.killpg(victim.pid, signal.SIGKILL)
        victim.wait()
        if in_hand:
            self.killed[time.monotonic()] = in_hand
        self._start(name)

    def _start(self, name: str) -> None:
        kind, _, instance = name.partition(" ")
        env = self.env | {"WEB_PROCESSES": "1", "WORKER_PROCESSES": str(PROCESSES)}
        if name in self.addresses:
            kind, env["WEB_LISTEN"] = "web", name.removeprefix("http://")
        command, env = self.placed(name, processes.command(kind, env, instance), env)
        self._children.start(name, command, env)


def _in_hand() -> tuple[list[int], int]:
    """Return the letters that workers have tried, and how many others are due."""
    now = clock.now()
    waiting = Letter.objects.waiting()
    tried = waiting.filter(attempts__gt=0).order_by("pk").values_list("pk", flat=True)
    due = waiting.filter(attempts=0, due_at__lte=now, bundle=None)
    return list(tried), due.count()
