"""A machine that only looks like one: its files are in a folder, its commands do nothing."""

import re
import subprocess
from pathlib import Path

from hosting.dumps import DUMPS
from hosting.machine import Machine

SETTINGS = """SECRET_KEY='of-this-club'
SITE_URL='https://club.example'
DATABASE_URL='postgres:///hansa'
CELERY_BROKER_URL='redis://127.0.0.1:6379/0'
EMAIL_URL='smtp://127.0.0.1:25'
REPLY_DOMAIN='reply.club.example'
"""


class Pretend(Machine):
    """A machine whose commands are noted and answered as a test says, by default with success.

    `answers` has patterns of command lines, with what the command prints, or with its status.
    """

    def __init__(self, root: Path, answers: dict[str, str | int] | None = None) -> None:
        super().__init__(root)
        self.answers: dict[str, str | int] = {
            **(answers or {}),
            r"^stat .*hansa\.env$": "root:hansa",
            "^stat ": "root:root",
        }
        self.commands: list[str] = []
        self.told: list[str] = []
        self.typed: list[str] = []

    def tell(self, text: str) -> None:
        self.told.append(text)

    def ask(self, question: str, *, hidden: bool = False) -> str:
        return self.typed.pop(0) if self.typed else ""

    def did(self, pattern: str) -> list[str]:
        """Return the commands that match a pattern."""
        return [each for each in self.commands if re.search(pattern, each)]

    def _done(
        self, *command: str | Path, user: str, env: object = None
    ) -> "subprocess.CompletedProcess[str]":
        line = " ".join(map(str, command))
        self.commands.append(line)
        if command[0] in {"git", "cp", "rm"}:
            return super()._done(*command, user="")
        answer = next((said for key, said in self.answers.items() if re.search(key, line)), "")
        if isinstance(answer, int):
            return subprocess.CompletedProcess(command, answer, "it failed")
        return subprocess.CompletedProcess(command, 0, answer)


def dumped(machine: Pretend) -> None:
    """Let a machine make dumps."""
    folder = machine.at(DUMPS)
    folder.mkdir(parents=True)
    run = machine._done

    def done(*command: str | Path, user: str, env: object = None) -> object:
        if command == ("systemctl", "start", "hansa-backup"):
            (folder / f"hansa-{len(list(folder.iterdir()))}.dump").write_text("a dump")
        return run(*command, user=user, env=env)

    machine._done = done
