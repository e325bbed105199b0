"""Run every service of the compose file on the files of an image, without a container engine.

    python -m tests.deploy.services FOLDER    as root, in namespaces of its own: see .ci/image

Each process of the site runs in a container of systemd-nspawn, with the rights and the few folders
to write to that the compose file gives it. PostgreSQL, Redis and Caddy are this machine's own.
"""

import os
import shutil
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from hansa_site import processes
from hosting.machine import Machine
from hosting.steps import caddyfile_for

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "hansa_site/deploy/containers"
PYTHON = "/srv/hansa/.venv/bin/python"
# Caddy makes a certificate of its own for this name.
SETTINGS = {
    "SITE": "localhost",
    "SECRET_KEY": "only-for-tests",
    "DATABASE_PASSWORD": "word",
    "EMAIL_URL": "smtp://127.0.0.1:25",
    "DEFAULT_FROM_EMAIL": "hansa@localhost",
    "REPLY_DOMAIN": "reply.localhost",
}
PATIENCE = 120.0
NUMBERS = count(1)
"""Of the containers, which must not have the same name."""


def main(image: Path) -> None:
    """Start all services; raise AssertionError for one that does not do its work."""
    with TemporaryDirectory(prefix="hansa-services-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        services = resolved(folder)
        hosts = folder / "hosts"
        hosts.write_text(f"127.0.0.1 {' '.join(['localhost', *services])}\n")
        # In a mount namespace of its own.
        subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
        with database(folder), started(folder, "queue", own(services["queue"]["command"])):
            done = subprocess.run(contained(image, hosts, services["tables"]), check=False)
            assert done.returncode == 0, "tables"
            with all_of(folder, image, hosts, services), proxy(folder):
                look(image, hosts, services)


def resolved(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the services as podman-compose reads them, by their names."""
    programs, env = folder / "bin", folder / "env"
    programs.mkdir()
    # It wants to know the version of what it would start.
    (programs / "podman").write_text("#!/bin/sh\necho podman version 4.3.1\n")
    (programs / "podman").chmod(0o755)
    env.write_text("".join(f"{name}={value}\n" for name, value in SETTINGS.items()))
    told = subprocess.run(
        [
            Path(sys.executable).with_name("podman-compose"), "--env-file", env,
            "--file", FOLDER / "compose.yaml", "--profile", "replies", "config",
        ],
        env={"PATH": f"{programs}:{os.environ['PATH']}"}, stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    found: dict[str, dict[str, Any]] = yaml.safe_load(told.stdout)["services"]
    return found


def contained(image: Path, hosts: Path, service: dict[str, Any], *command: str) -> list[str]:
    """Return what runs a service, or a command in its place, on the files of the image."""
    assert service["read_only"], service
    assert service["cap_drop"] == ["ALL"], service
    return [
        "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--as-pid2", "--console=pipe",
        f"--machine=hansa-{next(NUMBERS)}", f"--directory={image}", "--read-only",
        *(f"--tmpfs={each}" for each in service["tmpfs"]),
        "--user=hansa", "--chdir=/srv/hansa", "--no-new-privileges=yes", "--drop-capability=all",
        f"--bind-ro={hosts}:/etc/hosts", "--resolv-conf=off", "--timezone=off",
        *(f"--setenv={name}={value}" for name, value in service["environment"].items()),
        *(command or (PYTHON, *service["command"])),
    ]  # fmt: skip


def own(command: list[str]) -> list[str]:
    """Return a command of this machine that runs with the rights of a service's user."""
    return ["runuser", "-u", "redis", "--", *command]


@contextmanager
def started(folder: Path, name: str, command: list[str], **env: str) -> Iterator[None]:
    """Run a process that must not end before it is ended."""
    with (folder / f"{name}.log").open("w") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(folder), **env},
        )  # fmt: skip
        try:
            yield
            assert process.poll() is None, f"{name} ended:\n{(folder / f'{name}.log').read_text()}"
        finally:
            process.terminate()
            process.wait(timeout=60)


