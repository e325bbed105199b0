"""The register of takers, which handle replies to letters.

An app registers a taker for each kind of reply address in its letters. The taker runs in the
transaction that records the reply as received, so the same email never counts twice. It answers the
user with a letter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.post.inbound.address import About

if TYPE_CHECKING:  # apps register before models load
    from games.accounts.models import User


@dataclass(frozen=True)
class Incoming:
    """A reply from a user, sent from their confirmed address.

    `payload` is that of the reply address: the taker must check whether it belongs to this user.
    `lines` are what they wrote, and `unbroken` the same by the HTML of the email, if it has both:
    mail programs break the lines of the text. `called` is their name in the From line, '' if there
    is none. `complete` is False if the email was too long to read. `number` is the reply's id, the
    same however often the email arrives.
    """

    user: "User"
    payload: str
    subject: str
    lines: tuple[str, ...]
    complete: bool
    number: int
    unbroken: tuple[str, ...] = ()
    called: str = ""


@dataclass(frozen=True)
class Outcome:
    """The result of a reply, as one word, and its topic."""

    word: str
    topic: str = ""


FOREIGN = Outcome("foreign")
"""The outcome of a reply to an address that does not belong to its sender."""

Taker = Callable[[Incoming], Outcome]

Owner = Callable[[str], "tuple[User, str] | None"]
"""Returns the owner of an address with this payload and its topic, or None."""


class _Desk(NamedTuple):
    taker: Taker
    owner: Owner


_desks: dict[str, _Desk] = {}


def register(kind: str, taker: Taker, owner: Owner) -> None:
    """Register the taker of a kind of replies; `owner` returns the owners of their addresses."""
    if _desks.setdefault(kind, _Desk(taker, owner)) != (taker, owner):
        raise ValueError(f"Replies of kind {kind!r} are taken already; choose another name.")


def taker_of(kind: str) -> Taker | None:
    """Return the taker of a kind of replies, or None."""
    desk = _desks.get(kind)
    return desk.taker if desk else None


def owner_of(subject: About) -> "tuple[User, str] | None":
    """Return the owner of a reply address and its topic, or None if they no longer exist."""
    desk = _desks.get(subject.kind)
    return desk.owner(subject.payload) if desk else None
