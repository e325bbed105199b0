"""The turns of bots as a table shows them on which one was thinking: move by move."""

from typing import Final

from games.play.access import Access

MOST: Final = 60
"""A page that is behind by more moves, as one that was asleep, shows the table at once."""


def next_shown(access: Access, shown: int) -> int | None:
    """Return the number of the move to show to someone who has seen the table after `shown` moves.

    Chance shows at once what a move brought. Return None if they see the table as it is next:
    nothing or only one move is new to them, or a person's turn has begun.
    """
    made = access.game.moves_made
    if not 0 <= shown < made <= shown + MOST:
        return None
    move, *later = access.game.log.between(shown + 1, made)
    if move.on_turn is None or not access.players[move.on_turn].bot:
        return None
    return next((each.number - 1 for each in later if each.seat is not None), None)
