"""One writer per game: whoever changes a game holds its row."""

from games.play.errors import NotYourTurn
from games.play.models import Game, Player, Status


def locked_game(game_id: int) -> Game:
    """Return the game, held until the transaction ends.

    Others may still write rows that refer to it, such as what is said at the table: whoever holds
    a row of theirs would else wait for the game while its holder waits for him.
    """
    return Game.objects.select_for_update(no_key=True).get(pk=game_id)


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
