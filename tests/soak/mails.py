"""A mail server that takes everything, takes its time, and counts."""

import asyncio
import email
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller

SLOWEST = 0.05
"""Seconds that a mail may lie in the server's hands."""


class Mails:
    """The moments in which mails were taken, by Message-ID, in seconds of `time.monotonic`."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail, and be slow to say so: a worker may die in between."""
        mail: Message = email.message_from_bytes(envelope.content)
        self.taken.setdefault(mail["Message-ID"], []).append(time.monotonic())
        await asyncio.sleep(random.uniform(0, SLOWEST))
        return "250 Taken"


@contextmanager
def mail_server(port: int) -> Iterator[Mails]:
    """Listen on the loopback as long as the context lasts."""
    mails = Mails()
    controller = Controller(mails, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield mails
    finally:
        controller.stop()
