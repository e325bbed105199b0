"""What all replies to emails of a game have in common: they are somebody's with a seat there."""

from collections.abc import Callable

from games.accounts.models import User
from games.play.engine.locks import locked_game, own_seat
from games.play.errors import LostSeat
from games.play.letters.answer import Answer, Reply
from games.play.models import Game, Player, PlayerQuerySet
from games.post import services as post
from games.post.inbound.answers import FOREIGN, Incoming, Outcome


def taken(
    incoming: Incoming, seats: PlayerQuerySet, reply: Callable[[Game, Player], Reply]
) -> Outcome:
    """Carry out a reply from the seat that an address is for, and write back.

    Only the seat's own player gets an answer. `reply` gets the game, locked, and the player.
    """
    seat = seats.filter(user=incoming.user).first()
    if seat is None:
        return FOREIGN
    game = locked_game(seat.game_id)
    try:
        player = own_seat(seat)
    except LostSeat:
        return FOREIGN
    said = reply(game, player)
    answer = Answer(
        game=game.pk,
        seat=player.seat,
        mail=incoming.number,
        subject=incoming.subject,
        reply=said,
    )
    post.notify(answer, user=incoming.user)
    return Outcome(said.outcome, game.topic)


def owner_of(seats: PlayerQuerySet) -> tuple[User, str] | None:
    """Return the player of the seat that an address is for and the game's topic, or None."""
    seat = seats.filter(user__isnull=False)
    player = seat.select_related("game", "user").defer("game__state").first()
    if player is None or player.user is None:
        return None
    return player.user, player.game.topic
