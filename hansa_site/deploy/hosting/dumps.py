"""Dumps of the database, archives for another machine, and the way back from both."""

import io
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

from hosting.club import FILE, USER, Club, parse
from hosting.machine import Failed, Machine
from hosting.releases import manage
from hosting.steps import DUMPS, sql

DUMP: Final = "hansa.dump"
SETTINGS: Final = "hansa.env"
"""The names in an archive."""
FRESH: Final = f"{USER}_new"
"""The database that a dump is read into before it takes the place of the other."""
ASIDE: Final = f"{USER}_before"
"""That other database, until the new one works."""


def newest(machine: Machine) -> Path | None:
    """Return the newest dump of this machine, None if there is none."""
    return max(machine.at(DUMPS).glob("hansa-*.dump"), default=None)


def make(machine: Machine) -> Path:
    """Make a dump in the usual folder, as every night; raises Failed."""
    done = machine.succeeds("systemctl", "start", "hansa-backup")
    dump = newest(machine)
    if not done or dump is None:
        log = ("journalctl", "--unit=hansa-backup", "--output=cat", "--lines=5", "--no-pager")
        raise Failed(f"No dump could be made. Its log ends so:\n{machine.run(*log)}")
    return dump


def pack(machine: Machine, dump: Path, archive: Path) -> None:
    """Put a dump and the settings into an archive that only root may read.

    Raises Failed if something else is there.
    """
    try:
        archive.touch(mode=0o600, exist_ok=False)
    except OSError as error:
        raise Failed(f"{archive} cannot be written: {error.strerror}.") from error
    try:
        with tarfile.open(archive, "w") as tar:
            tar.add(dump, DUMP)
            text = machine.at(FILE).read_bytes()
            member = tarfile.TarInfo(SETTINGS)
            member.size, member.mode = len(text), 0o600
            tar.addfile(member, io.BytesIO(text))
    except OSError as error:
        archive.unlink()
        raise Failed(f"{archive} cannot be written: {error.strerror}.") from error


def settings_in(archive: Path) -> str:
    """Return the file of settings in an archive; raises Failed if it has none."""
    found = io.BytesIO()
    _unpack(archive, SETTINGS, found)
    return found.getvalue().decode("utf-8", "replace")


def restore(machine: Machine, club: Club, release: Path, source: Path) -> str:
    """Let a dump, or that in an archive, take the place of the database, and start the site again.

    Whatever is wrong with the dump is found before the site stops, and then nothing has changed.
    What the database had is dumped first. Returns what to know about it; raises Failed.
    """
    if not club.own_database:
        raise Failed(
            "The database is on another machine: restore it there with pg_restore, "
            "then run `hansa migrate` here."
        )
    with _dump_in(machine, source) as dump:
        sql(machine, f"drop database if exists {FRESH}")
        machine.run("createdb", "--owner", USER, FRESH, user="postgres")
        try:
            machine.run("pg_restore", "--exit-on-error", f"--dbname={FRESH}", dump, user=USER)
        except Failed as failed:
            sql(machine, f"drop database {FRESH}")
            raise Failed(f"{source} cannot be restored; nothing has changed.\n{failed}") from failed
    kept = make(machine)
    machine.run("systemctl", "stop", "hansa.target", "hansa-web.socket")
    try:
        _swap(machine, FRESH, ASIDE)
        try:
            manage(machine, release, "migrate", "--verbosity", "0")
        except Failed as failed:
            _swap(machine, ASIDE, FRESH)
            raise Failed(
                f"{source} does not fit this release; nothing has changed.\n{failed}"
            ) from failed
    finally:
        machine.run("systemctl", "start", "hansa-web.socket", "hansa.target")
    sql(machine, f"drop database {ASIDE}")
    return f"What was there before is in {kept}.\n{_verified(machine, release)}"


def same_secret(club: Club, source: Path) -> bool:
    """Return whether the links in emails from the time of an archive work with these settings.

    Raises Failed if the archive has no settings.
    """
    if not source.is_file() or not tarfile.is_tarfile(source):
        return True
    return parse(settings_in(source), f"{SETTINGS} in {source}").get(
        "SECRET_KEY"
    ) == club.settings.get("SECRET_KEY")


@contextmanager
def _dump_in(machine: Machine, source: Path) -> Iterator[Path]:
    """Yield a dump that the site's user can read, whatever folder the source is in."""
    if not source.is_file():
        raise Failed(f"There is no file {source}.")
    with TemporaryDirectory(prefix="hansa-") as folder:
        copy = Path(folder) / DUMP
        if tarfile.is_tarfile(source):
            with copy.open("wb") as opened:
                _unpack(source, DUMP, opened)
        else:
            machine.run("cp", source, copy)
        machine.run("chown", "--recursive", f"{USER}:", folder)
        yield copy


def _unpack(archive: Path, name: str, target: BinaryIO) -> None:
    """Write a file of an archive; raises Failed if it is not there, or not whole."""
    wrong = f"{archive} is not an archive of `hansa backup FILE`"
    try:
        with tarfile.open(archive) as tar:
            found = tar.extractfile(name)
            if found is None:
                raise Failed(f"{wrong}.")
            shutil.copyfileobj(found, target)
    except (FileNotFoundError, IsADirectoryError) as error:
        raise Failed(f"There is no file {archive}.") from error
    except KeyError as error:
        raise Failed(f"{wrong}: it has no {name}.") from error
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise Failed(f"{wrong}, or only a part of one. Copy it again.") from error


def _swap(machine: Machine, comes: str, goes: str) -> None:
    """Give a database the name of the site's, which gets another one."""
    # Whoever else is connected, a psql for one, must not keep the name.
    sql(
        machine,
        "select pg_terminate_backend(pid) from pg_stat_activity "  # noqa: S608 - a constant
        f"where datname = '{USER}' and pid <> pg_backend_pid()",
    )
    sql(machine, f"drop database if exists {goes}")
    # In one transaction: whenever it is cut off, there is a database of that name.
    sql(
        machine,
        f"alter database {USER} rename to {goes}; alter database {comes} rename to {USER}",
    )


def _verified(machine: Machine, release: Path) -> str:
    try:
        return manage(machine, release, "verify_games").rpartition("\n")[2]
    except Failed as failed:
        return f"Look at these games: /staff/ can rewind them.\n{failed}"
