"""Change who holds a seat, and record it in `Holder` rows. Callers hold the game's lock."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Max

from games.play.models import Change, Door, Game, Holder, Player


def seat_all(players: Iterable[Player], now: datetime) -> None:
    """Record who holds each seat when a game is created."""
    Holder.objects.bulk_create(
        Holder(
            player=player,
            user=player.user,
            bot=player.bot,
            nickname=player.nickname,
            since=now,
            came=Change.SEATED,
        )
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
    """Give a seat to a person or a bot, or free it if neither is given.

    `number` is the number of the first move that the new holder can play. The caller saves the game
    with a new version.
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
    else:
        game.mark_wanted(now)


def note_free_seats(game: Game) -> None:
    """Note since when anyone can take a seat of a game; the caller saves it with a new version."""
    seats = Player.objects.filter(game=game).order_by()
    if game.private:
        game.free_since = None
    elif game.is_running:
        game.free_since = seats.aggregate(last=Max("offered_at"))["last"]
    else:
        free = game.is_open and seats.filter(door=Door.OPEN).exists()
        game.free_since = game.created if free else None