@contextmanager
def database(folder: Path) -> Iterator[None]:
    """Run PostgreSQL as its image does: with a superuser, a password, and a database."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
    data, word = folder / "data", folder / "word"
    word.write_text(SETTINGS["DATABASE_PASSWORD"])
    data.mkdir()
    shutil.chown(data, "postgres")
    as_postgres = ["runuser", "-u", "postgres", "--"]
    subprocess.run(
        [*as_postgres, programs / "initdb", "--username=hansa", f"--pwfile={word}",
         "--auth=scram-sha-256", "--no-sync", data],
        stdout=subprocess.DEVNULL, cwd=data, check=True,
    )  # fmt: skip
    server = [*as_postgres, str(programs / "postgres"), "-D", str(data), "-k", str(data)]
    with started(folder, "database", server):
        make = [programs / "createdb", "--username=hansa", "--host=127.0.0.1", "hansa"]
        env = {"PGPASSWORD": SETTINGS["DATABASE_PASSWORD"]}
        comes(lambda: subprocess.run(make, env=env, check=True, capture_output=True))
        yield


@contextmanager
def all_of(
    folder: Path, image: Path, hosts: Path, services: dict[str, dict[str, Any]], *names: str
) -> Iterator[None]:
    """Run all processes of the site."""
    first, *others = names or tuple(processes.TABLE)
    with started(folder, first, contained(image, hosts, services[first])):
        if others:
            with all_of(folder, image, hosts, services, *others):
                yield
        else:
            yield


def proxy(folder: Path) -> Any:
    """Run Caddy with the file for containers."""
    version = Machine().run("caddy", "version")
    file = folder / "Caddyfile"
    file.write_text(caddyfile_for(version, (FOLDER / "Caddyfile").read_text()))
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    return started(folder, "proxy", command, SITE=SETTINGS["SITE"], XDG_DATA_HOME=str(folder))


def look(image: Path, hosts: Path, services: dict[str, dict[str, Any]]) -> None:
    """Look whether the services do their work, and what they may do."""
    web = services["web"]
    check = contained(image, hosts, web, *web["healthcheck"]["test"][1:])
    comes(lambda: subprocess.run(check, check=True))
    context = ssl._create_unverified_context()

    def page(path: str) -> str:
        with urllib.request.urlopen(f"https://localhost{path}", context=context) as opened:
            return str(opened.read().decode())

    assert "Sign in" in comes(lambda: page("/accounts/login/"))
    # Beat has sent a task, and the worker has done it.
    assert '"healthy": true' in comes(lambda: page("/healthz"))
    told = subprocess.run(
        contained(image, hosts, web, "/bin/sh", "-c",
                  "id -u; grep -E 'CapEff|NoNewPrivs' /proc/self/status; touch /srv/hansa/x"),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    ).stdout  # fmt: skip
    assert told.split()[:5] == ["990", "CapEff:", "0" * 16, "NoNewPrivs:", "1"], told
    assert "Read-only file system" in told, told
    # A process that insists on compiled rules and bots starts.
    insists = {**web, "environment": {**web["environment"], "HANSA_COMPILED": "1"}}
    subprocess.run(contained(image, hosts, insists, PYTHON, "-c", "import games"), check=True)
    comes(workers_wait)
    greeting = comes(lambda: subprocess.run(
        ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/2525; read -r -t 5 line <&3; echo $line"],
        stdout=subprocess.PIPE, text=True, check=True,
    ))  # fmt: skip
    assert greeting.stdout.startswith("220"), greeting.stdout


def workers_wait() -> None:
    """Raise AssertionError unless both kinds of workers wait for tasks."""
    told = subprocess.run(["redis-cli", "client", "list"], stdout=subprocess.PIPE, check=True)
    assert told.stdout.count(b"cmd=brpop") > 1, told.stdout


def comes(ask: Any) -> Any:
    """Return what a question is answered with once it raises nothing, within PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (AssertionError, OSError, subprocess.CalledProcessError):
            if time.monotonic() > deadline:
                raise
            time.sleep(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    print("Every service runs, as nobody with rights, and writes nothing but what it may")
