"""Hosts in network namespaces of their own, and a hub in another, with PgBouncer.

This process, its servers and its mail server live in the hub. A switch joins it to the hosts and to
nothing else, so nothing is reachable from outside, and the kernel removes all of it with the last
process in it.
"""

import ctypes
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from hansa_site.children import end_with_parent
from tests import parts
from tests.pgbouncer import configure
from tests.running.servers import BINARIES, Server

HUB = "10.77.0.1"
PORT = 8000
SWITCH = "switch"
_CLONE_NEWNET = 0x40000000


def missing() -> str | None:
    """Return what several hosts need that is not here."""
    if os.geteuid():
        return "only root can make them"
    if not shutil.which("ip"):
        return "iproute2 is not installed"
    if subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False).returncode:
        return "this machine allows no namespaces"
    return None if parts.pgbouncer() else "PgBouncer is not installed"


class Host:
    """A host that a cable joins to the switch; the hub finds it at `address`.

    The process `pid` keeps its namespace.
    """

    def __init__(self, number: int) -> None:
        self.name = f"host{number}"
        self.address = f"10.77.0.{10 + number}"
        self._keeper = subprocess.Popen(
            ["unshare", "--net", "sleep", "infinity"],
            preexec_fn=end_with_parent,  # noqa: PLW1509 - no threads here
        )
        self.pid = self._keeper.pid
        self._namespace = f"/proc/{self.pid}/ns/net"
        own = Path("/proc/self/ns/net").readlink()
        while Path(self._namespace).readlink() == own:
            time.sleep(0.01)
        _ip("link", "add", self.name, "type", "veth", "peer", "lan", "netns", self.pid)
        self.join()
        for words in (
            ("link", "set", "lo", "up"),
            ("address", "add", f"{self.address}/24", "dev", "lan"),
            ("link", "set", "lan", "up"),
        ):
            subprocess.run(self.command(["ip", *words]), check=True)

    def command(self, command: list[str]) -> list[str]:
        """Return a command that runs another on this host."""
        return ["nsenter", f"--net={self._namespace}", *command]

    def cut(self, *, silently: bool) -> None:
        """Pull its cable; silently: no end notices, as what is sent is lost further on."""
        _ip("link", "set", self.name, *(["nomaster"] if silently else ["down"]))

    def join(self) -> None:
        """Join it to the switch, also again."""
        _ip("link", "set", self.name, "master", SWITCH, "up")

    def end(self) -> None:
        """Remove it."""
        self._keeper.kill()
        self._keeper.wait()


@contextmanager
def network(number: int) -> Iterator[list[Host]]:
    """Move this process into a hub that is joined to so many hosts, and make these.

    The process stays there. It must not have threads yet. For no hosts it stays where it is.
    """
    if not number:
        yield []
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNET):
        raise SystemExit(f"No network of its own: {os.strerror(ctypes.get_errno())}.")
    # A server that is killed while a host is away is gone as if its machine were, without a word.
    Path("/proc/sys/net/ipv4/tcp_orphan_retries").write_text("1")
    _ip("link", "set", "lo", "up")
    _ip("link", "add", SWITCH, "type", "bridge")
    _ip("address", "add", f"{HUB}/24", "dev", SWITCH)
    _ip("link", "set", SWITCH, "up")
    with ExitStack() as stack:
        hosts = []
        for each in range(1, number + 1):
            hosts.append(Host(each))
            stack.callback(hosts[-1].end)
        yield hosts


class Pool(Server):
    """A PgBouncer in the hub, configured as docs/running.md says; `env` leads to it."""

    def __init__(self, folder: Path, database: int) -> None:
        folder.mkdir()
        port = parts.free_port()
        self.env = {"DATABASE_URL": f"postgres://postgres@{HUB}:{port}/postgres", "PGBOUNCER": "1"}
        file = configure(
            folder,
            server=f"host=127.0.0.1 port={database}",
            listen=(HUB, port),
            people={"postgres": ""},
        )
        as_nobody = [
            "setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--pdeathsig=TERM",
        ]  # fmt: skip
        super().__init__(
            "PgBouncer",
            [*as_nobody, parts.pgbouncer() or "", "--quiet", str(file)],
            [str(BINARIES[-1] / "pg_isready"), "-h", HUB, "-p", str(port), "-U", "postgres"],
        )


def _ip(*words: object) -> None:
    subprocess.run(["ip", *map(str, words)], check=True)
