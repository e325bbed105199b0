"""What the laws are held against: the mails and pushes that came, what died, what people noted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from games.accounts.models import User
from games.play.models import Game, Holder, Wait
from games.post.models import Letter
from tests.running.mails import Mail, Mails
from tests.soak.notes import Notes


class Pushed(NamedTuple):
    """A push that came to a phone: its letter, named as a mail would be, when, and what it shows.

    `taken` is in seconds, as of mails, and `at` of the site's clock.
    """

    letter: str
    taken: float
    at: datetime
    shown: Mail


@dataclass
class Evidence:
    """`killed` are the moments in which a worker or the database was dead, with how many letters
    were in hand at most; they and those of mails and pushes are seconds of one clock. `calm` are
    moments of the site's clock in which no letter was left that had been due.
    """

    mails: Mails = field(default_factory=Mails)
    killed: Mapping[float, int] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)
    pushes: Sequence[Pushed] = ()
    calm: Sequence[datetime] = ()

    @cached_property
    def taken(self) -> dict[str, list[float]]:
        """The moments in which letters came, as mails or pushes, by the names of mails."""
        taken = {name: list(moments) for name, moments in self.mails.taken.items()}
        for each in self.pushes:
            taken.setdefault(each.letter, []).append(each.taken)
        return taken

    @cached_property
    def read(self) -> dict[str, Mail]:
        """What letters said that came, and to whom they went."""
        return self.mails.read | {each.letter: each.shown for each in self.pushes}


SLACK = timedelta(minutes=3)
"""Moments that are noted by somebody else may be so far off."""


class Breach(NamedTuple):
    """A law that was broken, by its name, and how, in a sentence."""

    law: str
    sentence: str


class Seats:
    """Who has held the seats of a game, move by move."""

    def __init__(self, game: Game) -> None:
        self.held: dict[int, list[Holder]] = {}
        for holder in Holder.objects.filter(player__game=game).select_related("player", "user"):
            self.held.setdefault(holder.player.seat, []).append(holder)

    def __iter__(self) -> Iterator[tuple[int, list[Holder]]]:
        return iter(self.held.items())

    def holder(self, seat: int, number: int) -> Holder:
        """Return who held a seat when a move was played."""
        return [each for each in self.held[seat] if each.first_move <= number][-1]

    def person(self, seat: int, number: int) -> User | None:
        """Return the person who held a seat when a move was played; None for a bot."""
        return self.holder(seat, number).user

    def stayed(self, seat: int, number: int) -> bool:
        """Return whether a person held a seat from before the move after this one to after it."""
        return any(
            each.user_id is not None
            and each.first_move <= number + 1
            and (each.end_move is None or each.end_move > number + 1)
            and (each.first_move <= number or number == 0)
            for each in self.held[seat]
        )


def told_otherwise(wait: Wait) -> bool:
    """Return whether a wait may have no letter: it began while the seat was on offer.

    Or with a game of a league, which has a letter about all games of a person.
    """
    game = wait.player.game
    begins = game.event_id is not None and wait.since == game.started
    return begins or was_on_offer(wait, wait.since)


def was_on_offer(wait: Wait, by: datetime) -> bool:
    """Return whether the seat was offered to others by a moment, since its holder has it."""
    return any(
        each.payload["offered"] == wait.player.seat
        and wait.holder.since - SLACK <= each.created_at <= by + SLACK
        for each in Letter.objects.filter(kind="offered", topic=wait.player.game.topic)
    )
