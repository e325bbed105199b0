"""What the host of a game's event does with its games: give seats, and less time for turns."""

from typing import Any

from django.db import transaction

from games.play.engine import absence, votes
from games.play.engine.locks import check_running, locked_game
from games.play.engine.seating import note_free_seats
from games.play.engine.session import GameSession
from games.play.errors import NoSeat
from games.play.models import Change, Game, Holder, Player
from games.play.policies import obstacle_to_seat
from games.rules.common.message import message


@transaction.atomic
def give_seat(*, game: Game, seat: int, user: Any, excused: Any = None) -> Game:
    """Give a person a seat of a running game that is on offer or a bot's, with a fresh clock.

    Or that of a person who is `excused`: for their rating the game does not count. Someone who had
    it is told. Raises NoSeat if another plays there, or the person has a seat or may have none,
    NotYourTurn if the game is not running, and ValueError if it has no such seat.
    """
    game, session = _session(game)
    player = _player(session, seat)
    if excused is not None and player.user_id == excused.pk:
        Holder.objects.filter(player=player, end_move=None).update(excused=True)
    elif player.user_id is not None and not player.offered_at:
        raise NoSeat(message("This seat is taken. Look at the list again."))
    if any(each.user_id == user.pk for each in session.players):
        raise NoSeat(
            message("A person can have only one seat in a game. Give the other to someone else.")
        )
    if obstacle := obstacle_to_seat(game, user):
        raise NoSeat(obstacle)
    absence.take_over(session, player, user, fresh=True)
    return game


@transaction.atomic
def let_bot_play(*, game: Game, seat: int, quietly: bool = False) -> Game:
    """Let a bot play a seat of a running game to the end: it is not on offer any more.

    A person who has it loses it and is told, unless it is done `quietly`: then the caller tells
    them. Raises NotYourTurn if the game is not running, and ValueError if it has no such seat.
    """
    game, session = _session(game)
    player = _player(session, seat)
    if player.user_id is not None:
        hand_over = absence.hand_to_bot if quietly else absence.give_to_bot
        hand_over(session, player, Change.EVENT)
        votes.recount(game, session.now)
    if player.offered_at is not None:
        player.offered_at = None
        player.save(update_fields=["offered_at"])
        note_free_seats(game)
        votes.touch(game)
    return game


@transaction.atomic
def shorten(*, game: Game) -> Game:
    """Halve the time that each turn adds, to half of what the game's event says, at least an hour.

    To do so again changes nothing, and clocks that run keep their time. Raises NotYourTurn if the
    game is not running, and ValueError if no event gives its time.
    """
    game = locked_game(game.pk)
    check_running(game)
    hours = game.event.terms.get("hours") if game.event else None
    if hours is None:
        raise ValueError(f"No event gives the hours of game {game.pk}, so they can't be halved.")
    game.hours = min(game.hours, max(1, hours // 2))
    votes.touch(game)
    return game


def _session(game: Game) -> tuple[Game, GameSession]:
    """Lock a game, and return it with a session; raises NotYourTurn unless it is running."""
    game = locked_game(game.pk)
    check_running(game)
    return game, GameSession(game)


def _player(session: GameSession, seat: int) -> Player:
    """Return the player in a seat; raises ValueError if there is none."""
    if not 0 <= seat < len(session.players):
        raise ValueError(f"Game {session.game.pk} has no seat {seat}.")
    return session.players[seat]
