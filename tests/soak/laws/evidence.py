"""What the laws are held against: the mails that came, what died, and what people noted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from games.accounts.models import User
from games.play.models import Game, Holder, Wait
from games.post.models import Letter
from tests.running.mails import Mails
from tests.soak.notes import Notes


@dataclass
class Evidence:
    """`killed` are the moments in which a worker or the database was dead, with how many letters
    were in hand at most; they and the mails' are seconds of one clock.
    """

    mails: Mails = field(default_factory=Mails)
    killed: Mapping[float, int] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)


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


def was_on_offer(wait: Wait, by: datetime) -> bool:
    """Return whether the seat was offered to others by a moment, since its holder has it."""
    return any(
        each.payload["offered"] == wait.player.seat
        and wait.holder.since - SLACK <= each.created_at <= by + SLACK
        for each in Letter.objects.filter(kind="offered", topic=wait.player.game.topic)
    )
