"""The draws of a duplicate: the same for everyone, and known to nobody before it is over.

A draw is HMAC-SHA256 of its name, with the secret of the week as the key: 'W draw 3 0' for the
third draw of the kind 'draw' in the week W. The 32 bytes are a number, the first byte being the
highest. Its remainder by the sum of the outcomes' weights falls on one of the outcomes, which are
in the order in which the rules list them. The last number of a name is 0, and one more each time
that the number is so high that remainders would not be equally likely.
"""

import hmac
import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, count
from random import Random
from typing import Final

from games.rules.title import Order

NUMBERS: Final = 2**256
"""How many numbers 32 bytes can be."""

BOTS: Final = "bots"
"""The kind of the names by which bots choose."""

MOST_THINGS: Final = 10_000
"""The highest sum of weights that is recognized in probabilities."""


def number_below(limit: int, secret: bytes, name: str) -> int:
    """Return a number from 0 to `limit` - 1, each equally likely, by a secret and a name.

    >>> number_below(6, b"herring", "2026-W49 start 1")
    0
    """
    fair = NUMBERS - NUMBERS % limit
    tried = (_number(secret, f"{name} {attempt}") for attempt in count())
    return next(number for number in tried if number < fair) % limit


def _number(secret: bytes, name: str) -> int:
    return int.from_bytes(hmac.digest(secret, name.encode(), "sha256"), "big")


def weights_of(probabilities: Sequence[float]) -> list[int]:
    """Return the smallest whole numbers that are to each other as probabilities are.

    >>> weights_of([0.5, 1 / 3, 1 / 6])
    [3, 2, 1]
    """
    shares = [Fraction(each).limit_denominator(MOST_THINGS) for each in probabilities]
    common = math.lcm(*(share.denominator for share in shares))
    return [int(share * common) for share in shares]


class WeekSources:
    """What the games of a week draw from: the nth draw of a kind is the same in all of them.

    Bots choose in a position as they do in the same position of another game.
    """

    def __init__(self, secret: bytes, week: str) -> None:
        self.secret = secret
        self.week = week

    def draw(self, kind: str, number: int, outcomes: Sequence[tuple[Order, float]]) -> Order:
        """Return the draw of a kind with a number, from 1, of outcomes with probabilities."""
        orders, probabilities = zip(*outcomes, strict=True)
        reached = list(accumulate(weights_of(probabilities)))
        drawn = number_below(reached[-1], self.secret, f"{self.week} {kind} {number}")
        chosen: Order = orders[next(at for at, end in enumerate(reached) if drawn < end)]
        return chosen

    def rng(self, digest: str) -> Random:
        """Return what bots choose with in the position with this digest."""
        return Random(_number(self.secret, f"{self.week} {BOTS} {digest}"))
