"""What the people of the soak did and were told, against which the laws hold the site."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from tests.soak.web import Answer


class Confirmation(NamedTuple):
    """What a seat confirmed: its orders, and whether the site has said that they are played."""

    seat: int
    orders: tuple[str, ...]
    told: bool


@dataclass
class Wish:
    """A person's standing orders in a game from a moment on, until the site said they are gone."""

    game: int
    user: int
    since: datetime
    removed: datetime | None = None


@dataclass
class Line:
    """A conditional line that a person asked the site to keep, until it said it is withdrawn.

    It begins after move `begun`; `steps` are seats and orders in turn, as the person sees them.
    """

    game: int
    user: int
    seat: int
    begun: int
    steps: list[tuple[int, str]]
    free: bool
    withdrawn: datetime | None = None


class Cast(NamedTuple):
    """A ballot that a person sent at a moment, whether or not the site has counted it."""

    vote: int
    user: int
    choice: str
    when: datetime


class Back(NamedTuple):
    """A person took their seat back at some moment from `after` to `before`."""

    game: int
    user: int
    after: datetime
    before: datetime


class Page(NamedTuple):
    """A page as a person saw it."""

    user: int
    path: str
    text: str


@dataclass
class Notes:
    """All notes.

    `laid` has how many moves each game had before. `confirmed` are those of each game, by its
    version and the seat; the third number is 0, unless a version was told to be played on twice.
    `pages` are what people saw. `answers` are those to each request of a program, by its key, as
    often as it was sent.
    """

    laid: dict[int, int] = field(default_factory=dict)
    confirmed: dict[int, dict[tuple[int, int, int], Confirmation]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    wishes: list[Wish] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    ballots: list[Cast] = field(default_factory=list)
    backs: list[Back] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    answers: dict[str, list[Answer]] = field(default_factory=lambda: defaultdict(list))

    def confirm(self, game: Any, seat: int, orders: tuple[str, ...], told: bool | None) -> None:
        """Note a confirmation: `told` is False if the site refused it, None without an answer."""
        if told is False:
            return
        noted, key = self.confirmed[game.pk], (game.version, seat, 0)
        # What got no answer is sent again; what is played makes a new version.
        while key in noted and noted[key].told:
            key = (*key[:2], key[2] + 1)
        noted[key] = Confirmation(seat, orders, bool(told))
