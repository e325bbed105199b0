"""The labels of Hansa's buttons: what an order does."""

from collections.abc import Sequence
from typing import cast

from games.drawing.hansa.words import by_colour, city_name, goods_name
from games.rules.common.telling import listed
from games.rules.hansa.orders import Build, Discard, Order
from games.rules.hansa.pieces import COLOURS, barrels_of, counted
from games.rules.hansa.questions import booths_for, price, sold_points
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.hansa.turn import REPLENISHING
from games.rules.hansa.view import View

TITLES = {
    "booths": "Put up booths",
    "replenish": "Start of turn",
    "buy": "Buy",
    "sell": "Sell",
    "build": "Put up booths",
    "sail": "Sail",
    "discard": "Discard as toll",
    "lose": "Lose",
    "end": "End the turn",
}
"""The headings of the list, in its order."""


def label(view: View, order: Order, names: Sequence[str]) -> str:
    """Return what an order does; `names` are the players' names."""
    if order.verb == "booths":
        return f"{counted(BOOTHS_A_ROUND, 'booth')} to {city_name(view, order.city)}"
    if order.verb == "sail":
        return f"Sail to {city_name(view, order.city)}"
    if order.verb == "replenish":
        return f"Fill the warehouses for {counted(REPLENISHING, 'taler')}"
    if order.verb == "buy":
        return f"Buy a {goods_name(order.good)}, {_price(view, names)}"
    if order.verb == "build":
        booths, city = _booths(view, order.good), city_name(view, view.ship)
        return f"{booths} to {city} for a {goods_name(order.good)}"
    if order.verb == "sell":
        return f"Sell {_goods(order.goods)}: {counted(sold_points(order.goods), 'point')}"
    if order.verb == "discard":
        return f"Discard a {goods_name(order.good)} as toll"
    return f"Lose a {goods_name(order.good)}" if order.verb == "lose" else "End the turn"


def target_label(view: View, orders: Sequence[Order]) -> str:
    """Return the label of a first click that has several meanings."""
    order = orders[0]
    if order.verb != "sell":
        return f"Use a {goods_name(cast('Build | Discard', order).good)}"
    colours = list(by_colour(order.goods))
    return f"Sell {COLOURS[colours[0]]}" if len(colours) == 1 else "Sell several colours"


def _price(view: View, names: Sequence[str]) -> str:
    """What a marker costs in the city of the ship, and who gets it (H3.1)."""
    talers, to = price(view.booths[view.ship], view.turn)
    if not talers:
        return "for free"
    return f"{counted(talers, 'taler')} to {'the bank' if to is None else names[to]}"


def _booths(view: View, code: int) -> str:
    """How many booths a marker brings (H3.2)."""
    return counted(booths_for(view, view.turn, code), "booth")


def _goods(codes: Sequence[int]) -> str:
    """Markers by colour: 'red 1, 2 and 3, blue 2 and 2'."""
    return ", ".join(
        f"{COLOURS[colour]} {listed(str(barrels_of(code)) for code in row)}"
        for colour, row in by_colour(codes).items()
    )
