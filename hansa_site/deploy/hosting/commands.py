"""The commands of a host: install, upgrade, backup, restore and status."""

import argparse
import fcntl
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hosting import club as clubs
from hosting import dumps, installing, releases, upgrading
from hosting.machine import Failed, Machine
from hosting.reach import unreachable
from hosting.status import status

LOCK = "/run/hansa.lock"
CERTIFICATE_WITHIN = 20.0
"""Seconds that Caddy usually takes to get one."""


def main(arguments: Sequence[str], machine: Machine | None = None) -> int:
    """Do what a host has asked for; return the exit status: 1 if it failed, 2 if it is unknown."""
    machine = machine or Machine()
    asked = parser().parse_args(arguments)
    try:
        if asked.command == "status":
            return 0 if status(machine) else 1
        if asked.command == "install" and asked.release:
            # `hansa upgrade` runs this, and keeps the others away meanwhile.
            installing.install(machine, release=asked.release)
            return 0
        with _alone(machine):
            {"install": _install, "upgrade": _upgrade, "backup": _backup, "restore": _restore}[
                asked.command
            ](machine, asked)
    except Failed as failed:
        print(f"hansa {asked.command}: {failed}", file=sys.stderr)
        return 1
    except OSError as error:
        place = f": {error.filename}" if error.filename else ""
        print(f"hansa {asked.command}: {error.strerror or error}{place}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            f"hansa {asked.command}: Stopped. `hansa status` says what is half-made.",
            file=sys.stderr,
        )
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    """Return what reads the words after `hansa`."""
    found = argparse.ArgumentParser(
        prog="hansa",
        description="Keep a site on this machine, as root.",
        epilog="Any other command is one of the site: `hansa help` lists them.",
    )
    commands = found.add_subparsers(dest="command", required=True)
    install = commands.add_parser("install", help="install the site, or mend what is there")
    install.add_argument("--address", default="", help="the site's name in the DNS")
    install.add_argument("--settings", type=Path, help="a file of settings, as hansa.env")
    install.add_argument("--archive", type=Path, help="what `hansa backup FILE` made elsewhere")
    install.add_argument("--release", type=Path, help=argparse.SUPPRESS)
    upgrade = commands.add_parser("upgrade", help="change to the newest release")
    upgrade.add_argument("name", nargs="?", default="", help="a branch or tag")
    backup = commands.add_parser("backup", help="dump the database now")
    backup.add_argument("file", nargs="?", type=Path, help="an archive with the settings, too")
    restore = commands.add_parser("restore", help="let a dump take the place of the database")
    restore.add_argument("file", nargs="?", type=Path, help="by default the newest dump")
    commands.add_parser("status", help="tell how the site is")
    return found


def _install(machine: Machine, asked: argparse.Namespace) -> None:
    settings = clubs.text_of(asked.settings) if asked.settings else ""
    if asked.archive:
        settings = dumps.settings_in(asked.archive)
        if releases.current(machine):
            raise Failed("A site is installed here already: `hansa restore FILE` restores it.")
    installing.install(machine, address=asked.address, settings=settings)
    if asked.archive:
        _restore(machine, argparse.Namespace(file=asked.archive))
    club = clubs.known(machine)
    if club is not None:
        machine.tell(
            unreachable(club, CERTIFICATE_WITHIN)
            or f"Open https://{club.host}, sign up, then run: hansa promote YourName"
        )


def _upgrade(machine: Machine, asked: argparse.Namespace) -> None:
    machine.tell(upgrading.upgrade(machine, asked.name))


def _backup(machine: Machine, asked: argparse.Namespace) -> None:
    _club(machine)
    dump = dumps.make(machine)
    if asked.file:
        dumps.pack(machine, dump, asked.file.resolve())
    machine.tell(str(asked.file or dump))


def _restore(machine: Machine, asked: argparse.Namespace) -> None:
    club, release = _club(machine), releases.current(machine)
    source = asked.file.resolve() if asked.file else dumps.newest(machine)
    if source is None or release is None:
        raise Failed("There is nothing to restore here.")
    same_secret = dumps.same_secret(club, source)
    machine.tell(dumps.restore(machine, club, release, source))
    if not same_secret:
        machine.tell(
            f"Links in emails from before work only with the SECRET_KEY of the archive's "
            f"{dumps.SETTINGS}: put it into {clubs.FILE} and run `systemctl restart hansa.target`."
        )


def _club(machine: Machine) -> clubs.Club:
    club = clubs.known(machine)
    if club is None or releases.current(machine) is None:
        raise Failed("No site is installed here: run `hansa install`.")
    return club


@contextmanager
def _alone(machine: Machine) -> Iterator[None]:
    """Keep a second such command away; raises Failed if there is one."""
    lock = machine.at(LOCK)
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Failed("Another such command runs here. Wait until it ends.") from error
        yield
