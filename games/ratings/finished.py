"""What play tells about a finished game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.ratings.models import Part, Reason


@dataclass(frozen=True)
class FinishedSeat:
    """A person (`user`, an id) or bot who played `part` of a game; neither for a deleted account.

    `seat` is the number of the seat, `starts` its place in the order of play from 0. `place` and
    `score` are None for someone who left, and in a game without a result.
    """

    seat: int
    starts: int
    part: Part
    user: int | None = None
    bot: str = ""
    place: int | None = None
    score: int | None = None


@dataclass(frozen=True)
class Finished:
    """A game that ended. `reason` says why it cannot be rated, if play knows one already."""

    game: int
    title: str
    board: str
    players: int
    ended: datetime
    seats: Sequence[FinishedSeat]
    reason: Reason = Reason.NONE
