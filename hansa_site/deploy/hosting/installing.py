"""Installing a site, or finishing and mending what is there: the steps in their order."""

import time
from pathlib import Path
from typing import Final

from hosting import club as clubs
from hosting import health, releases, steps
from hosting.machine import Failed, Machine

CHECKOUT: Final = Path(__file__).resolve().parents[3]
"""The clone of the project that this program is in."""


def install(
    machine: Machine,
    *,
    address: str = "",
    settings: str = "",
    release: Path | None = None,
) -> Path:
    """Bring a machine to a site that works, and return the release that runs.

    `settings` is the text of a file of settings from elsewhere, `release` the one to change to, by
    default the one that runs, or else a new one of CHECKOUT's commit. Done again, it mends what
    is not as it should be. Raises Failed, and done again goes on from there.
    """
    _check(machine)
    if release is None:
        remove_unfinished(machine)
    step = _Teller(machine)
    example = (CHECKOUT / "hansa_site/deploy/hansa.env").read_text("utf-8")
    step("User", steps.user(machine))
    step("Settings", clubs.settled(machine, example, address, settings))
    club = clubs.known(machine)
    if club is None:
        raise Failed(f"{clubs.FILE} is gone again.")
    step("Packages", steps.packages(machine, club))
    before = releases.current(machine)
    target = release or before or releases.make(machine, CHECKOUT)
    step("Program", _program(machine, target))
    step("Bots", steps.bots(machine, club, target))
    step("Database", steps.database(machine, club))
    step("Queue", steps.queue(machine, club))
    step("Tables", steps.tables(machine, target))
    releases.switch(machine, target)
    step("Command", steps.command(machine))
    known = steps.known_units(machine)
    changed = steps.units(machine, target)
    step("Backups", steps.backups(machine))
    restart = (changed and before is not None) or steps.is_stale(machine, club, target)
    step("Processes", steps.processes(machine, club, known, restart=restart))
    step("Web server", steps.web_server(machine, club, target))
    step("Mail server", steps.mail_server(machine, club))
    health.wait(machine, club)
    step("Health", "everything works")
    return target


def remove_unfinished(machine: Machine) -> None:
    """Remove what an attempt before has left, and say so."""
    for folder in releases.unfinished(machine):
        releases.remove(folder)
        machine.tell(f"Removed {folder.name}, which an attempt before had left half-made.")


def _check(machine: Machine) -> None:
    """Raise Failed if this is no machine for a site."""
    if not machine.at("/run/systemd/system").is_dir():
        raise Failed("systemd does not run here. Use a machine, or a container with systemd in it.")
    if not machine.succeeds("sh", "-c", "command -v apt-get"):
        raise Failed("This is not Debian or Ubuntu: apt-get is missing. See docs/installing.md.")


def _program(machine: Machine, target: Path) -> str:
    now, here = releases.commit(machine, target), releases.commit(machine, CHECKOUT)
    other = "" if now == here else "; `hansa upgrade` changes to the newest one"
    return f"{target.name} has {now[:12]}{other}"


class _Teller:
    """Tells what each step did, and how long it took if that was noticed."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._since = time.monotonic()

    def __call__(self, name: str, done: str) -> None:
        now = time.monotonic()
        took = f" ({now - self._since:.0f} s)" if now - self._since >= 1 else ""
        self._since = now
        self._machine.tell(f"{name + ':':<13}{done}{took}")
