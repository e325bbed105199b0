"""Tell ratings how a game ended."""

import logging
from collections.abc import Iterable, Iterator

from django.db import transaction

from games.play.models import Game, Holder, Player, Status
from games.ratings import services as ratings
from games.ratings.finished import Finished, FinishedSeat
from games.ratings.models import Part, Reason

log = logging.getLogger(__name__)


def tell_ratings(game: Game) -> None:
    """Tell ratings that a game has ended; it is safe to tell it again. A hot-seat game is not told.

    A failure is only logged, since the game must be able to end: `record_results` tells what is
    missing later.
    """
    if game.hot_seat:
        return
    try:
        with transaction.atomic():
            ratings.record(finished(game))
    except Exception:
        log.exception("The result of game %s was not recorded", game.pk)


def finished(game: Game) -> Finished:
    """Return how a game ended, with everyone who has played in it since it started."""
    players = list(game.players.all())
    held = Holder.objects.filter(player__game=game).exclude(until__lt=game.started)
    turns = game.log.columns("on_turn")
    starter = next((seat for (seat,) in turns if seat is not None), 0)
    return Finished(
        game=game.pk,
        title=game.title,
        board=game.options.get("board", ""),
        players=len(players),
        # Games of old sites may lack the time.
        ended=game.ended or game.last_move_at or game.created,
        seats=list(_seats(players, held, starter)),
        reason=_reason(game),
    )


def _reason(game: Game) -> Reason:
    if game.status == Status.CANCELLED:
        return Reason.CANCELLED
    if game.result is None:
        return Reason.AGREED
    return Reason.NONE if game.rated else Reason.FRIENDLY


def _seats(players: list[Player], held: Iterable[Holder], starter: int) -> Iterator[FinishedSeat]:
    """Yield everyone who held a seat. Play goes round by seat, from the starter."""
    of_seat: dict[int, list[Holder]] = {}
    for holder in held:
        of_seat.setdefault(holder.player_id, []).append(holder)
    for player in players:
        holders = of_seat[player.pk]
        last = holders[-1]
        for holder in holders:
            is_last = holder is last
            if not is_last:
                part = Part.LEFT
            else:
                part = Part.WHOLE if len(holders) == 1 else Part.TOOK_OVER
            yield FinishedSeat(
                seat=player.seat,
                starts=(player.seat - starter) % len(players),
                part=part,
                user=holder.user_id,
                bot=holder.bot,
                place=player.place if is_last else None,
                score=player.score if is_last else None,
            )
