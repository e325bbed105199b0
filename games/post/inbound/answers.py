"""The register of those who take answers to letters.

A room registers a taker for each kind of address that it puts into its letters. The taker works
inside the transaction in which the answer is noted as received, so the same mail never counts
twice; it answers the person by a letter of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.post.inbound.address import About

if TYPE_CHECKING:  # rooms register before the models are loaded
    from games.accounts.models import User


@dataclass(frozen=True)
class Incoming:
    """An answer from a person whose address is confirmed.

    `payload` is what the address was made with: the taker still has to see whether it concerns
    this person. `lines` are what they wrote. `complete` is False if the mail was too long to read.
    `number` is the answer's own, the same however often the mail comes.
    """

    user: "User"
    payload: str
    subject: str
    lines: tuple[str, ...]
    complete: bool
    number: int


@dataclass(frozen=True)
class Outcome:
    """What became of an answer, in a word, and what it was about."""

    word: str
    subject_of: str = ""


FOREIGN = Outcome("foreign")
"""What becomes of an answer that does not concern the person who wrote it."""

Taker = Callable[[Incoming], Outcome]

Owner = Callable[[str], "tuple[User, str] | None"]
"""From a payload to the person whom its address was given to, and what it is about."""


class _Desk(NamedTuple):
    taker: Taker
    owner: Owner


_desks: dict[str, _Desk] = {}


def register(kind: str, taker: Taker, owner: Owner) -> None:
    """Let the taker take all answers of a kind; `owner` tells whom their addresses belong to."""
    if _desks.setdefault(kind, _Desk(taker, owner)) != (taker, owner):
        raise ValueError(f"Answers of kind {kind!r} are taken already; take another name.")


def taker_of(kind: str) -> Taker | None:
    """Return who takes answers of a kind, if anybody does."""
    desk = _desks.get(kind)
    return desk.taker if desk else None


def owner_of(subject: About) -> "tuple[User, str] | None":
    """Return whom an address was given to and what it is about, if they are still there."""
    desk = _desks.get(subject.kind)
    return desk.owner(subject.payload) if desk else None
