"""Systems to install on, as their makers bring them, with what this machine's network needs."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tests.deploy.installing import HOME, SITE
from tests.deploy.machine import Machine, machine
from tests.deploy.way_out import way_out

SCRIPTS = Path("/usr/share/debootstrap/scripts")
MIRRORS = {
    "trixie": "http://deb.debian.org/debian",
    "noble": "http://archive.ubuntu.com/ubuntu",
}
"""By the name of the release, Debian 13 and Ubuntu 24.04."""
# What is on each server that somebody can rent, but not in the smallest system.
USUAL = "ca-certificates,curl,dbus,git,sudo,systemd,systemd-sysv,udev"
AUTHORITIES = Path("/usr/local/share/ca-certificates")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


@contextmanager
def new_system(folder: Path, release: str) -> Iterator[Machine]:
    """Boot a new machine with another release than this one's, which can download packages."""
    system = folder / release
    _make(system, release)
    files = {
        "/etc/hosts": f"127.0.0.1 localhost {SITE}\n",
        "/etc/pip.conf": f"[global]\ncert = {CERTIFICATES}\ndisable-pip-version-check = true\n",
    }
    files |= {str(file): file.read_text() for file in AUTHORITIES.glob("*.crt")}
    # A checkout of several has its commits elsewhere.
    commits = Path(git("rev-parse", "--path-format=absolute", "--git-common-dir"))
    folders = {settings.ROOT: "/project", commits: str(commits)}
    with (
        machine(folder, files, folders, system) as found,
        way_out(found.leader) as proxy,
    ):
        found.run(f"update-ca-certificates\n{HOME}")
        found.variables = {"http_proxy": proxy, "https_proxy": proxy, "no_proxy": SITE}
        yield found


def git(*words: str) -> str:
    """Return what git says of the checkout that is tested."""
    command = ["git", "-C", settings.ROOT, *words]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _make(system: Path, release: str) -> None:
    # An older debootstrap makes a release that it does not know like one that it knows.
    script = SCRIPTS / release
    like = [] if script.exists() else [SCRIPTS / "jammy"]
    command = [
        "debootstrap", "--variant=minbase", f"--include={USUAL}",
        # Debian has no keys of Ubuntu's; the new system itself checks all that it installs.
        *(["--components=main,universe", "--no-check-gpg"] if "ubuntu" in MIRRORS[release] else []),
        release, system, MIRRORS[release], *like,
    ]  # fmt: skip
    done = subprocess.run(
        command, env={**os.environ, "TMPDIR": str(system.parent)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
