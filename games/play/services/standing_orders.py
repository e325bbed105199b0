"""Set and remove standing orders, and plan the answers that they give later."""

from collections.abc import Mapping

from django.db import transaction

from games.bots import STANDING_ORDERS
from games.play.engine import standing_orders, timing
from games.play.engine.finishing import finish
from games.play.engine.locks import check_running, locked_game, own_seat
from games.play.engine.session import GameSession
from games.play.models import Player, StandingOrder


@transaction.atomic
def set_standing_order(*, player: Player, asked: str, filled: Mapping[str, str]) -> bool:
    """Save how a player wants a question answered; return whether that answers it now.

    `filled` are the fields of the question as text. Raises BadWish, NotYourTurn or LostSeat.
    """
    session, mine = _seated(player)
    view = session.title.view(session.state, mine.seat)
    wish = STANDING_ORDERS[session.title.id].clean(view, asked, filled)
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
    """Remove a standing order, if there is one; raises NotYourTurn or LostSeat."""
    session, mine = _seated(player)
    StandingOrder.objects.filter(player=mine, asked=asked).delete()
    _look_ahead(session, mine)


def _seated(player: Player) -> tuple[GameSession, Player]:
    """Lock a player's game; return a session and the player. Raises NotYourTurn or LostSeat."""
    game = locked_game(player.game_id)
    check_running(game)
    own_seat(player)
    session = GameSession(game)
    return session, session.players[player.seat]


def _look_ahead(session: GameSession, player: Player) -> None:
    """Plan the next check of a running clock again, since the player's standing orders changed."""
    if player.wait and player.wait.next_check_at:
        timing.plan_check(session, player.wait)
        player.wait.save()
