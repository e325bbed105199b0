"""Standing orders: they are given and taken back, and answer late if they are to."""

from collections.abc import Mapping

from django.db import transaction

from games.bots import STANDING
from games.play.engine import standing_orders, timing
from games.play.engine.finishing import finish
from games.play.engine.locks import check_running, locked_game, own_seat
from games.play.engine.session import GameSession
from games.play.models import Player, StandingOrder


@transaction.atomic
def set_standing_order(*, player: Player, asked: str, filled: Mapping[str, str]) -> bool:
    """Keep how a player wants to be answered for; return whether that answers him now.

    `filled` are the fields of the question as text. Raises BadWish, NotYourTurn or LostSeat.
    """
    session, mine = _seated(player)
    view = session.title.view(session.state, mine.seat)
    wish = STANDING[session.title.id].clean(view, asked, filled)
    StandingOrder.objects.update_or_create(player=mine, asked=asked, defaults={"wish": wish})
    if standing_orders.question(session.title, session.state, mine.seat) == asked:
        session.go_on()
    if session.moves:
        finish(session, mine)
    else:
        _look_ahead(session, mine)
    return bool(session.moves)


@transaction.atomic
def remove_standing_order(*, player: Player, asked: str) -> None:
    """Take a standing order back, if there is one; raises NotYourTurn or LostSeat."""
    session, mine = _seated(player)
    StandingOrder.objects.filter(player=mine, asked=asked).delete()
    _look_ahead(session, mine)


def _seated(player: Player) -> tuple[GameSession, Player]:
    """Hold the game of a player, and return them there."""
    game = locked_game(player.game_id)
    check_running(game)
    own_seat(player)
    session = GameSession.of(game)
    return session, session.players[player.seat]


def _look_ahead(session: GameSession, player: Player) -> None:
    """Let a clock that is looked at anyway be looked at when the player's wish says."""
    if player.wait and player.wait.next_check_at:
        timing.plan_check(session.game, player.wait)
        player.wait.save()
