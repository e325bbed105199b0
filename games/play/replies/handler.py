"""Handle replies to the emails of a game: open the seat, carry out what they say, and answer."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from games.accounts.models import User
from games.play.engine.aside import set_aside
from games.play.engine.locks import SET_ASIDE, locked_game, own_seat
from games.play.errors import LostSeat
from games.play.language import say
from games.play.letters.addresses import SeatAddress, VoteAddress, seat_address
from games.play.letters.answers import REFUSED, Answer, FormerAnswer, Result
from games.play.models import Game, Player
from games.play.replies import orders, votes
from games.post import services as post
from games.post.inbound.address import Address
from games.post.inbound.replies import FOREIGN, Outcome, Reply
from games.rules.common.message import message

FORMER = "former"
"""The outcome of a reply from somebody who has lost the seat since."""


class RulesFailed(Exception):
    """The rules have failed on a game, which is set aside now."""


def handle(reply: Reply) -> Outcome:
    """Carry out a reply from the seat that its address is for, and answer it."""
    address = seat_address(reply.address)
    if address is None:
        return FOREIGN
    try:
        with open_seat(address, reply.user) as (game, player):
            if isinstance(address, VoteAddress):
                result = votes.carry_out(player, reply, address.vote)
            else:
                result = orders.carry_out(game, player, reply, address)
    except LostSeat:
        return _answer_former_holder(address, reply)
    except RulesFailed:
        result = Result(REFUSED, [say(SET_ASIDE)])
    answer = Answer(
        game=game.pk,
        seat=player.seat,
        number=reply.number,
        subject=reply.subject,
        result=result,
    )
    post.notify(answer, user=reply.user, channel=reply.channel)
    return Outcome(result.outcome, game.topic)


@contextmanager
def open_seat(address: SeatAddress, user: User) -> Iterator[tuple[Game, Player]]:
    """Lock the game of the seat that an address is for; gives the game and the user as its player.

    Raises LostSeat if the user does not hold the seat. If the rules fail in the block, nothing of
    it is kept, the game is set aside, and RulesFailed is raised.
    """
    seat = address.seats.filter(user=user).first()
    if seat is None:
        raise LostSeat(message("This seat is not yours."))
    game = locked_game(seat.game_id)
    player = own_seat(seat)
    try:
        with transaction.atomic():
            yield game, player
    except Exception as error:
        if not set_aside(game.pk, error):
            raise
        raise RulesFailed from error


def owner(address: Address) -> tuple[User, str] | None:
    """Return the person to whom an address was given and the game's topic.

    None if it was given to nobody, or may have been given to several.
    """
    named = seat_address(address)
    if named is None:
        return None
    found = list(named.holders.filter(user__isnull=False).select_related("user", "player")[:2])
    if len(found) != 1 or found[0].user is None:
        return None
    return found[0].user, Game.topic_of(found[0].player.game_id)


def _answer_former_holder(address: SeatAddress, reply: Reply) -> Outcome:
    """Answer somebody who held the seat when the address was given to them, and nobody else."""
    held = address.holders.filter(user=reply.user).select_related("player").first()
    if held is None:
        return FOREIGN
    game = held.player.game_id
    answer = FormerAnswer(game=game, number=reply.number, subject=reply.subject)
    post.notify(answer, user=reply.user, channel=reply.channel)
    return Outcome(FORMER, Game.topic_of(game))
