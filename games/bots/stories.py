"""Stories: a turn of a puzzle, what bots reply to it, and what its seat plays after that."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from games.rules.playthrough import Step


class Point(NamedTuple):
    """A difference between two stories, in `words`, and its `theme`.

    What a turn does continues 'The best turn'; what others reply is a sentence. Seats are named
    `{1}` and so on, counted from 1, and the story's own 'you'. `key` is the same for the same thing
    in another line of play.
    """

    key: tuple[str | int, ...]
    weight: float
    theme: str
    words: str


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
    """What a title knows of reasons."""

    def points(self, better: Story, other: Story) -> Iterable[Point]:
        """Return what the better turn does that the other does not."""

    def replies(self, better: Story, other: Story, number: int) -> Iterable[Point]:
        """Return what others do in one of the rounds, but until then not after the better turn.

        Rounds are counted from 0. What harms the seat most weighs most.
        """
