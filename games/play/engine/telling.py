"""Tell ratings how a game ended."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from games.play.models import Game, Holder, Log, Outcome, Player, Status, Vote, VoteKind
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
    """Return how a game ended, with everyone who has played in it since it started.

    Raises ValueError if it goes on.
    """
    ended = game.ended
    if ended is None:
        raise ValueError(f"Game {game.pk} has not ended.")
    players = list(game.players.all())
    holders = Holder.objects.filter(player__game=game).exclude(until__lt=game.started)
    held = list(holders.select_related("user"))
    turns = Log(game).columns("on_turn")
    starter = next((seat for (seat,) in turns if seat is not None), 0)
    return Finished(
        game=game.pk,
        title=game.title,
        board=game.options.get("board", ""),
        players=len(players),
        ended=ended,
        seats=list(_seats(players, held, starter, _given_up(game, players, ended))),
        reason=_reason(game, held),
    )


def _reason(game: Game, held: Iterable[Holder]) -> Reason:
    hinted = any(holder.hinted for holder in held)
    if not game.rated and not hinted:
        return Reason.FRIENDLY
    if game.status == Status.CANCELLED:
        return Reason.CANCELLED
    if game.result is None:
        return Reason.AGREED
    return Reason.HINT if hinted else Reason.NONE


def _given_up(game: Game, players: Sequence[Player], ended: datetime) -> dict[int, datetime]:
    """Return which players have not seen their game to its end though nobody has their seat.

    A bot played to the end for those whose seats are still on offer. Others cancelled the game
    because someone was absent. Of a game without a result that only one person was left in, it was
    they who ended it, by leaving or by a vote of one.
    """
    given_up = {player.pk: player.offered_at for player in players if player.offered_at}
    if game.result is None:
        absent = Vote.objects.filter(game=game, kind=VoteKind.ABSENT, outcome=Outcome.CANCEL)
        given_up |= {vote.about_id: vote.opened for vote in absent if vote.about_id}
        people = [player for player in players if player.user_id is not None]
        if len(people) == 1:
            given_up.setdefault(people[0].pk, ended)
    return given_up


def _seats(
    players: Iterable[Player],
    held: Iterable[Holder],
    starter: int,
    given_up: Mapping[int, datetime],
) -> Iterator[FinishedSeat]:
    """Yield everyone who held a seat. Play goes round by seat, from the starter."""
    players = list(players)
    of_seat: dict[int, list[Holder]] = {}
    for holder in held:
        of_seat.setdefault(holder.player_id, []).append(holder)
    for player in players:
        first, *_ = holders = of_seat[player.pk]
        for holder in holders:
            left = given_up.get(player.pk) if holder is holders[-1] else holder.until
            is_last = holder is holders[-1] and (bool(holder.bot) or not left)
            if not is_last:
                part = Part.LEFT
            else:
                part = Part.WHOLE if holder is first else Part.TOOK_OVER
            gave_up = [moment for moment in (left, holder.hinted) if moment]
            began = holder is first and not holder.bot and not holder.excused
            yield FinishedSeat(
                seat=player.seat,
                starts=(player.seat - starter) % len(players),
                part=part,
                user=holder.user_id,
                bot=holder.bot,
                place=player.place if is_last else None,
                score=player.score if is_last else None,
                gave_up=min(gave_up) if began and gave_up else None,
                bot_account=holder.user is not None and holder.user.is_bot_account,
            )
