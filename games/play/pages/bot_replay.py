"""A thinking bot's turn, move by move, as the table on which it was thinking shows it."""

from typing import Final

from games.play.access import Access
from games.play.models import Log

MOST: Final = 60
"""A page further behind than this, such as one that was asleep, gets the table at once."""


def next_shown(access: Access, shown: int) -> int | None:
    """Return the number of the move to show to someone who has seen the table after `shown` moves.

    Chance shows at once what a move brought. Return None if the table itself comes next: at
    most one move is new to them, or the next one was made in a person's turn.
    """
    made = access.game.moves_made
    if not 0 <= shown < made <= shown + MOST:
        return None
    move, *later = Log(access.game).between(shown + 1, made)
    if move.on_turn is None or not access.players[move.on_turn].bot:
        return None
    return next((each.number - 1 for each in later if each.seat is not None), None)
