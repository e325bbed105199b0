"""The base of all transports, and their errors."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from datetime import timedelta
from typing import ClassVar

from django.utils.functional import Promise

from games.post.letters import Written
from games.post.models import Channel, Letter


class Undelivered(Exception):
    """A letter was not accepted; str() says why, as `games.post.errors.told` reads it.

    `said` is a sentence in English that is a message, and `answer` what the other side said.
    """

    def __init__(self, said: str | Promise, answer: object = "") -> None:
        super().__init__(f"{said}\n{answer}".strip())


class Rejected(Undelivered):
    """The letter was not accepted and will not be later."""


class Gone(Rejected):
    """The channel no longer exists, as its service says."""


class Trouble(Undelivered):
    """The letter was not accepted this time but may be later, not before `pause` is over."""

    def __init__(
        self, said: str | Promise, answer: object = "", *, pause: timedelta = timedelta()
    ) -> None:
        super().__init__(said, answer)
        self.pause = pause


class Transport(ABC):
    """A way to send letters; `name` is that of the `ChannelKind`, or MAIL."""

    name: ClassVar[str]

    def check(self, address: str) -> None:  # noqa: B027 - most need no check
        """Raise PostError if a user cannot add this address."""

    def secret(self, channel: Channel) -> str:
        """Return the key that signs messages to a channel, '' if they are not signed."""
        return ""

    def forms(self, letter: Letter) -> Collection[str]:
        """Return the forms of a letter's body that `send` reads; most send its short text only."""
        return ()

    @abstractmethod
    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Send a letter; raises Rejected if trying again is pointless, Trouble if it may help.

        Any other exception is a bug, which is logged before the next attempt.
        """
