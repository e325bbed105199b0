"""A machine to install on: this one's Debian or another system, booted in namespaces of its own.

What is written there lies in memory and is gone at the end. It has no network but its own loopback.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

NEEDED = ("systemd-nspawn", "nsenter", "caddy", "postfix", "psql", "redis-server", "git")
"""Commands that must be here, as a machine without a network can't install them."""
SERVICES = ("postgresql", "redis-server", "caddy", "postfix")
OTHERS_DATA = ("var/lib/postgresql", "var/lib/redis")
"""What this machine's database and queue keep: it changes meanwhile, even while one deletes it."""
HERE = Path("/")
PATIENCE = 60.0
SYSTEM_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def missing() -> list[str]:
    """Return which of the needed commands are not on this machine."""
    path = SYSTEM_PATH.partition("=")[2]
    return [name for name in NEEDED if shutil.which(name, path=path) is None]


class Machine:
    """A machine that runs; `leader` is the process id of its systemd here.

    `variables` are in the environment of each script, besides the usual ones.
    """

    def __init__(self, leader: int) -> None:
        self.leader = leader
        self.variables: dict[str, str] = {}

    def run(self, script: str, timeout: float = 600) -> str:
        """Run a script as root and return what it printed; raise AssertionError if it fails."""
        done = subprocess.run(
            [
                "nsenter", "--target", str(self.leader), "--all", "--wdns=/root",
                "env", "-i", SYSTEM_PATH, "HOME=/root", "LANG=C.UTF-8",
                *(f"{name}={value}" for name, value in self.variables.items()),
                "bash", "-euo", "pipefail",
            ],
            input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=timeout, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{script}\n--- {done.returncode}\n{done.stdout}"
        return done.stdout

    def wait_for(self, script: str, patience: float = PATIENCE) -> str:
        """Run a script again and again until it succeeds, and return what it printed."""
        deadline = time.monotonic() + patience
        while True:
            try:
                return self.run(script)
            except AssertionError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.5)


@contextmanager
def machine(
    folder: Path, files: dict[str, str], folders: dict[Path, str], system: Path = HERE
) -> Iterator[Machine]:
    """Boot a machine that has some files of its own, and folders of this one to read.

    `system` is where its other files are, by default this machine's.
    """
    with ExitStack() as stack:
        root = _root(folder, system, stack)
        for path, text in files.items():
            target = root / path.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        if system == HERE:
            _without_other_services(root)
        log = stack.enter_context((folder / "console.txt").open("w"))
        nspawn = subprocess.Popen(
            [
                "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network",
                "--machine=hansa-test", f"--directory={root}",
                *(f"--bind-ro={here}:{there}" for here, there in folders.items()),
                "--resolv-conf=off", "--timezone=off", "--console=pipe", "--boot",
                "systemd.unit=multi-user.target",
            ],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
        stack.callback(_end, nspawn)
        found = Machine(_leader(nspawn))
        # Its status is not 0 if any unit has failed.
        found.wait_for(
            "{ systemctl is-system-running --wait || true; } | grep -E 'running|degraded'"
        )
        yield found


def _root(folder: Path, system: Path, stack: ExitStack) -> Path:
    """Mount the files of a system, with what is written over them in memory."""
    memory, root = folder / "memory", folder / "root"
    memory.mkdir()
    root.mkdir()
    _mount(stack, memory, "-t", "tmpfs", "none")
    upper, work = memory / "upper", memory / "work"
    upper.mkdir()
    work.mkdir()
    layers = f"lowerdir={system},upperdir={upper},workdir={work}"
    _mount(stack, root, "-t", "overlay", "overlay", "-o", layers)
    for name in OTHERS_DATA if system == HERE else ():
        place = root / name
        place.mkdir(parents=True, exist_ok=True)
        _mount(stack, place, "-t", "tmpfs", "-o", "mode=755", "none")
    return root


def _mount(stack: ExitStack, place: Path, *how: str) -> None:
    subprocess.run(["mount", *how, str(place)], check=True)
    stack.callback(subprocess.run, ["umount", "--lazy", str(place)], check=True)


def _without_other_services(root: Path) -> None:
    """Let nothing start that a new machine would not have."""
    wants = root / "etc" / "systemd" / "system"
    for link in wants.glob("*.wants/*"):
        name = link.name.partition("@")[0].partition(".")[0]
        if not link.name.startswith("systemd-") and name not in SERVICES:
            link.unlink()
    shutil.rmtree(root / "etc" / "postgresql", ignore_errors=True)
    main = root / "etc" / "postfix" / "main.cf"
    main.write_text((root / "usr" / "share" / "postfix" / "main.cf.debian").read_text())
    # Settings of root's own would be in the way.
    shutil.rmtree(root / "root" / ".config", ignore_errors=True)


def _leader(nspawn: "subprocess.Popen[bytes]") -> int:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert nspawn.poll() is None, "The machine did not start."
        for pid in _children(nspawn.pid):
            if Path(f"/proc/{pid}/comm").read_text().strip() == "systemd":
                return pid
        time.sleep(0.1)
    raise AssertionError("The machine has no systemd.")


def _end(nspawn: "subprocess.Popen[bytes]") -> None:
    # With the first process of its namespace the kernel ends all others there.
    for pid in (*_children(nspawn.pid), nspawn.pid):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    nspawn.wait()


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
