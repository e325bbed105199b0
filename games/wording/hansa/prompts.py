"""What a game asks, of whom, and by which rule, and what confirming does."""

from collections.abc import Sequence

from games.rules.common.message import Message, Place, Player, message, plural, series
from games.rules.hansa.board import load_board
from games.rules.hansa.orders import Order
from games.rules.hansa.play import ACTIONS
from games.rules.hansa.questions import surplus
from games.rules.hansa.view import View
from games.rules.title import Orders


def will(asked: str, names: Sequence[str]) -> Message:
    """Return what players will do whom a confirmation asks this."""
    players = series(map(Player, names))
    if asked == "lose":
        return message("{players} will choose what to lose.", players=players)
    return message("{players} will answer.", players=players)


def given_up(view: View, orders: Orders[Order]) -> list[Message]:
    """Return what the end of the turn gives up now, and the talers that are kept (H2.3, H2.5)."""
    talers = view.desks[view.turn].talers
    told = []
    if not ACTIONS.isdisjoint(orders.groups):
        city = Place(load_board(view.board).cities[view.ship].name)
        told.append(message("You do nothing in {city}.", city=city))
    if lost := surplus(talers):
        told.append(plural(lost, "You lose 1 taler.", "You lose {number} talers."))
    elif talers:
        told.append(plural(talers, "You keep 1 taler.", "You keep {number} talers."))
    return told
