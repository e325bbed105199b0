"""Keep and withdraw conditional lines."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from games.play.engine.conditional import parts_of
from games.play.engine.locks import check_running, locked_game, own_seat
from games.play.errors import PlayError, Stale
from games.play.models import ConditionalLine, Player
from games.rules.common.message import message

MOST: Final = 20
"""The most conditional lines of a player that may wait in a game."""
LONGEST: Final = 400
"""The most orders of a conditional line."""


@transaction.atomic
def keep_line(
    *, player: Player, number: int, steps: Sequence[tuple[int, str]], free: bool = False
) -> ConditionalLine:
    """Keep a line that plays for a player once what it supposes has come after move `number`.

    `steps` are the seats and orders of all, as the player may see them, in turn; those of others
    and of chance are what the line supposes. If the line is `free`, other things may come as well.
    A line that waits already is returned: a click counts once, however often it is sent.
    Raises LostSeat, NotYourTurn, Stale, or PlayError with what would be right.
    """
    game = locked_game(player.game_id)
    check_running(game)
    mine = own_seat(player)
    if number != game.moves_made:
        raise Stale(
            message("The game has moved on since this plan. Go on from the current position.")
        )
    parts = parts_of(mine.seat, steps)
    if not parts:
        raise PlayError(
            message("Nothing in this line is yours to play. Add your own turn to it first.")
        )
    if mine.seat in game.rules().to_move(game.position()):
        raise PlayError(
            message(
                "It's your turn now, so make this your draft. Once you've confirmed it, you can "
                "keep what comes after it as a conditional turn."
            )
        )
    if not parts[0][0] and not free:
        raise PlayError(message("Say what has to happen first, or allow anything to happen."))
    if len(steps) > LONGEST:
        raise PlayError(
            message(
                "This line has {number} orders. At most {most} are allowed.",
                number=len(steps),
                most=LONGEST,
            )
        )
    waiting = list(ConditionalLine.objects.waiting(game).filter(player=mine))
    for line in waiting:
        if (line.begun, line.parts, line.free) == (number, parts, free):
            return line
    if len(waiting) >= MOST:
        raise PlayError(
            message(
                "You have {number} conditional turns waiting in this game. Withdraw one of them "
                "first.",
                number=MOST,
            )
        )
    return ConditionalLine.objects.create(
        player=mine, user=mine.person, parts=parts, free=free, begun=number, followed=number
    )


@transaction.atomic
def withdraw_line(*, player: Player, line: int) -> None:
    """Delete a conditional line, if the player has it; raises LostSeat.

    What it has played stays in the log of the game.
    """
    locked_game(player.game_id)
    ConditionalLine.objects.filter(player=own_seat(player), user=player.user_id, pk=line).delete()
