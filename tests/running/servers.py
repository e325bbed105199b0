"""A database and a queue of a test's own, which can be killed, stalled, and come back."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from hansa_site.children import end_with_parent
from tests import parts

PATIENCE = 60.0
"""Seconds in which a server answers after its start."""
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


class Server:
    """A server at a port of its own.

    `command` starts it in the foreground, `answers` succeeds once it can be used.
    """

    def __init__(self, name: str, command: list[str], answers: list[str]) -> None:
        self.name = name
        self.command = command
        self.answers = answers
        self.start()

    def start(self) -> None:
        """Start it, and wait until it can be used."""
        deadline = time.monotonic() + PATIENCE
        self.process = self._begun()
        while subprocess.run(self.answers, capture_output=True, check=False).returncode:
            if time.monotonic() > deadline:
                raise SystemExit(f"{self.name} does not answer.")
            if self.process.poll() is not None:
                # What is left of the one before may still end.
                time.sleep(0.5)
                self.process = self._begun()
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stall(self, seconds: float) -> None:
        """Let it do nothing for a while, with all connections open."""
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.process.send_signal(signal.SIGCONT)

    def _begun(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509 - started from the main thread
        )


def missing() -> str | None:
    """Return what the servers need that is not here."""
    if not BINARIES:
        return "PostgreSQL's own programs are not installed"
    return None if shutil.which("redis-server") else "redis-server is not installed"


class Database(Server):
    """A PostgreSQL with data of its own."""

    def __init__(self, data: Path, port: int) -> None:
        self.port = port
        place = ["-h", "127.0.0.1", "-p", str(port)]
        self.psql = [str(BINARIES[-1] / "psql"), *place, "-U", "postgres", "-qc"]
        super().__init__(
            "PostgreSQL",
            [
                *_as_postgres(), str(BINARIES[-1] / "postgres"), "-D", str(data), *place,
                "-c", "unix_socket_directories=",
            ],
            [str(BINARIES[-1] / "pg_isready"), *place],
        )  # fmt: skip

    def ask(self, statement: str) -> None:
        """Let it do a statement."""
        subprocess.run([*self.psql, statement], stdout=subprocess.DEVNULL, check=True)


class Servers(NamedTuple):
    """The servers, and the environment that leads to them.

    `standby` has all that the database has committed, and can take its place.
    """

    database: Database
    queue: Server
    standby: Database | None
    env: dict[str, str]

    def fail_over(self) -> None:
        """Kill the database and let the standby take its place."""
        if self.standby is None:
            raise ValueError("There is no standby.")
        self.database.kill()
        self.standby.ask("SELECT pg_promote()")
        # Now it is alone, and must not wait for another.
        self.standby.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.standby.ask("SELECT pg_reload_conf()")


@contextmanager
def servers(
    folder: Path, *, standby: bool = False, address: str = "127.0.0.1"
) -> Iterator[Servers]:
    """Run PostgreSQL and Redis, and perhaps a synchronous standby of the database.

    Redis listens at the address, which strangers must not reach, PostgreSQL on the loopback.
    """
    ports = [parts.free_port() for _ in range(3)]
    folder.chmod(0o711)
    with ExitStack() as stack:
        data = _folder(folder / "database")
        _run("initdb", "--username=postgres", "--auth=trust", "--pgdata", str(data))
        database = Database(data, ports[0])
        stack.callback(database.kill)
        second = None
        if standby:
            copy = _folder(folder / "standby")
            source = f"host=127.0.0.1 port={ports[0]} user=postgres"
            _run(
                "pg_basebackup", "--dbname", source, "--pgdata", str(copy), "--write-recovery-conf"
            )
            second = Database(copy, ports[1])
            stack.callback(second.kill)
            database.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
            database.ask("SELECT pg_reload_conf()")
        queue = Server(
            "Redis",
            [
                "redis-server", "--bind", address, "--protected-mode", "no",
                "--port", str(ports[2]), "--save", "",
            ],
            ["redis-cli", "-h", address, "-p", str(ports[2]), "ping"],
        )  # fmt: skip
        stack.callback(queue.kill)
        hosts = ",".join(["127.0.0.1"] * (1 + standby))
        database_ports = ",".join(map(str, ports[: 1 + standby]))
        where = f"host={hosts}&port={database_ports}&target_session_attrs=read-write"
        env = {
            "DATABASE_URL": f"postgres://postgres@/postgres?{where}",
            "CELERY_BROKER_URL": f"redis://{address}:{ports[2]}/0",
            "CACHE_URL": f"redis://{address}:{ports[2]}/1",
        }
        yield Servers(database, queue, second, env)


def _as_postgres() -> list[str]:
    """Return the words before a command that PostgreSQL refuses to run as root."""
    if os.geteuid():
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


def _folder(path: Path) -> Path:
    path.mkdir(mode=0o700)
    if not os.geteuid():
        shutil.chown(path, "postgres")
    return path


def _run(program: str, *arguments: str) -> None:
    command = [*_as_postgres(), str(BINARIES[-1] / program), *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, cwd="/")
