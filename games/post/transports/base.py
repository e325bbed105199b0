"""The base of all transports, and their errors."""

from abc import ABC, abstractmethod
from typing import ClassVar

from games.post.letters import Written
from games.post.models import Channel, Letter


class Rejected(Exception):
    """The letter was not accepted and will not be later; str() says why."""


class Trouble(Exception):
    """The letter was not accepted this time but may be later; str() says why."""


class Transport(ABC):
    """A way to send letters; `name` is that of the `ChannelKind`, or MAIL."""

    name: ClassVar[str]

    def check(self, address: str) -> None:  # noqa: B027 - most need no check
        """Raise PostError if a user cannot add this address."""

    def secret(self, channel: Channel) -> str:
        """Return the key that signs messages to a channel, '' if they are not signed."""
        return ""

    @abstractmethod
    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Send a letter; raises Rejected if trying again is pointless, Trouble if it may help.

        Any other exception is a bug, which is logged before the next attempt.
        """
