"""Follow games: find them among one's own without having a seat."""

from django.db import transaction

from games.accounts.models import User
from games.play.errors import NotFollowed
from games.play.models import FollowedGame, Game
from games.rules.common.message import message

MOST = 50
"""The most games that one person can follow."""


@transaction.atomic
def follow_game(*, user: User, game: Game) -> None:
    """Follow a game that the person may see; following it again changes nothing.

    Raises NotFollowed if they have a seat in it or follow too many.
    """
    # Two requests at once must not both be the last that fits.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if game.players.filter(user=user).exists():
        raise NotFollowed(message("You have a seat in this game, so it's among yours already."))
    others = FollowedGame.objects.filter(user=user).exclude(game=game)
    if others.count() >= MOST:
        raise NotFollowed(
            message(
                "You follow {number} games, and more isn't possible. Unfollow one first.",
                number=MOST,
            )
        )
    FollowedGame.objects.get_or_create(user=user, game=game)


def unfollow_game(*, user: User, game: Game) -> None:
    """Stop following a game; without effect if the person does not follow it."""
    FollowedGame.objects.filter(user=user, game=game).delete()
