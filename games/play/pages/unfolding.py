"""A thinking bot's turn as a table shows it: move by move, each after the other."""

from typing import Final

from games.play.access import Access

MOST: Final = 60
"""A page that is behind by more moves, as one that was asleep, shows the table at once."""


def next_shown(access: Access, shown: int) -> int | None:
    """Return the number of the move to show to someone who has seen the table after `shown` moves.

    Return None if they see the table as it is next: nothing or only one move is new to them, or a
    person's turn has begun.
    """
    number, made = shown + 1, access.game.moves_made
    if shown < 0 or not number < made <= shown + MOST:
        return None
    move = access.game.log.between(number, number)[0]
    if move.on_turn is None or not access.players[move.on_turn].bot:
        return None
    return number
