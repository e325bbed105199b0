"""How a site on this machine is, in lines for its host."""

import json
import shutil
import time
from collections.abc import Iterator
from typing import Final

from hosting import club as clubs
from hosting import dumps, health, releases
from hosting.club import FILE, USER, Club
from hosting.machine import Failed, Machine
from hosting.reach import unreachable
from hosting.releases import manage
from hosting.steps import DUMPS, is_stale

OLDEST_DUMP: Final = 26 * 3600
"""The most seconds since the newest dump: one is made every night."""
OLDEST_EMAIL: Final = 3600
"""The most seconds that an email may wait in Postfix."""
LEAST_FREE: Final = releases.NEEDED
"""Bytes of each disk that should be free."""
ANSWERS: Final = ("pg_isready", "--quiet")
"""Succeeds if this machine's PostgreSQL answers."""
WRITTEN: Final = (
    "/srv", DUMPS, "/var/lib", "/var/lib/postgresql", "/var/spool/postfix", "/var/log",
)  # fmt: skip
"""The folders that grow."""


def status(machine: Machine) -> bool:
    """Tell how the site is; return whether nothing is wrong."""
    club, release = clubs.known(machine), releases.current(machine)
    if club is None or release is None:
        machine.tell("No site is installed here, or only half of one: run `hansa install`.")
        return False
    machine.tell(
        f"https://{club.host} runs {release.name}, {releases.commit(machine, release)[:12]}."
    )
    dump = dumps.newest(machine)
    machine.tell(f"The newest dump is {dump}." if dump else "There is no dump yet.")
    wrong = [*_parts(machine, club), *health.ills(machine, club), *_ills(machine, club)]
    for each in wrong:
        machine.tell(f"! {each}")
    machine.tell("Something is wrong." if wrong else "Everything works.")
    return not wrong


def _ills(machine: Machine, club: Club) -> Iterator[str]:
    file = machine.at(FILE)
    if file.stat().st_mode & 0o7 or machine.run("stat", "--format=%U:%G", file) != f"root:{USER}":
        yield f"{FILE} can be read by others than root and {USER}: `hansa install` mends it."
    dump = dumps.newest(machine)
    if dump and time.time() - dump.stat().st_mtime > OLDEST_DUMP:
        yield f"{dump} is more than a day old: see `journalctl -u hansa-backup`."
    for folder in releases.unfinished(machine):
        yield f"{folder.name} is half-made: `hansa install` removes it."
    release = releases.current(machine)
    if release and is_stale(machine, club, release):
        yield "Processes of another release run: `hansa install` restarts them."
    try:
        if release and "[ ]" in manage(machine, release, "showmigrations"):
            yield "The tables are not those of this release: `hansa install` mends them."
    except Failed as failed:
        # If it is only because PostgreSQL does not run here, `_parts` has said so.
        if not club.own_database or machine.succeeds(*ANSWERS):
            yield str(failed)
    yield from _full_disks(machine)
    yield from _stuck_emails(machine, club)
    if wrong := unreachable(club):
        yield wrong


def _parts(machine: Machine, club: Club) -> Iterator[str]:
    """Yield which of the services that the site needs do not run on this machine."""
    # The units of PostgreSQL and Postfix are active in some systems whatever their processes do.
    runs = {
        "postgresql": (club.own_database, ANSWERS),
        "redis-server": (club.own_queue, ("systemctl", "is-active", "--quiet", "redis-server")),
        "postfix": (club.own_mail, ("postfix", "status")),
    }
    for name, (needed, command) in runs.items():
        if needed and not machine.succeeds(*command):
            yield f"{name} does not run: `systemctl restart {name}` starts it."


def _full_disks(machine: Machine) -> Iterator[str]:
    """Yield each disk that has little room left, once."""
    seen = set()
    for place in filter(lambda place: place.exists(), map(machine.at, WRITTEN)):
        free, disk = shutil.disk_usage(place).free, place.stat().st_dev
        if free < LEAST_FREE and disk not in seen:
            yield (
                f"Only {free // 10**6} MB of the disk with {place} are free, and the site stops "
                "when it is full. `journalctl --vacuum-size=100M` and removing old folders "
                "/srv/hansa-* make room."
            )
        seen.add(disk)


def _stuck_emails(machine: Machine, club: Club) -> Iterator[str]:
    """Yield how many emails have not left Postfix for an hour, and why the oldest has not."""
    if not club.own_mail or not machine.succeeds("postfix", "status"):
        return
    waiting = [json.loads(line) for line in machine.run("postqueue", "-j").splitlines()]
    late = [each for each in waiting if time.time() - each["arrival_time"] > OLDEST_EMAIL]
    if late:
        oldest = min(late, key=lambda each: each["arrival_time"])
        reason = oldest["recipients"][0].get("delay_reason", "no reason is known")
        yield (
            f"{len(late)} emails have waited for more than an hour in Postfix, the oldest because: "
            f"{reason}. If your provider closes port 25, send them through another server: see "
            "docs/installing.md."
        )
