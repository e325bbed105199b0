"""The register of those who take answers to letters.

A room registers a taker for each kind of address that it puts into its letters. The taker works
inside the transaction in which the answer is noted as received, so the same mail never counts
twice; it answers the person by a letter of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # rooms register before the models are loaded
    from games.accounts.models import User


@dataclass(frozen=True)
class Incoming:
    """An answer from a person whose address is confirmed.

    `payload` is what the address was made with: the taker still has to see whether it concerns
    this person. `lines` are what he wrote. `complete` is False if the mail was too long to be read.
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


Taker = Callable[[Incoming], Outcome]

_takers: dict[str, Taker] = {}


def register(kind: str, taker: Taker) -> None:
    """Let the taker take all answers of a kind."""
    if _takers.setdefault(kind, taker) is not taker:
        raise ValueError(f"Answers of kind {kind!r} are taken already; take another name.")


def taker_of(kind: str) -> Taker | None:
    """Return who takes answers of a kind, if anybody does."""
    return _takers.get(kind)
