"""Whether the site on this machine works: its processes, and what it says of itself."""

import json
import time
import urllib.error
import urllib.request
from functools import partial
from typing import Any, Final

from hosting.club import Club
from hosting.machine import Failed, Machine
from hosting.steps import is_on, process_names

PATIENCE: Final = 300.0
"""Seconds that a site may take to be well: the first tasks of beat come within a minute or two."""
ASIDE: Final = 5.0
"""Seconds for which processes must run without a crash."""
SETTINGS: Final = ("ActiveState", "NRestarts")


def states(machine: Machine, club: Club) -> dict[str, tuple[str, str]]:
    """Return for each process whether it is active, and how often it has been started anew."""
    found = {}
    for name in filter(partial(is_on, machine), process_names(club)):
        shown = machine.run(
            "systemctl", "show", "--property", ",".join(SETTINGS), f"{name}.service"
        )
        values = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
        found[name] = (values.get("ActiveState", ""), values.get("NRestarts", ""))
    return found


def said(machine: Machine) -> dict[str, Any]:
    """Return what the site says of its parts; raises Failed if it says nothing."""
    listens = machine.run(
        "systemctl", "show", "--property", "Listen", "--value", "hansa-web.socket"
    )
    place = listens.split(" ")[0] or "127.0.0.1:8000"
    try:
        with urllib.request.urlopen(f"http://{place}/healthz", timeout=20) as page:
            return dict(json.load(page))
    except urllib.error.HTTPError as error:
        if error.code == 503:
            return _state(error)
        raise Failed(f"The site answers /healthz with {error.code}.") from error
    except (OSError, ValueError) as error:
        raise Failed(f"The web processes do not answer at {place}: {error}") from error


def ills(machine: Machine, club: Club) -> list[str]:
    """Return what is wrong with the site now, as sentences."""
    found = [
        f"{name} is {state or 'unknown'}: see `journalctl -u {name}`."
        for name, (state, _) in states(machine, club).items()
        if state != "active"
    ]
    try:
        parts = said(machine)
    except Failed as failed:
        return [*found, str(failed)]
    failing = [
        name
        for name, part in parts.items()
        if isinstance(part, dict) and part.get("state") in ("failing", "unknown")
    ]
    return found + [f"{name} is failing: see docs/watching.md." for name in failing]


def wait(machine: Machine, club: Club, patience: float = PATIENCE) -> None:
    """Wait until everything works and no process crashes; raises Failed if that does not come."""
    deadline = time.monotonic() + patience
    while True:
        before = states(machine, club)
        time.sleep(min(ASIDE, patience))
        wrong = ills(machine, club) if states(machine, club) == before else ["Processes crash."]
        if not wrong:
            return
        if time.monotonic() > deadline:
            raise Failed("The site does not work:\n" + "\n".join(wrong))


def _state(error: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        return dict(json.load(error))
    except ValueError as wrong:
        raise Failed("The site answers /healthz with 503.") from wrong
