"""One writer per game: what changes a game locks its row first."""

from games.play.errors import LostSeat, NotYourTurn
from games.play.models import Game, Player, Status


def locked_game(game_id: int) -> Game:
    """Return the game, locked until the transaction ends.

    Others may still write rows that refer to it, such as chat messages. Otherwise a transaction
    that holds such a row would wait for the game while the game's holder waits for the row.
    """
    return Game.objects.select_for_update(no_key=True).get(pk=game_id)


def own_seat(player: Player) -> Player:
    """Return a player as they are now, their row locked; raises LostSeat if they lost the seat.

    Everything that acts for a seat calls this. `player` is the player as the caller read them
    before the lock. What changes a game locks the game first; chat and notes need no game.
    """
    # Without a join: after waiting for a row, PostgreSQL joins it to what it had found before.
    now = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if now.user_id is not None and now.user_id == player.user_id:
        return now
    whose = "It is free again" if now.is_free else f"{now.name} has it now"
    raise LostSeat(f"This seat is no longer yours. {whose}, and what you sent was ignored.")


def check_running(game: Game) -> None:
    """Raise NotYourTurn unless orders can be given in the game."""
    if game.status == Status.OPEN:
        raise NotYourTurn("The game has not started. It starts when every seat is taken.")
    if game.status != Status.RUNNING:
        raise NotYourTurn("This game is over. You can still see its score and record.")


def check_asked(player: Player, to_move: tuple[int, ...], names: list[str]) -> None:
    """Raise NotYourTurn unless the game waits for the player."""
    if player.seat not in to_move:
        waited = " and ".join(names[seat] for seat in to_move if seat >= 0) or "nobody"
        raise NotYourTurn(f"We're waiting for {waited}, not you. Your turn will come.")
