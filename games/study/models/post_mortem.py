"""The post-mortem of a finished game: what its players are told once they want to know."""

from typing import Final

from django.db import models
from django.utils.translation import pgettext_lazy

from games.play.models.game import Game

BEST: Final = "master"
PLAYED: Final = "played"
"""What the branches of its places are called in the database."""
_NAMES: Final = {
    BEST: pgettext_lazy("branch", "The Master bot's turn"),
    PLAYED: pgettext_lazy("branch", "As it was played"),
}


def name_in_words(name: str) -> str:
    """Return what a branch of a place of a post-mortem is called."""
    return str(_NAMES.get(name, name))


class PostMortem(models.Model):
    """The post-mortem of a finished game, made from its analysis.

    `told_at` is when its players were told by email, or when it came out that nobody is to be: None
    as long as they wait for the analysis. The games that have waited longest come first.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="post_mortem")
    wanted_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["wanted_at"],
                condition=models.Q(told_at=None),
                name="untold_post_mortems",
            ),
        ]

    def __str__(self) -> str:
        return f"Post-mortem of game {self.game_id}"
