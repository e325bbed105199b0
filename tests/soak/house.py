"""The processes of a site: web, workers and beat, and somebody who kills workers."""

import os
import random
import signal
import subprocess
import threading
import time
from types import TracebackType
from typing import Self

from hansa_site import processes
from hansa_site.children import Children

START_TIME = 60.0
WORKERS = ("worker 1", "worker 2")
THREADS = 4
"""Letters that a worker has in hand at most."""


class House:
    """Two web processes, two workers, one for bots, and beat.

    `killed` tells when a killed worker was dead; that for bots is not killed.
    """

    def __init__(self, env: dict[str, str], ports: tuple[int, int]) -> None:
        self.env = env
        self.addresses = [f"http://127.0.0.1:{port}" for port in ports]
        self.killed: list[float] = []
        self._children = Children()
        self._at_war = threading.Event()
        self._over = threading.Event()
        self._killer = threading.Thread(target=self._kill, daemon=True)

    def __enter__(self) -> Self:
        self._children.__enter__()
        for address in self.addresses:
            port = address.rpartition(":")[2]
            self._children.start(address, processes.web("127.0.0.1", port, workers=1), self.env)
        self._children.start("beat", processes.beat(), self.env)
        thinker = processes.thinker("--hostname", "bots")
        self._children.start("worker for bots", thinker, self.env)
        for name in WORKERS:
            self._start_worker(name)
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
        """From now on a worker is killed every few seconds, and another takes its place."""
        self._at_war.set()
        self._killer.start()

    def peace(self) -> None:
        """No worker is killed any more."""
        self._at_war.clear()

    def _kill(self) -> None:
        # The thread outlives the war: a child is told to end when the thread that started it does.
        while not self._over.wait(random.uniform(4, 10)):
            if not self._at_war.is_set():
                continue
            name = random.choice(WORKERS)
            victim: subprocess.Popen[bytes] = self._children.running[name]
            os.killpg(victim.pid, signal.SIGKILL)
            victim.wait()
            self.killed.append(time.monotonic())
            self._start_worker(name)

    def _start_worker(self, name: str) -> None:
        command = processes.worker(THREADS, "--hostname", name[-1])
        self._children.start(name, command, self.env)
