"""A mail server that takes everything, takes its time, and counts."""

import asyncio
import email
import random
from collections import Counter
from email.message import Message
from types import TracebackType
from typing import Any, Self

from aiosmtpd.controller import Controller

SLOWEST = 0.05
"""Seconds that a mail may lie in the server's hands."""


class Mails:
    """The mails that were taken, by Message-ID; a context manager that listens on the loopback."""

    def __init__(self, port: int) -> None:
        self.taken: Counter[str] = Counter()
        self._controller = Controller(self, hostname="127.0.0.1", port=port)

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail, and be slow to say so: a worker may die in between."""
        mail: Message = email.message_from_bytes(envelope.content)
        self.taken[mail["Message-ID"]] += 1
        await asyncio.sleep(random.uniform(0, SLOWEST))
        return "250 Taken"
