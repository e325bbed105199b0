"""Leave a game, on purpose or because an account is closed; the game goes on."""

from typing import Any

from django.db import transaction

from games.play.engine import votes
from games.play.engine.absence import give_up
from games.play.engine.finishing import stop
from games.play.engine.locks import locked_game
from games.play.engine.session import GameSession
from games.play.errors import NoSeat
from games.play.event_hosts import comparison_of, host_of
from games.play.models import UNFINISHED, Change, Game, Player, Status
from games.play.models.game import LEFT
from games.play.services.seats import cancel, free_seat
from games.rules.common.message import message


@transaction.atomic
def leave(*, game: Game, user: Any) -> Game:
    """Give up a person's seat; raises NoSeat.

    Before the game starts, the seat is free again. In a running game, a bot plays and the seat is
    offered to others; if no other person plays, the game is cancelled, except in an event with a
    host, where its result counts all the same unless each person plays alone.
    """
    game = locked_game(game.pk)
    if not game.is_open and not game.is_running:
        raise NoSeat(message("The game is over, so you can't leave it."))
    if not game.players.filter(user=user).exists():
        raise NoSeat(message("You are not playing in this game."))
    _leave(game, user, Change.LEFT)
    return game


def give_up_seats(user: Any) -> None:
    """Remove a person whose account is being closed from all their games.

    Running games continue without them. A game that has not started is cancelled if nobody is left
    in it and they created it. Their hot-seat tables and records, which nobody else sees, are
    deleted.
    """
    Game.objects.filter(hot_seat=True, creator=user).delete()
    seated = Player.objects.filter(user=user, game__status__in=UNFINISHED).order_by()
    created = Game.objects.filter(creator=user, status=Status.OPEN)
    numbers = {*seated.values_list("game", flat=True), *created.values_list("pk", flat=True)}
    for pk in sorted(numbers):
        game = locked_game(pk)
        if game.players.filter(user=user).exists():
            _leave(game, user, Change.CLOSED)
        people = game.players.filter(user__isnull=False)
        if game.is_open and game.creator_id == user.pk and not people.exists():
            cancel(game, user)
    # Games that are over need no stand-in; the seat is shown as a former player's.
    Player.objects.filter(user=user).exclude(game__status=Status.RUNNING).update(user=None)


def is_last(players: list[Player], user: Any) -> bool:
    """Return whether a person plays with bots only, ours or those of others."""
    return not any(player.is_persons and player.user_id != user.pk for player in players)


def _leave(game: Game, user: Any, how: Change) -> None:
    if game.is_open:
        free_seat(game, game.players.get(user=user), how)
    elif game.is_running:
        session = GameSession(game)
        counts = host_of(game) is not None and comparison_of(game) is None
        if is_last(session.players, user) and not counts:
            stop(game, session, Status.CANCELLED, LEFT)
            return
        player = next(player for player in session.players if player.user_id == user.pk)
        give_up(session, player, how)
        votes.recount(game, session.now)
