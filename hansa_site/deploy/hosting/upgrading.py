"""Changing to another release while games go on, and back again if that fails."""

import re
from pathlib import Path
from typing import Final

from hosting import club as clubs
from hosting import dumps, health, releases, steps
from hosting.club import Club
from hosting.installing import remove_unfinished
from hosting.machine import Failed, Machine
from hosting.releases import COMMAND, manage

MAIN: Final = "HEAD"
_APP = re.compile(r"^(\w+)$")
_MIGRATION = re.compile(r"^ \[(X| )\] (\w+)")


def upgrade(machine: Machine, name: str = "") -> str:
    """Change to the newest release, or to a branch or tag, and return what to know.

    An older one is refused: it may not know the tables. The new release does the steps of an
    installation itself. If one of them fails, the site is as before, and Failed says why.
    """
    club, old = clubs.known(machine), releases.current(machine)
    if club is None or old is None:
        raise Failed("No site is installed here: run `hansa install`.")
    remove_unfinished(machine)
    source = releases.origin(machine, old)
    wanted = releases.newest(machine, source, name or MAIN)
    if wanted == releases.commit(machine, old):
        return f"{old.name} has {wanted[:12]}, which is the newest. `hansa install` mends the site."
    if releases.is_before(machine, old, wanted):
        raise Failed(
            f"{name or 'The newest'} ({wanted[:12]}) is older than what runs. An older release may "
            "not know the tables, so nothing has changed. To have it, install it on another "
            "machine with a backup from its time: see docs/installing.md."
        )
    machine.tell(f"Getting {wanted[:12]}.")
    new = releases.make(machine, source, name)
    try:
        points = points_of_return(manage(machine, new, "showmigrations"))
        dump = dumps.make(machine)
    except Failed:
        releases.remove(new)
        raise
    machine.tell(f"{dump} has the database as it was.")
    try:
        machine.tell(machine.run(new / COMMAND, "install", "--release", new))
    except (Failed, KeyboardInterrupt) as failed:
        try:
            told = go_back(machine, club, old, new, points, dump)
        except Failed as again:
            told = f"{old.name} could not be made to run again:\n{again}"
        raise Failed(f"{str(failed) or 'It was stopped.'}\n\n{told}") from failed
    removed = releases.remove_old(machine)
    gone = f" Removed {', '.join(removed)}." if removed else ""
    return f"{new.name} runs.{gone}"


def points_of_return(listed: str) -> dict[str, str]:
    """Return for each app with new migrations the newest one that is applied, or `zero`.

    `listed` is what `showmigrations` prints.
    """
    found: dict[str, str] = {}
    app, last, waiting = "", "zero", False
    for line in [*listed.splitlines(), "end"]:
        if match := _MIGRATION.match(line):
            last = match[2] if match[1] == "X" else last
            waiting |= match[1] == " "
        elif match := _APP.match(line):
            if waiting:
                found[app] = last
            app, last, waiting = match[1], "zero", False
    return found


def go_back(
    machine: Machine, club: Club, old: Path, new: Path, points: dict[str, str], dump: Path
) -> str:
    """Let the release before run again, with the tables that it had, and return what was done.

    New migrations are undone, which keeps what has been played meanwhile. Only if one can't be, the
    dump from before takes the place of the database. Raises Failed if the site doesn't work then.
    """
    was_running = releases.current(machine) == new
    releases.switch(machine, old)
    _forget_units(machine, old, new)
    changed = steps.units(machine, old)
    if was_running or changed:
        steps.processes(machine, club, steps.known_units(machine), restart=True)
    told = [f"{old.name} runs as before."]
    try:
        for app, migration in points.items():
            manage(machine, new, "migrate", app, migration, "--verbosity", "0")
    except Failed:
        told = [
            f"{old.name} runs as before, with the database as it was before the upgrade.",
            dumps.restore(machine, club, old, dump),
        ]
    if was_running or changed:
        health.wait(machine, club)
    releases.remove(new)
    return "\n".join(told)


def _forget_units(machine: Machine, old: Path, new: Path) -> None:
    """Remove the units that only the new release has."""
    folder = Path("hansa_site/deploy/systemd")
    before = {file.relative_to(old) for file in (old / folder).rglob("*")}
    for file in sorted((new / folder).rglob("*")):
        if file.is_file() and file.relative_to(new) not in before:
            unit = file.relative_to(new / folder)
            if "@" not in unit.name and len(unit.parts) == 1:
                machine.run("systemctl", "disable", "--quiet", "--now", unit.name)
            machine.at(f"{steps.UNITS}/{unit}").unlink(missing_ok=True)
    machine.run("systemctl", "daemon-reload")
