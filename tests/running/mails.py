"""A mail server that takes everything, takes its time, and counts."""

import asyncio
import email
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller

SLOWEST = 0.05
"""Seconds that a mail may lie in the server's hands."""


class Mail(NamedTuple):
    """A mail's addresses and what it says: its subject, its text and its HTML."""

    to: tuple[str, ...]
    text: str


class Mails:
    """The moments in which mails were taken, by Message-ID, in seconds of `time.monotonic`.

    `read` has what each says, and to whom it went. While it is `away` it takes none and says so.
    """

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}
        self.read: dict[str, Mail] = {}
        self.away = False

    def take(self, name: str, to: Sequence[str], text: str) -> None:
        """Count a mail, and keep what it says."""
        self.taken.setdefault(name, []).append(time.monotonic())
        before = self.read.get(name, Mail((), ""))
        self.read[name] = Mail((*before.to, *to), before.text + text)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail, and be slow to say so: a worker may die in between."""
        if self.away:
            return "451 Try again later"
        mail = email.message_from_bytes(envelope.content, policy=policy.default)
        self.take(mail["Message-ID"], envelope.rcpt_tos, f"{mail['Subject']}\n{_text(mail)}")
        await asyncio.sleep(random.uniform(0, SLOWEST))
        return "250 Taken"


def _text(mail: EmailMessage) -> str:
    parts = [part for part in mail.walk() if part.get_content_maintype() == "text"]
    return "\n".join(part.get_content() for part in parts)


@contextmanager
def mail_server(
    port: int, address: str = "127.0.0.1", mails: Mails | None = None
) -> Iterator[Mails]:
    """Listen at an address, which strangers must not reach, as long as the context lasts."""
    mails = Mails() if mails is None else mails
    controller = Controller(mails, hostname=address, port=port)
    controller.start()
    try:
        yield mails
    finally:
        controller.stop()
