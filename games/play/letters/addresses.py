"""Reply addresses: each names what its email asks for, and of whom.

turn.345.12      orders in wait 345, after the player's own move 12
turn.7.0.12      orders for seat 0 of game 7, whose player was not waited for, after move 12
vote.12.0        a choice of seat 0 in vote 12
"""

import re
from abc import ABC, abstractmethod
from dataclasses import astuple, dataclass
from typing import ClassVar, Final, Self

from django.db.models import F, Q, QuerySet

from games.play.models import Holder, Player, PlayerQuerySet
from games.post.inbound.address import Address, reply_address

ORDERS_KIND = "turn"
"""The kind of addresses for orders in `games.post`."""
VOTE_KIND = "vote"
"""The kind of addresses for votes in `games.post`."""


@dataclass(frozen=True)
class SeatAddress(ABC):
    """An address for replies from a seat; its fields, separated by dots, are the payload."""

    kind: ClassVar[str]
    form: ClassVar[re.Pattern[str]]

    @classmethod
    def parse(cls, address: Address) -> Self | None:
        """Return what an address names, or None if it is of another form."""
        match = cls.form.fullmatch(address.payload) if address.kind == cls.kind else None
        return cls(*map(int, match.groups())) if match else None

    @property
    def payload(self) -> str:
        """What it names, as `parse` reads it."""
        return ".".join(map(str, astuple(self)))

    @property
    def email(self) -> str:
        """The email address, or '' if the site takes no replies."""
        return reply_address(self.kind, self.payload)

    @property
    def local(self) -> str:
        """Its kind and payload, as they stand in the email address."""
        return f"{self.kind}.{self.payload}"

    @property
    @abstractmethod
    def seats(self) -> PlayerQuerySet:
        """The seat that it is for; empty if there is none."""

    @property
    @abstractmethod
    def holders(self) -> QuerySet[Holder]:
        """Those to whom it may have been given."""


@dataclass(frozen=True)
class WaitAddress(SeatAddress):
    """For orders in a wait, after the player's own newest move."""

    wait: int
    last_move: int

    kind = ORDERS_KIND
    form = re.compile(r"(\d{1,18})\.(\d{1,9})")

    @property
    def seats(self) -> PlayerQuerySet:
        return Player.objects.filter(waits=self.wait)

    @property
    def holders(self) -> QuerySet[Holder]:
        """The holder who was asked."""
        return Holder.objects.filter(waits=self.wait)


@dataclass(frozen=True)
class IdleAddress(SeatAddress):
    """For orders of a player who is not waited for, after their own newest move."""

    game: int
    seat: int
    last_move: int

    kind = ORDERS_KIND
    form = re.compile(r"(\d{1,10})\.(\d{1,3})\.(\d{1,9})")

    @property
    def seats(self) -> PlayerQuerySet:
        return Player.objects.filter(game=self.game, seat=self.seat)

    @property
    def holders(self) -> QuerySet[Holder]:
        """Everyone who has held the seat since."""
        held = Holder.objects.filter(player__game=self.game, player__seat=self.seat)
        return held.filter(Q(end_move=None) | Q(end_move__gt=self.last_move))


@dataclass(frozen=True)
class VoteAddress(SeatAddress):
    """For a player's choice in a vote."""

    vote: int
    seat: int

    kind = VOTE_KIND
    form = re.compile(r"(\d{1,18})\.(\d{1,3})")

    @property
    def seats(self) -> PlayerQuerySet:
        return Player.objects.filter(game__votes=self.vote, seat=self.seat)

    @property
    def holders(self) -> QuerySet[Holder]:
        """The holder who was asked."""
        opened = F("player__game__votes__opened")
        return Holder.objects.filter(
            Q(until=None) | Q(until__gt=opened),
            player__game__votes=self.vote,
            player__seat=self.seat,
            since__lte=opened,
        )


FORMS: Final = (WaitAddress, IdleAddress, VoteAddress)


def seat_address(address: Address) -> SeatAddress | None:
    """Return what a reply address names, or None if it is of no known form."""
    return next(filter(None, (form.parse(address) for form in FORMS)), None)


def orders_address(player: Player) -> WaitAddress | IdleAddress:
    """Return the address for a player's orders as of now: it changes with each wait and own move.

    Moves of others while the player is asked do not change it, nor do they empty the draft.
    """
    if player.wait:
        return WaitAddress(player.wait.pk, player.last_move)
    return IdleAddress(player.game_id, player.seat, player.last_move)
