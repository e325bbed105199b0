"""What all transports have in common."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from games.post.letters import Written

if TYPE_CHECKING:  # the models take their choices from the transports
    from games.post.models import Channel, Letter


class Refused(Exception):
    """The letter will not be taken, now or later; str() says why."""


class Trouble(Exception):
    """The letter was not taken this time, and may be the next; str() says why."""


class Transport(ABC):
    """A way to hand letters over: `name` is kept in the database, `label` is for people."""

    name: ClassVar[str]
    label: ClassVar[str]

    def check(self, address: str) -> None:  # noqa: B027 - most need no check
        """Raise PostError if a person cannot add this address."""

    def secret(self, channel: "Channel") -> str:
        """Return the key that signs what a channel gets, '' if nothing is signed."""
        return ""

    @abstractmethod
    def send(self, letter: "Letter", written: Written, address: str) -> None:
        """Hand a letter over; raise Refused if another try is of no use, Trouble if it may be.

        Any other exception is a fault on our side, which is logged before the next try.
        """
