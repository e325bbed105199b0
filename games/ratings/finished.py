"""What play tells about a finished game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.ratings.compared import Sat
from games.ratings.models import Part, Reason


@dataclass(frozen=True)
class FinishedSeat:
    """A person (`user`, an id) or bot who played `part` of a game; neither for a deleted account.

    A `bot_account` is a user, too, under whose name a program played.
    `seat` is the number of the seat, `starts` its place in the order of play from 0. `place` and
    `score` are None for someone who left, and in a game without a result. `gave_up` is when someone
    who began the game gave it up for their rating: they left, were replaced, or asked for a hint.
    """

    seat: int
    starts: int
    part: Part
    user: int | None = None
    bot: str = ""
    place: int | None = None
    score: int | None = None
    gave_up: datetime | None = None
    bot_account: bool = False

    @property
    def is_persons(self) -> bool:
        """Whether a person had the seat, also one whose account is deleted."""
        return not self.bot and not self.bot_account

    @property
    def sat(self) -> Sat:
        """The seat as it is compared."""
        who = self.bot or self.user
        return Sat(self.seat, who, self.starts, self.part, self.place, self.gave_up)


@dataclass(frozen=True)
class Finished:
    """A game that ended. `reason` says why it cannot be rated, if play knows one already.

    `seats` has the holders of each seat one after the other.
    """

    game: int
    title: str
    board: str
    players: int
    ended: datetime
    seats: Sequence[FinishedSeat]
    reason: Reason = Reason.NONE
