"""Pack the moves of finished games into one row each."""

import logging
import time
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.play.engine.locks import locked_game
from games.play.models import Game, Move, PackedLog, Status
from games.play.models.packed import COLUMNS

log = logging.getLogger(__name__)

BATCH: Final = 500


def pack(seconds: float) -> int:
    """Pack games that ended PACK_AFTER_DAYS ago, the oldest first, for about `seconds`.

    Return how many were packed. Each is packed in a transaction of its own, so that an interrupted
    run goes on where it stopped.
    """
    until = time.monotonic() + seconds
    packed, failed = 0, set[int]()
    while batch := list(_ripe().exclude(pk__in=failed).values_list("pk", flat=True)[:BATCH]):
        for game_id in batch:
            try:
                packed += pack_game(game_id)
            except Game.DoesNotExist:
                log.info("Game %s was deleted before it was packed", game_id)
            except ValueError:
                log.exception("Game %s was not packed", game_id)
                failed.add(game_id)
            if time.monotonic() > until:
                return packed
    return packed


@transaction.atomic
def pack_game(game_id: int) -> bool:
    """Pack the moves of a game that has ended; return whether they were not packed before.

    Raises ValueError, and leaves them, if the game goes on, or if what is packed would not be the
    whole log.
    """
    game = locked_game(game_id)
    if game.packed:
        return False
    if game.status not in (Status.OVER, Status.CANCELLED):
        raise ValueError(f"Game {game_id} has not ended.")
    moves = list(game.moves.all())
    if len(moves) != game.moves_made:
        raise ValueError(f"Game {game_id} counts {game.moves_made} moves, not {len(moves)}.")
    if moves:
        packed = PackedLog.of(game, moves)
        if _values(packed.between(1, packed.moves)) != _values(moves):
            raise ValueError(f"The moves of game {game_id} would not be what they were.")
        packed.save(force_insert=True)
        packed.take_rows()
    game.packed = True
    game.save(update_fields=["packed"])
    return True


def _ripe() -> Any:
    """Return the games to pack, the oldest first."""
    ended = Coalesce("ended", "last_move_at")
    games = Game.objects.filter(status__in=[Status.OVER, Status.CANCELLED], packed=False)
    old = timezone.now() - timedelta(days=settings.PACK_AFTER_DAYS)
    return games.alias(end=ended).filter(end__lt=old).order_by("end")


def _values(moves: list[Move]) -> list[tuple[Any, ...]]:
    """Return what the moves have in their columns, without their ids."""
    names = ("game_id", "number", "when", *COLUMNS)
    return [tuple(getattr(move, name) for name in names) for move in moves]
