"""Games that people follow."""

from django.conf import settings
from django.db import models

from games.play.models.game import Game


class FollowedGame(models.Model):
    """A game that a person looks on at, and finds among their own."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="followed_games"
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="followers")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="game_followed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} follows {self.game}"
