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
STEADY: Final = 5.0
"""Seconds for which processes must run without a crash."""
CRASHES: Final = 5
"""A process that crashes so often while one waits will not run, so nobody waits any longer."""
SETTINGS: Final = ("ActiveState", "NRestarts")
# A proxy that the host has set for downloads does not know this machine's own ports.
_DIRECTLY: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def states(machine: Machine, club: Club) -> dict[str, tuple[str, int]]:
    """Return for each process whether it is active, and how often it was restarted."""
    found = {}
    for name in filter(partial(is_on, machine), process_names(club)):
        shown = machine.run(
            "systemctl", "show", "--property", ",".join(SETTINGS), f"{name}.service"
        )
        values = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
        found[name] = (values.get("ActiveState", ""), int(values.get("NRestarts") or 0))
    return found


def said(machine: Machine) -> dict[str, Any]:
    """Return what the site says of its parts; raises Failed if it says nothing."""
    listens = machine.run(
        "systemctl", "show", "--property", "Listen", "--value", "hansa-web.socket"
    )
    place = listens.split(" ")[0] or "127.0.0.1:8000"
    try:
        with _DIRECTLY.open(f"http://{place}/healthz", timeout=20) as page:
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
        # The certificate is looked at from outside: a new machine may have none yet.
        if name != "certificate"
        and isinstance(part, dict)
        and part.get("state") in ("failing", "unknown")
    ]
    return found + [f"{name} is failing: see docs/watching.md." for name in failing]


def wait(machine: Machine, club: Club, patience: float = PATIENCE) -> None:
    """Wait until everything works and no process crashes; raises Failed if that does not come."""
    deadline = time.monotonic() + patience
    first = before = states(machine, club)
    while True:
        time.sleep(min(STEADY, patience))
        now = states(machine, club)
        crashing = _crashing(before, now)
        wrong = [f"{name} crashes: see `journalctl -u {name}`." for name in crashing]
        wrong = wrong or ills(machine, club)
        if not wrong:
            return
        if time.monotonic() > deadline or _crashing(first, now, CRASHES):
            raise Failed("The site does not work:\n" + "\n".join(wrong))
        before = now


def _crashing(
    before: dict[str, tuple[str, int]], now: dict[str, tuple[str, int]], least: int = 1
) -> list[str]:
    """Return the processes that were restarted `least` times or more between two looks."""
    return [
        name
        for name, (_, count) in now.items()
        if name in before and count - before[name][1] >= least
    ]


def _state(error: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        return dict(json.load(error))
    except ValueError as wrong:
        raise Failed("The site answers /healthz with 503.") from wrong
