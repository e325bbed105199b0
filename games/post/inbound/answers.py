"""The register of what takes replies to letters.

A room registers a taker for each kind of address that it puts into its letters. The taker works
inside the transaction in which the reply is noted as received, so the same mail never counts twice;
it answers the person by a letter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.post.inbound.address import About

if TYPE_CHECKING:  # rooms register before the models are loaded
    from games.accounts.models import User


@dataclass(frozen=True)
class Incoming:
    """A reply from a person whose address is confirmed.

    `payload` is what the address was made with: the taker has to check whether it concerns this
    person. `lines` are what they wrote. `complete` is False if the mail was too long to read.
    `number` is the reply's own, the same however often the mail comes.
    """

    user: "User"
    payload: str
    subject: str
    lines: tuple[str, ...]
    complete: bool
    number: int


@dataclass(frozen=True)
class Outcome:
    """What became of a reply, in a word, and its topic."""

    word: str
    topic: str = ""


FOREIGN = Outcome("foreign")
"""The outcome of a reply that does not concern the person who wrote it."""

Taker = Callable[[Incoming], Outcome]

Owner = Callable[[str], "tuple[User, str] | None"]
"""Returns for a payload whom its address was given to, and its topic."""


class _Desk(NamedTuple):
    taker: Taker
    owner: Owner


_desks: dict[str, _Desk] = {}


def register(kind: str, taker: Taker, owner: Owner) -> None:
    """Register what takes replies of a kind; `owner` tells whom their addresses belong to."""
    if _desks.setdefault(kind, _Desk(taker, owner)) != (taker, owner):
        raise ValueError(f"Replies of kind {kind!r} are taken already; choose another name.")


def taker_of(kind: str) -> Taker | None:
    """Return what takes replies of a kind, or None."""
    desk = _desks.get(kind)
    return desk.taker if desk else None


def owner_of(subject: About) -> "tuple[User, str] | None":
    """Return whom an address was given to and its topic, if they are still there."""
    desk = _desks.get(subject.kind)
    return desk.owner(subject.payload) if desk else None
