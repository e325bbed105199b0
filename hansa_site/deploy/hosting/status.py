"""How a site on this machine is, in lines for its host."""

import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Final

from hosting import club as clubs
from hosting import dumps, health, releases
from hosting.club import FILE, USER, Club
from hosting.machine import Failed, Machine
from hosting.releases import manage
from hosting.steps import is_stale

OLDEST_DUMP: Final = 26 * 3600
"""So many seconds old may the newest dump be: one is made every night."""
LEAST_FREE: Final = 0.1
"""A smaller share of the disk that is free is told."""


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
    wrong = [*health.ills(machine, club), *_ills(machine, club)]
    for each in wrong:
        machine.tell(f"! {each}")
    machine.tell("Something is wrong." if wrong else "Everything works.")
    return not wrong


def outside(club: Club, patience: float = 0) -> str:
    """Return why the site can't be opened by its name within some seconds, '' if it can."""
    deadline = time.monotonic() + patience
    try:
        urllib.request.urlopen(f"https://{club.host}/healthz", timeout=20).close()
    except urllib.error.HTTPError:
        # It answers, if only that a part is failing.
        return ""
    except OSError as error:
        if time.monotonic() < deadline:
            time.sleep(2)
            return outside(club, deadline - time.monotonic())
        return (
            f"https://{club.host} cannot be opened from here: {getattr(error, 'reason', error)}. "
            "Its name must lead to this machine, and ports 80 and 443 be open, so that Caddy gets "
            "a certificate: see `journalctl -u caddy`."
        )
    return ""


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
        yield "Processes of another release run: `hansa install` starts them anew."
    try:
        if release and "[ ]" in manage(machine, release, "showmigrations"):
            yield "The tables are not those of this release: `hansa install` mends them."
    except Failed as failed:
        yield str(failed)
    usage = shutil.disk_usage(machine.at("/srv"))
    if usage.free < LEAST_FREE * usage.total:
        yield f"Only {usage.free // 10**6} MB of the disk are free."
    if unreachable := outside(club):
        yield unreachable
