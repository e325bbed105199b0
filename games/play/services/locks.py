"""One writer per game: whoever changes a game holds its row."""

from games.play.errors import LostSeat, NotYourTurn
from games.play.models import Game, Player, Status


def locked_game(game_id: int) -> Game:
    """Return the game, held until the transaction ends.

    Others may still write rows that refer to it, such as what is said at the table: whoever holds
    a row of theirs would else wait for the game while its holder waits for him.
    """
    return Game.objects.select_for_update(no_key=True).get(pk=game_id)


def own_seat(player: Player) -> Player:
    """Return a player as they are now, their row held; raises LostSeat if they lost the seat.

    Everything that acts for a seat calls this. `player` is whom the caller took for its player
    before the lock. Who changes a game holds it first; what is only said or noted needs no game.
    """
    # Without a join: after waiting for a row, PostgreSQL joins it to what it had found before.
    now = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if now.user_id is not None and now.user_id == player.user_id:
        return now
    whose = "it is free again" if now.is_free else f"{now.name} has it now"
    raise LostSeat(f"This seat is no longer yours: {whose}. What you sent was not taken.")


def check_running(game: Game) -> None:
    """Raise NotYourTurn unless orders can be given in the game."""
    if game.status == Status.OPEN:
        raise NotYourTurn("The game has not begun: it starts when every seat is taken.")
    if game.status != Status.RUNNING:
        raise NotYourTurn("The game is over; its record and its score sheet stay.")


def check_asked(player: Player, to_move: tuple[int, ...], names: list[str]) -> None:
    """Raise NotYourTurn unless play waits for the player."""
    if player.seat not in to_move:
        waited = " and ".join(names[seat] for seat in to_move if seat >= 0) or "nobody"
        raise NotYourTurn(f"Play waits for {waited}, not for you; your turn will come.")
