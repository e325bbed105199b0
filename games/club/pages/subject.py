"""Whose games a page is about: a person's or a bot's."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.accounts.models import User
from games.play.models import Player, PlayerQuerySet
from games.play.pages.cards import Seat

MOST_OF_BOT = 500
"""A bot plays in most games, so only its newest seats are counted and listed."""


@dataclass(frozen=True)
class Subject:
    """A person, or if `user` is None a bot by its id."""

    user: User | None = None
    bot: str = ""

    def seats(self) -> PlayerQuerySet:
        """Return the seats that they hold; the newest ones of a bot."""
        if self.user is not None:
            return Player.objects.filter(user=self.user)
        return self.newest_seats(MOST_OF_BOT)

    def newest_seats(self, most: int) -> PlayerQuerySet:
        """Return at most `most` of their newest seats, to be used within another query."""
        seats = Player.objects
        mine = seats.filter(user=self.user) if self.user else seats.filter(bot=self.bot)
        mine = mine.exclude(game__hot_seat=True)
        return seats.filter(pk__in=mine.order_by("-pk").values("pk")[:most])

    def places(self, seats: Iterable[Seat]) -> list[int]:
        """Return the places of their seats in a game, the best first."""
        user = self.user.pk if self.user else None
        mine = (seat for seat in seats if (seat.user, seat.bot) == (user, self.bot))
        return sorted(seat.place for seat in mine if seat.place is not None)
