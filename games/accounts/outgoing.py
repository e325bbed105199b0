"""Letters about accounts: what they need to be written, and the room that carries them.

They go to an address, not to a person: it may not be confirmed yet, or belong to nobody here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True)
class AccountLetter:
    """A letter about an account.

    `template` is the beginning of the names of its templates, `words` are what they tell, `lasts`
    is how long it is of use to its reader.
    """

    template: str
    address: str
    words: dict[str, str]
    lasts: timedelta


Carrier = Callable[[AccountLetter], None]

_carriers: list[Carrier] = []


def register(carrier: Carrier) -> None:
    """Let a room carry these letters."""
    if carrier not in _carriers:
        _carriers.append(carrier)


def send(letter: AccountLetter) -> None:
    """Hand a letter to the room that carries it; it leaves after the caller's transaction."""
    for carrier in _carriers:
        carrier(letter)
