"""The folders of releases, and the link to the one that runs."""

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from hosting.machine import Failed, Machine

LINK: Final = "/srv/hansa"
COMMAND: Final = "hansa_site/deploy/hansa"
UNFINISHED: Final = ".unfinished"
"""Beside the folder of a release lies a file of this ending until it runs."""
NEEDED: Final = 1_000_000_000
"""Bytes that must be free to make a release."""
KEPT: Final = 2
"""Earlier releases that stay besides the one that runs."""
# Git refuses to read what belongs to somebody else; here root has been told to install it.
TRUSTED: Final = ("-c", "safe.directory=*")

_NAME = re.compile(r"hansa-\d{4}-\d\d-\d\d-\d{6}")


def current(machine: Machine) -> Path | None:
    """Return the folder of the release that runs, None if there is none."""
    link = machine.at(LINK)
    return link.resolve() if link.is_dir() else None


def commit(machine: Machine, folder: Path) -> str:
    """Return the commit that a clone has; raises Failed if it is none."""
    return machine.run("git", *TRUSTED, "-C", folder, "rev-parse", "HEAD")


def origin(machine: Machine, folder: Path) -> str:
    """Return where a clone is from; raises Failed if it does not say."""
    return machine.run("git", *TRUSTED, "-C", folder, "remote", "get-url", "origin")


def newest(machine: Machine, source: str, name: str) -> str:
    """Return the commit of a branch or tag at the source, by default of its main branch.

    Raises Failed if the source has no such thing.
    """
    tag = f"refs/tags/{name}"
    # A tag that is an object of its own also stands there with what it points at.
    wanted = (f"{tag}^{{}}", tag, f"refs/heads/{name}", name)
    try:
        listed = machine.run("git", "ls-remote", *_trust(source), source, name, f"{name}^{{}}")
    except Failed as failed:
        raise Failed(
            f"{source} cannot be asked for releases, so nothing has changed. Is there a network?\n"
            f"{failed}"
        ) from failed
    rows = (line.split() for line in listed.splitlines())
    found = {row[1]: row[0] for row in rows if len(row) == 2}
    for ref in wanted:
        if ref in found:
            return found[ref]
    raise Failed(f"{source} has no branch or tag {name}.")


def is_before(machine: Machine, folder: Path, wanted: str) -> bool:
    """Return whether a commit is one that the clone's has come after."""
    ancestor = ("merge-base", "--is-ancestor", wanted, "HEAD")
    return machine.succeeds("git", *TRUSTED, "-C", folder, *ancestor)


def make(machine: Machine, source: str | Path, name: str = "") -> Path:
    """Clone a release into a folder of its own, with its environment and its catalogues.

    `name` is a branch or tag. The folder counts only once it runs. Raises Failed.
    """
    _check_room(machine)
    folder = machine.at(f"/srv/hansa-{datetime.now(UTC):%Y-%m-%d-%H%M%S}")
    _mark(folder).touch()
    branch = ("--branch", name) if name else ()
    machine.run(
        "git", "clone", "--quiet", "-c", "advice.detachedHead=false", *branch, *_trust(source),
        source, folder,
    )  # fmt: skip
    if isinstance(source, Path) and "origin" in _remotes(machine, source):
        # Later releases come from where this clone is from.
        upstream = origin(machine, source)
        machine.run("git", "-C", folder, "remote", "set-url", "origin", upstream)
    python = folder / ".venv/bin/python"
    machine.run("python3", "-m", "venv", folder / ".venv")
    try:
        machine.run(
            python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
            "--require-hashes", "-r", folder / "requirements/prod.txt",
        )  # fmt: skip
    except Failed as failed:
        raise Failed(
            "Python's packages could not be installed. If it says below that pypi.org cannot be "
            f"reached, look at the network, then run this again.\n{failed}"
        ) from failed
    machine.run("env", f"--chdir={folder}", python, "-m", "hansa_site.catalogues", "compile")
    return folder


def remove(folder: Path) -> None:
    """Remove a release."""
    shutil.rmtree(folder, ignore_errors=True)
    _mark(folder).unlink(missing_ok=True)


def unfinished(machine: Machine) -> list[Path]:
    """Return the releases that an attempt before has left half-made, or never got to run."""
    marks = sorted(machine.at("/srv").glob(f"hansa-*{UNFINISHED}"))
    found = [mark.with_suffix("") for mark in marks]
    # One that runs is whole, whatever lies beside it.
    return [folder for folder in found if folder != current(machine)]


def remove_old(machine: Machine) -> list[str]:
    """Remove releases that are older than the newest ones; return their names."""
    now = current(machine)
    folders = sorted(
        each for each in machine.at("/srv").glob("hansa-*") if _NAME.fullmatch(each.name)
    )
    old = [each for each in folders if now and each < now][:-KEPT]
    for folder in old:
        shutil.rmtree(folder)
    return [folder.name for folder in old]


def switch(machine: Machine, folder: Path) -> None:
    """Let a release be the one that runs; raises Failed if the link to it is something else."""
    if current(machine) == folder:
        return
    link = machine.at(LINK)
    if link.exists() and not link.is_symlink():
        raise Failed(f"{LINK} is not a link to a release. Move it away.")
    fresh = link.with_name(f"{link.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(folder)
    fresh.rename(link)
    _mark(folder).unlink(missing_ok=True)


def manage(machine: Machine, release: Path, *command: str) -> str:
    """Run a command of the site by the code of a release; raises Failed."""
    return machine.run(release / COMMAND, *command)


def _trust(source: str | Path) -> tuple[str, ...]:
    """Return the options for reading a repository of somebody else on this machine."""
    here = str(source).startswith(("/", "file:"))
    return ("--upload-pack", "git -c safe.directory='*' upload-pack") if here else ()


def _mark(folder: Path) -> Path:
    return folder.with_name(folder.name + UNFINISHED)


def _remotes(machine: Machine, folder: Path) -> list[str]:
    return machine.run("git", *TRUSTED, "-C", folder, "remote").splitlines()


def _check_room(machine: Machine) -> None:
    folder = machine.at("/srv")
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if free < NEEDED:
        raise Failed(
            f"/srv has {free // 10**6} MB free, and a release needs {NEEDED // 10**6}. "
            "Delete what nobody misses, such as old folders /srv/hansa-*."
        )
