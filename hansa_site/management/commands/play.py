"""Run the whole site on one machine: web server, workers and beat as child processes."""

import os
import socket
import subprocess
import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hansa_site import processes
from hansa_site.children import Children

START_TIME = 60.0
MAIL_PORT = 1525
"""Replies by email are received on the port of the site plus this number."""


class Command(BaseCommand):
    """Prepare the database, start everything and print the addresses."""

    help = "Run the whole site here: web server, Celery workers and beat, with a demo account."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until stopped, or until a child process ends."""
        host = os.environ.get("HOST", "127.0.0.1")
        port = _port(host)
        address = f"http://{host}:{port}"
        mail_port = port + MAIL_PORT
        takes_mail = mail_port < 65536 and _trouble(host, mail_port) is None
        # Values of the environment win.
        env = {
            "LOG_LEVEL": "WARNING",
            "SITE_URL": address,
            "REPLY_DOMAIN": "localhost" if takes_mail else "",
            "WEB_PROCESSES": "2",
            **os.environ,
            "WEB_LISTEN": f"{host}:{port}",
            "MAIL_LISTEN": f"{host}:{mail_port}",
        }
        manage = [sys.executable, sys.argv[0]]

        self._say("Preparing the database ...")
        _run([*manage, "migrate", "--verbosity", "0"], env)
        demo = _run([*manage, "demo"], env)

        with Children() as children:
            for kind in processes.TABLE:
                if kind != "mail" or (takes_mail and env["REPLY_DOMAIN"]):
                    children.start(kind, processes.command(kind, env), env)
            self._wait_until_it_answers(children, address)
            # The club's games are entered beside the site, so that nobody waits for them.
            children.start("club", [*manage, "demo_club"], env, brief=True)
            children.start(
                "leagues", [*manage, "make_leagues", "--verbosity", "0"], env, brief=True
            )
            replies = f"smtp://{host}:{mail_port}" if "mail" in children.running else "off"
            self._say(
                f"\n{demo.rstrip()}\n\n"
                f"  Open the site:     {address}/\n"
                f"  Test mailbox:      {address}/post/mailbox/\n"
                f"  Replies by email:  {replies}\n"
                f"  Press Ctrl-C to stop.\n"
            )
            while (name := children.dead()) is None:
                time.sleep(0.3)
            raise CommandError(
                f"The process {name} ended, so everything was stopped. See the reason above."
            )
        self._say("Stopped.")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        # Through a pipe, output is buffered.
        self.stdout.flush()

    def _wait_until_it_answers(self, children: Children, address: str) -> None:
        deadline = time.monotonic() + START_TIME
        while time.monotonic() < deadline:
            if name := children.dead():
                raise CommandError(f"The process {name} did not start. See the reason above.")
            if processes.answers(address):
                return
            time.sleep(0.2)
        raise CommandError(f"The web server did not answer at {address} within {START_TIME:.0f} s.")


def _port(host: str) -> int:
    """Return the port to use, or raise a CommandError if it is not available."""
    text = os.environ.get("PORT", "8000")
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise CommandError(f"PORT is {text!r}. Use a number from 1 to 65535.")
    if (trouble := _trouble(host, int(text))) is not None:
        raise CommandError(
            f"Port {text} on {host} is not available ({trouble}). Another program may be using it. "
            f"Try another one: make play PORT={int(text) + 1}"
        )
    return int(text)


def _trouble(host: str, port: int) -> str | None:
    """Return why a port is not available, or None if it is."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror
    return None


def _run(command: list[str], env: dict[str, str]) -> str:
    """Run a command to its end and return its output."""
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.stdout.write(done.stdout)
        raise CommandError(f"{' '.join(command[2:])} failed. See the reason above.")
    return done.stdout
