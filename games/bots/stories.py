"""Stories: a turn of a puzzle, what bots reply to it, and what its seat plays after that."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from games.rules.common.message import Message
from games.rules.playthrough import Step

Fact = tuple[str | int, ...]
"""What a turn does, or what others reply: a kind, and what that needs to be told.

Ids are those of orders, and seats are counted from 1. None has a space or a semicolon.
"""


class Point(NamedTuple):
    """A difference between two stories, as a `fact`, and its `theme`.

    `key` is the same for the same thing in another line of play.
    """

    key: tuple[str | int, ...]
    weight: float
    theme: str
    fact: Fact


class Round(NamedTuple):
    """What the others do until the seat's next turn begins `at` a position, and that turn."""

    replies: Sequence[Step]
    at: Any
    turn: Sequence[Step]


class Story(NamedTuple):
    """A turn of a seat from a position on, where it ends, and the rounds that follow.

    Everyone plays on as the quick bot does; see `games.bots.reasons`.
    """

    seat: int
    start: Any
    turn: Sequence[Step]
    end: Any
    rounds: Sequence[Round]


class Reasons(Protocol):
    """What a title knows of reasons.

    `THEMES` are what a puzzle can be about, in words by their ids, which no other title has.
    """

    THEMES: Mapping[str, Message]

    def points(self, better: Story, other: Story) -> Iterable[Point]:
        """Return what the better turn does that the other does not."""

    def replies(self, better: Story, other: Story, number: int) -> Iterable[Point]:
        """Return what others do in one of the rounds, but until then not after the better turn.

        Rounds are counted from 0. What harms the seat most weighs most.
        """

    def told(self, board: Any, fact: Fact, names: Sequence[str]) -> Sequence[Message]:
        """Return a fact of such a point in sentences.

        What a turn does is told of 'it'. `names` are those of the seats.
        """
