"""The machine that a site is on: its commands and files, and the host who reads what is done."""

import getpass
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

LAST_LINES: Final = 20
"""Lines of a failing command's output that are shown."""
ENVIRONMENT: Final = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}
"""All that commands get: what root's shell has set, such as DATABASE_URL, is not for the site."""
PROXIES: Final = ("http_proxy", "https_proxy", "no_proxy")


class Failed(Exception):
    """Something that stops a command; its sentence tells the host what, and what would help."""


class Machine:
    """A machine, with its files under a folder; tests give one that only looks like a machine."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root

    def at(self, path: str) -> Path:
        """Return where the file of an absolute path is."""
        return self.root / path.lstrip("/")

    def run(
        self, *command: str | Path, user: str = "", env: Mapping[str, str] | None = None
    ) -> str:
        """Run a command as root, or as a user, and return what it said.

        Raises Failed with the end of what it said if its status is not 0.
        """
        done = self._done(*command, user=user, env=env)
        if done.returncode != 0:
            told = "\n".join(done.stdout.splitlines()[-LAST_LINES:])
            raise Failed(f"This failed: {' '.join(map(str, command))}\n{told}".strip())
        return done.stdout.strip()

    def succeeds(self, *command: str | Path, user: str = "") -> bool:
        """Return whether the status of a command is 0."""
        return self._done(*command, user=user).returncode == 0

    def tell(self, text: str) -> None:
        """Tell the host something, if they are still connected."""
        with suppress(OSError):
            print(text, flush=True)

    def ask(self, question: str, *, hidden: bool = False) -> str:
        """Return the host's answer, an empty one if nobody sits before the command.

        A hidden answer is not shown while it is typed.
        """
        if not sys.stdin.isatty():
            return ""
        return (getpass.getpass if hidden else input)(f"{question} ").strip()

    def write(self, path: str, text: str, mode: int = 0o644, group: str = "root") -> bool:
        """Put a file of root's in its place, all at once; return whether anything changed."""
        file = self.at(path)
        if file.is_file() and file.read_text("utf-8") == text:
            return self.restrict(path, mode, group)
        part = file.with_name(f".{file.name}.part")
        part.unlink(missing_ok=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
            opened.write(text)
        self.run("chown", f"root:{group}", part)
        part.chmod(mode)
        part.rename(file)
        return True

    def restrict(self, path: str, mode: int, group: str) -> bool:
        """Give a file of root's its group and mode; return whether it had others."""
        file = self.at(path)
        now = file.stat()
        if (
            now.st_mode & 0o7777 == mode
            and self.run("stat", "--format=%U:%G", file) == f"root:{group}"
        ):
            return False
        self.run("chown", f"root:{group}", file)
        file.chmod(mode)
        return True

    def _done(
        self, *command: str | Path, user: str, env: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        as_user = ("runuser", "-u", user, "--") if user else ()
        proxies = {name: os.environ[name] for name in PROXIES if name in os.environ}
        return subprocess.run(
            [*as_user, *map(str, command)],
            env={**ENVIRONMENT, **proxies, **(env or {})},
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
