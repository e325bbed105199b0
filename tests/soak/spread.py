"""A house on several hosts, which the network loses while people play."""

import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import psycopg
import redis

from hansa_site import processes
from tests.running.mails import Mails
from tests.running.servers import BINARIES, Servers
from tests.soak.hosts import PORT, Host, Pool
from tests.soak.house import PROCESSES, WORKERS, House

BLINK = 6.0
"""Seconds for which a host is cut off, and all connections survive."""
CUT = 24.0
"""Seconds for which a host is cut off once in a while, and both sides give connections up."""
RESENT = 30.0
"""Seconds after which all that was on its way when a host was cut off has come, or never will."""
HELD = 20.0
"""Seconds for which a host that is cut off may keep a transaction open."""
MEANWHILE = 30.0
"""Seconds within which the other hosts serve pages while one is cut off."""
BACK = 60.0
"""Seconds within which a host serves pages and takes tasks when the network is back."""


class SpreadHouse(House):
    """A house whose web processes and workers are on several hosts, behind one PgBouncer.

    `broken` tells what was wrong while a host was cut off, and `slowest` after how many seconds a
    host was back at most.
    """

    def __init__(
        self, env: dict[str, str], hosts: list[Host], servers: Servers, mails: Mails
    ) -> None:
        pool = Pool(Path(env["VAR"], "pgbouncer"), servers.database.port)
        allowed = {"ALLOWED_HOSTS": ",".join(host.address for host in hosts)}
        addresses = [f"http://{host.address}:{PORT}" for host in hosts]
        super().__init__(env | pool.env | allowed, addresses, servers, mails)
        self.slowest = 0.0
        self._hosts = hosts
        self._pool = pool
        self._next = 0

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, trace)
        self._pool.kill()

    def placed(
        self, name: str, command: list[str], env: dict[str, str]
    ) -> tuple[list[str], dict[str, str]]:
        """Let web processes and workers take turns with the hosts; beat is on the first.

        Each host has a folder of its own, so they share only the database and Redis.
        """
        host = self._host(name)
        return host.command(command), env | {"VAR": f"{env['VAR']}/{host.name}"}

    def acts(self) -> tuple[list[Callable[[], str]], list[Callable[[], str]]]:
        """Cut off a host too, and kill PgBouncer; a cut of each kind comes first."""
        acts, _ = super().acts()
        cuts = [self._cut_briefly, self._cut_for_long, self._cut_and_restart]
        return [*acts, *cuts, self._kill_pool], cuts

    def peace(self) -> None:
        """Nothing is killed any more, and all is back: by now also bots, which give way to it."""
        super().peace()
        for host in self._hosts:
            self._expect(host, [*WORKERS, "bots"])

    def _host(self, name: str) -> Host:
        named = [*self.addresses, *WORKERS, "beat", "bots"]
        return self._hosts[named.index(name) % len(self._hosts)]

    def _kill_pool(self) -> str:
        self._pool.kill()
        self.killed[time.monotonic()] = PROCESSES * len(WORKERS)
        self._pool.start()
        return "PgBouncer killed"

    def _cut_briefly(self) -> str:
        with self._cut(silently=False):
            self._over.wait(BLINK)
        return "host unplugged"

    def _cut_for_long(self) -> str:
        with self._transaction(), self._cut(silently=True):
            self._over.wait(CUT)
            if held := self._held():
                self.broken.append(f"A host was cut off, and held {held} transactions.")
        return "host cut off"

    def _cut_and_restart(self) -> str:
        """Let all that a host is connected to forget it meanwhile."""
        with self._cut(silently=True):
            self._over.wait(BLINK / 2)
            self._kill_pool()
            self._kill_queue()
            self._over.wait(BLINK / 2)
        return "host cut off from what starts anew"

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Let the host that is next begin a transaction, and do nothing in it."""
        host = self._hosts[self._next % len(self._hosts)]
        command = host.command([str(BINARIES[-1] / "psql"), self.env["DATABASE_URL"], "-q"])
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as psql:
            if psql.stdin is None or psql.stdout is None:
                raise SystemExit("psql has no pipes.")
            try:
                psql.stdin.write("BEGIN;\nSELECT 1;\n")
                psql.stdin.flush()
                psql.stdout.readline()
                yield
            finally:
                psql.kill()

    @contextmanager
    def _cut(self, *, silently: bool) -> Iterator[None]:
        host = self._hosts[self._next % len(self._hosts)]
        self._next += 1
        host.cut(silently=silently)
        now = time.monotonic()
        # What its worker had in hand came and was not noted, or comes when the network is back.
        self.killed[now] = self.killed[now + RESENT] = PROCESSES
        try:
            yield
            others = [each for each in self.addresses if host.address not in each]
            if not self._soon(MEANWHILE, lambda: all(map(processes.answers, others))):
                self.broken.append(f"{host.name} was cut off, and another did not answer.")
        finally:
            host.join()
        since = time.monotonic()
        self._expect(host, WORKERS)
        self.slowest = max(self.slowest, time.monotonic() - since)

    def _expect(self, host: Host, workers: Iterable[str]) -> None:
        """Wait until a host serves a page, and each of its own workers has asked for a task."""
        silent = {name for name in workers if self._host(name) is host}
        (address,) = (each for each in self.addresses if host.address in each)

        def works() -> bool:
            silent.difference_update(self._asking(host, silent))
            return not silent and processes.answers(address)

        if not self._soon(BACK, works):
            lacks = f"had no {' or '.join(sorted(silent))}" if silent else "served no page"
            self.broken.append(f"{host.name} was back, and for {BACK:.0f} s {lacks}.")

    def _soon(self, seconds: float, true: Callable[[], bool]) -> bool:
        deadline = time.monotonic() + seconds
        while not self._over.is_set():
            self.revive()
            if true():
                return True
            if time.monotonic() > deadline:
                return False
            time.sleep(0.2)
        return True

    def _asking(self, host: Host, names: Iterable[str]) -> set[str]:
        """Return which workers of a host ask Redis for tasks: not those with their hands full."""
        with redis.Redis.from_url(self.env["CELERY_BROKER_URL"]) as queue:
            asking = {
                client["addr"]
                for client in queue.client_list()
                if client["cmd"] == "brpop" and int(client["idle"]) < BLINK / 2
            }
        command = host.command(["ss", "--no-header", "--tcp", "--numeric", "--processes"])
        found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        sockets = [line for line in found.splitlines() if line.split()[3] in asking]
        pids = {name: self._children.running[name].pid for name in names}
        return {
            name for name, pid in pids.items() if any(f"pid={pid}," in line for line in sockets)
        }

    def _held(self) -> int:
        """Return how many transactions have been left open for too long."""
        own = f"host=127.0.0.1 port={self._servers.database.port} user=postgres"
        with psycopg.connect(own) as connection:
            (held,) = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%%'"
                " AND state_change < now() - make_interval(secs => %s)",
                [HELD],
            ).fetchone() or (0,)
        return int(held)
