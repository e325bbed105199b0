"""The register of reply handlers, which carry out replies to letters.

An app registers a handler for each kind of reply address in its letters. The handler runs in the
transaction that records the reply as received, so the same email or message in a chat never counts
twice, in the language of the user, whom it answers with a letter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from games.accounts.models import User
from games.post.inbound.address import Address
from games.post.models import Channel


@dataclass(frozen=True)
class Reply:
    """A reply from a user: from their confirmed address to one of this site's, or in a chat.

    The handler must check whether `address` belongs to this user. `lines` are what they wrote, and
    `html_lines` the same by the HTML of the email, if it has both: mail programs break the lines of
    the text. `display_name` is their name in the From line, '' if there is none. `complete` is
    False if the email was too long to read. `number` is the reply's id, the same however often the
    email arrives. `channel` is the chat to answer in; emails, which have none, are answered by
    email.
    """

    user: User
    address: Address
    subject: str
    lines: tuple[str, ...]
    complete: bool
    number: int
    html_lines: tuple[str, ...] = ()
    display_name: str = ""
    channel: Channel | None = None


class Outcome(NamedTuple):
    """What a reply did, as one word, and its topic."""

    word: str
    topic: str = ""


FOREIGN = Outcome("foreign")
"""The outcome of a reply to an address that does not belong to its sender."""


class ReplyHandler(NamedTuple):
    """Handles replies to one kind of address.

    `handle` carries out a reply and answers it. `owner` returns the user to whom an address was
    given and its topic, or None.
    """

    handle: Callable[[Reply], Outcome]
    owner: Callable[[Address], tuple[User, str] | None]


_handlers: dict[str, ReplyHandler] = {}


def register(kind: str, handler: ReplyHandler) -> None:
    """Register the handler of replies to a kind of address."""
    if _handlers.setdefault(kind, handler) != handler:
        raise ValueError(f"Replies of kind {kind!r} have a handler; choose another name.")


def handler_of(kind: str) -> ReplyHandler | None:
    """Return the handler of replies to a kind of address, or None."""
    return _handlers.get(kind)


def owner_of(address: Address) -> tuple[User, str] | None:
    """Return the user to whom an address was given and its topic, or None if they are gone."""
    handler = handler_of(address.kind)
    return handler.owner(address) if handler else None
