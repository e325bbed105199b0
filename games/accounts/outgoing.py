"""Emails about accounts: what they contain, and who sends them.

They go to an address, not to a user: it may not be confirmed yet, or belong to nobody here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True)
class AccountLetter:
    """An email about an account.

    `template` is the prefix of its template names, `words` the context they are rendered with, and
    `lasts` how long the email stays useful.
    """

    template: str
    address: str
    words: dict[str, str]
    lasts: timedelta


Carrier = Callable[[AccountLetter], None]

_carriers: list[Carrier] = []


def register(carrier: Carrier) -> None:
    """Let a carrier send these emails."""
    if carrier not in _carriers:
        _carriers.append(carrier)


def send(letter: AccountLetter) -> None:
    """Pass an email to the carriers, which send it after the caller's transaction."""
    for carrier in _carriers:
        carrier(letter)
