"""What all replies to emails of a game have in common: they are somebody's with a seat there."""

from collections.abc import Callable

from django.db import transaction
from django.db.models import QuerySet

from games.accounts.models import User
from games.play.engine.aside import set_aside
from games.play.engine.locks import SET_ASIDE, locked_game, own_seat
from games.play.errors import LostSeat
from games.play.letters.answer import REFUSED, Answer, Reply
from games.play.letters.former import Former
from games.play.models import Game, Holder, Player, PlayerQuerySet
from games.post import services as post
from games.post.inbound.replies import FOREIGN, Incoming, Outcome

FORMER = "former"
"""The outcome of a reply from somebody who has lost the seat since."""


def taken(
    incoming: Incoming,
    seats: PlayerQuerySet,
    holders: QuerySet[Holder],
    reply: Callable[[Game, Player], Reply],
) -> Outcome:
    """Carry out a reply from the seat that an address is for, and write back.

    Only the seat's player gets an answer, or if they have lost it since, those `holders` to whom
    the address was given. `reply` gets the game, locked, and the player. If the rules fail, nothing
    of it is kept and the game is set aside.
    """
    seat = seats.filter(user=incoming.user).first()
    if seat is None:
        return _too_late(incoming, holders)
    game = locked_game(seat.game_id)
    try:
        player = own_seat(seat)
    except LostSeat:
        return _too_late(incoming, holders)
    try:
        with transaction.atomic():
            said = reply(game, player)
    except Exception as error:
        if not set_aside(game.pk, error):
            raise
        said = Reply(REFUSED, [SET_ASIDE])
    answer = Answer(
        game=game.pk,
        seat=player.seat,
        mail=incoming.number,
        subject=incoming.subject,
        reply=said,
    )
    post.notify(answer, user=incoming.user)
    return Outcome(said.outcome, game.topic)


def _too_late(incoming: Incoming, holders: QuerySet[Holder]) -> Outcome:
    """Answer somebody who held the seat when the address was given to them, and nobody else."""
    held = holders.filter(user=incoming.user).select_related("player").first()
    if held is None:
        return FOREIGN
    game = held.player.game_id
    former = Former(game=game, mail=incoming.number, subject=incoming.subject)
    post.notify(former, user=incoming.user)
    return Outcome(FORMER, Game.topic_of(game))


def owner_of(holders: QuerySet[Holder]) -> tuple[User, str] | None:
    """Return the person to whom an address was given and the game's topic.

    None if it was given to nobody, or may have been given to several.
    """
    found = list(holders.filter(user__isnull=False).select_related("user", "player")[:2])
    if len(found) != 1 or found[0].user is None:
        return None
    return found[0].user, Game.topic_of(found[0].player.game_id)
