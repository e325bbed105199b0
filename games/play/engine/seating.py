"""Seats change hands: who sits there now, and the row that keeps who did. Callers hold the game."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.play.models import Change, Door, Game, Holder, Player


def seat_all(players: Iterable[Player], now: datetime) -> None:
    """Note who was seated when a game was created."""
    Holder.objects.bulk_create(
        Holder(player=player, user=player.user, bot=player.bot, since=now, came=Change.SEATED)
        for player in players
        if not player.is_free
    )


def change_hands(
    game: Game,
    player: Player,
    how: Change,
    now: datetime,
    *,
    number: int = 1,
    user: Any = None,
    bot: str = "",
) -> None:
    """Give a seat to a person or a bot before a move is played; without either it is free.

    The caller saves the game, whose version grows.
    """
    Holder.objects.filter(player=player, end_move=None).update(end_move=number, until=now, went=how)
    player.user, player.bot, player.door = user, bot, Door.NONE
    player.save(update_fields=["user", "bot", "door"])
    if user is not None or bot:
        Holder.objects.create(
            player=player, user=user, bot=bot, first_move=number, since=now, came=how
        )
    if game.is_running:
        game.handovers += 1
