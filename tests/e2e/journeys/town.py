"""A whole site for a journey: its processes, its mail, and a clock that leaps."""

import email
import os
import smtplib
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Q

from games.play.models import Vote, Wait
from games.post.models import Letter
from hansa_site import processes
from tests import parts
from tests.children import child
from tests.running import clock, pushes
from tests.running.mails import Mails, mail_server
from tests.running.web import database_url

HOST = "127.0.0.1"
REPLY_DOMAIN = "reply.example.org"
START_TIME = 180.0
PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""
GLANCE = 0.05


class Mailboxes(Mails):
    """A mail server that keeps each mail, in the order in which they came."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[EmailMessage] = []
        self._senders: list[str] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail and keep all of it."""
        answer = await super().handle_DATA(server, session, envelope)
        self._senders.append(envelope.mail_from)
        self.kept.append(email.message_from_bytes(envelope.content, policy=policy.default))
        return answer

    def of(self, address: str) -> list[EmailMessage]:
        """Return the mails of an address, the oldest first."""
        return [mail for mail in self.kept if mail["To"] == address]

    def senders_of(self, address: str) -> list[str]:
        """Return where the mails of an address go back to if they bounce, the oldest first."""
        pairs = zip(self._senders, self.kept, strict=True)
        return [sender for sender, mail in pairs if mail["To"] == address]


class Town:
    """A site at `address` that runs as a club runs it, and the mailboxes of its people."""

    def __init__(
        self, address: str, mailboxes: Mailboxes, mail_port: int, posted: Path = Path()
    ) -> None:
        self.address = address
        self.mailboxes = mailboxes
        self.posted = posted
        """What the site has posted to the public internet, for `pushes.kept`."""
        self._mail_port = mail_port

    def send(self, mail: EmailMessage) -> None:
        """Hand a mail over to the site, as a mail server does."""
        with smtplib.SMTP(HOST, self._mail_port, timeout=PATIENCE) as client:
            client.send_message(mail)

    def send_back(self, bounce: str, sender: str) -> None:
        """Hand a bounce over to the site: it has no sender that could be answered."""
        with smtplib.SMTP(HOST, self._mail_port, timeout=PATIENCE) as client:
            client.sendmail("", [sender], bounce)

    def leap(self, span: timedelta, patience: float = PATIENCE) -> None:
        """Let the site's clock leap; wait before and after until all is done that is due."""
        until(lambda: not _due(), patience)
        clock.move(span)
        until(lambda: not _due(), patience)


def until(happened: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait until something is true, for so many seconds at most; return what it is."""
    deadline = time.monotonic() + patience
    while not (found := happened()):
        if time.monotonic() > deadline:
            raise AssertionError(f"It did not happen within {patience:.0f} seconds.")
        time.sleep(GLANCE)
    return found


@contextmanager
def town(folder: Path) -> Iterator[Town]:
    """Run a site on the database of the test, as long as the context lasts.

    `folder` takes its files, and what its processes print.
    """
    ports = [parts.free_port() for _ in range(3)]
    web, mail_in, mail_out = (f"{HOST}:{port}" for port in ports)
    mailboxes = Mailboxes()
    env = {
        name: value for name, value in os.environ.items() if name not in ("CACHE_URL", "REDIS_URL")
    } | {
        "DJANGO_SETTINGS_MODULE": "tests.running.settings",
        "SECRET_KEY": settings.SECRET_KEY,
        "VAR": str(folder),
        "DATABASE_URL": database_url(),
        "EMAIL_URL": f"smtp://{mail_out}",
        "SITE_URL": f"http://{web}",
        "REPLY_DOMAIN": REPLY_DOMAIN,
        "WEB_LISTEN": web,
        "WEB_PROCESSES": "1",
        "MAIL_LISTEN": mail_in,
        "LOG_LEVEL": "WARNING",
        "CONTACT": "host@hansa.example",
        clock.FILE: os.environ[clock.FILE],
        pushes.FILE: str(folder / "pushes"),
        "PYTHONPATH": str(settings.ROOT),
    }
    with ExitStack() as stack:
        stack.enter_context(mail_server(ports[2], HOST, mailboxes))
        for name in processes.TABLE:
            log = stack.enter_context((folder / f"{name}.log").open("w"))
            stack.enter_context(
                child(processes.command(name, env), env=env, stdout=log, stderr=log)
            )
        _wait_until_it_answers(f"http://{web}", ports[1])
        yield Town(f"http://{web}", mailboxes, ports[1], folder / "pushes")


def _wait_until_it_answers(address: str, mail_port: int) -> None:
    deadline = time.monotonic() + START_TIME
    while not (processes.answers(address) and _listens(mail_port)):
        if time.monotonic() > deadline:
            raise AssertionError("The site did not start.")
        time.sleep(GLANCE)


def _listens(port: int) -> bool:
    try:
        with smtplib.SMTP(HOST, port, timeout=START_TIME):
            return True
    except OSError:
        return False


def _due() -> bool:
    now = clock.now()
    # A worker that writes one has it for a while, which must not pass: another would write it, too.
    letters = Letter.objects.waiting().filter(Q(due_at__lte=now) | Q(attempts__gt=0), bundle=None)
    waits = Wait.objects.open().filter(next_check_at__lte=now, player__game__paused=None)
    votes = Vote.objects.filter(closed=None, closes__lte=now)
    return any(found.exists() for found in (letters, waits, votes))
