"""Play on as a record says, chance too."""

from collections.abc import Sequence

from games.play.engine.session import GameSession
from games.play.models import PlayedBy
from games.rules.record import Entry
from games.rules.title import CHANCE, last_order


def play_recorded(session: GameSession, orders: Sequence[Entry], seat: int | None = None) -> None:
    """Play the next of a game's recorded orders: those of a seat, and what follows without players.

    `orders` are all that follow the position at which the game began. Without a seat, only what
    comes before a player's first choice is played. Raises IllegalOrder.
    """
    while session.number < len(orders):
        entry = orders[session.number]
        by = _played_by(session, entry.seat, seat)
        if by is None:
            return
        session.play_text(entry.seat, entry.text, by)


def _played_by(session: GameSession, next_seat: int, seat: int | None) -> PlayedBy | None:
    """Return who plays the order of the next seat in the turn of a seat; None for another player.

    The site ends a turn in which nothing else is left to do.
    """
    if next_seat in (seat, CHANCE):
        return PlayedBy.SEAT
    if next_seat == session.on_turn and last_order(session.title, session.state, next_seat):
        return PlayedBy.SITE
    return None
