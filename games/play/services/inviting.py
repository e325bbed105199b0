"""People are asked to a table by name."""

from typing import Any

from django.db import transaction

from games.accounts.models import User
from games.play.errors import NoSeat
from games.play.models import Game, Player
from games.play.services.locks import locked_game
from games.post import services as post
from games.post.models import Letter

MOST = 20
"""People who can be asked to one game."""


@transaction.atomic
def invite(*, game: Game, host: Any, name: str) -> User:
    """Write an invitation to the person of a name, one for each game; raises NoSeat."""
    game = locked_game(game.pk)
    players = list(Player.objects.at_table(game))
    seated = {player.user_id for player in players}
    if game.creator_id != host.pk and host.pk not in seated:
        raise NoSeat("Only who sits at this table, or created the game, asks others to it.")
    if not game.is_open or not any(player.is_free for player in players):
        raise NoSeat("No seat is free here any more.")
    guest = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if guest is None:
        raise NoSeat(
            "Nobody here goes by that name. Somebody without an account can be sent the link."
        )
    if guest.pk in seated:
        raise NoSeat(f"{guest.username} sits at this table already.")
    sent = Letter.objects.filter(kind="invitation", subject_of=game.subject, channel=None)
    if sent.count() >= MOST:
        raise NoSeat(f"{MOST} people were asked to this game by name; send others the link.")
    post.notify(
        kind="invitation",
        user=guest,
        key=f"invitation:{game.pk}:{guest.pk}",
        subject_of=game.subject,
        payload={"game": game.pk, "by": host.pk},
    )
    return guest
