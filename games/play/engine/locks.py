"""One writer per game: every change to a game locks its row first, and checks who may act."""

from typing import Final

from games.play.errors import LostSeat, NotYourTurn
from games.play.models import Game, Player, Status
from games.rules.common.message import Player as PlayerName
from games.rules.common.message import message, series

SET_ASIDE: Final = message(
    "This game is set aside, because the rules failed on it. The staff know, and nothing you "
    "confirmed is lost."
)


def locked_game(game_id: int) -> Game:
    """Return the game, locked until the transaction ends.

    The lock still lets others write rows that refer to the game, such as chat messages. With a
    stronger lock, a transaction that holds such a row would wait for the game while the transaction
    that holds the game waits for that row.
    """
    return Game.objects.select_for_update(no_key=True).get(pk=game_id)


def own_seat(player: Player) -> Player:
    """Lock a player's row and return its current values; raises LostSeat if they lost the seat.

    Every action for a seat calls this, or `as_seated` under the lock of the game. `player` is the
    player as the caller read them before the lock. Changes to a game lock the game first; chat and
    notes do not need to.
    """
    # No join: after waiting for a lock, PostgreSQL joins the new row to rows it read before.
    return as_seated(player, Player.objects.select_for_update(no_key=True).get(pk=player.pk))


def as_seated(player: Player, now: Player) -> Player:
    """Return a player's current values, read under a lock; raises LostSeat if they lost the seat.

    It takes the game's lock to give a seat to another, so under that lock the players' rows need no
    further one.
    """
    if now.user_id is not None and now.user_id == player.user_id:
        return now
    if now.nickname:
        # The seats of a hot-seat table stay its creator's, whom the gate lets in.
        return now
    if now.is_free:
        raise LostSeat(
            message(
                "This seat is no longer yours. It is free again, and what you sent was ignored."
            )
        )
    raise LostSeat(
        message(
            "This seat is no longer yours. {player} has it now, and what you sent was ignored.",
            player=PlayerName(now.name),
        )
    )


def check_running(game: Game) -> None:
    """Raise NotYourTurn unless the game is running, and not set aside."""
    if game.status == Status.OPEN:
        raise NotYourTurn(message("The game has not started. It starts when every seat is taken."))
    if game.status != Status.RUNNING:
        raise NotYourTurn(message("This game is over. You can still see its score and record."))
    if game.set_aside_at:
        raise NotYourTurn(SET_ASIDE)


def check_asked(player: Player, to_move: tuple[int, ...]) -> None:
    """Raise NotYourTurn unless the game is waiting for the player."""
    if player.seat not in to_move:
        names = [each.name for each in Player.objects.at_table(player.game_id)]
        waited = [PlayerName(names[seat]) for seat in to_move if seat >= 0]
        if not waited:
            raise NotYourTurn(message("We're not waiting for you. Your turn will come."))
        raise NotYourTurn(
            message(
                "We're waiting for {players}, not you. Your turn will come.",
                players=series(waited),
            )
        )
