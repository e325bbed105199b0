"""Whose games a page is about: a person's or a bot's."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.models import Game, Player, PlayerQuerySet

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
        newest = Player.objects.filter(bot=self.bot).order_by("-pk")[:MOST_OF_BOT]
        return Player.objects.filter(pk__in=newest.values("pk"))

    def holds(self, player: Player) -> bool:
        """Return whether they hold a seat."""
        if self.user is not None:
            return player.user_id == self.user.pk
        return player.bot == self.bot

    def places(self, game: Game) -> list[int]:
        """Return their places in a game whose players are loaded, the best first."""
        mine = (player for player in game.players.all() if self.holds(player))
        return sorted(player.place for player in mine if player.place is not None)
