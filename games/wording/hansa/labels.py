"""The labels of Hansa's buttons: what an order does."""

from collections.abc import Sequence
from typing import Final, cast

from games.rules.common.message import Message, Place, Player, plural_term, term
from games.rules.hansa.orders import Build, Discard, Order
from games.rules.hansa.pieces import BOOTH, TALER
from games.rules.hansa.questions import booths_for, price, sold_points, surplus
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.hansa.turn import REPLENISHING
from games.rules.hansa.view import View
from games.wording.hansa.words import (
    COLOURS,
    by_colour,
    city_name,
    goods_name,
    goods_names,
)
from games.wording.score import POINT

TITLES: Final = {
    "booths": term("orders", "Put up booths"),
    "replenish": term("orders", "Start of turn"),
    "buy": term("orders", "Buy"),
    "sell": term("orders", "Sell"),
    "build": term("orders", "Put up booths"),
    "sail": term("orders", "Sail"),
    "discard": term("orders", "Discard as toll"),
    "lose": term("orders", "Lose"),
    "end": term("orders", "End the turn"),
}
"""The headings of the list, in its order."""
SOME: Final = term("orders", "Sell only some")
CHOOSE: Final = term("button", "Choose")
SELL: Final = term("button", "Sell")
SEVERAL: Final = term("button", "Sell several colours")
KEYS: Final = {
    "u": term("key", "Put up booths"),
    "r": term("key", "Fill the warehouses"),
    "v": term("key", "Sail"),
    "y": term("key", "Buy"),
    "s": term("key", "Sell"),
    "d": term("key", "Discard as toll"),
    "x": term("key", "Lose a marker"),
}
"""What the letters of common orders do."""


def label(view: View, order: Order, names: Sequence[str]) -> Message:
    """Return what an order does; `names` are the players' names."""
    if order.verb == "booths":
        return term(
            "button",
            "{booths} in {city}",
            booths=BOOTH.subject(BOOTHS_A_ROUND),
            city=city_name(view, order.city),
        )
    if order.verb == "sail":
        return term("button", "Sail to {city}", city=city_name(view, order.city))
    if order.verb == "replenish":
        talers = TALER.object(REPLENISHING)
        return term("button", "Fill the warehouses for {talers}", talers=talers)
    if order.verb == "buy":
        return _buying(view, order.good, names)
    if order.verb == "build":
        return term(
            "button",
            "{booths} in {city} for {marker}",
            booths=BOOTH.subject(booths_for(view, view.turn, order.good)),
            city=city_name(view, view.ship),
            marker=goods_name(order.good),
        )
    if order.verb == "sell":
        points = POINT.subject(sold_points(order.goods))
        return term(
            "button", "Sell {markers}: {points}", markers=goods_names(order.goods), points=points
        )
    if order.verb == "discard":
        return term("button", "Discard {marker} as toll", marker=goods_name(order.good))
    if order.verb == "lose":
        return term("button", "Lose {marker}", marker=goods_name(order.good))
    return term("button", "End the turn")


def _buying(view: View, good: int, names: Sequence[str]) -> Message:
    """What a marker costs in the city of the ship, and who gets it (H3.1)."""
    talers, to = price(view.booths[view.ship], view.turn)
    if not talers:
        return term("button", "Buy {marker} for free", marker=goods_name(good))
    cost = TALER.object(talers)
    if to is None:
        return term(
            "button", "Buy {marker}, {talers} to the bank", marker=goods_name(good), talers=cost
        )
    return term(
        "button",
        "Buy {marker}, {talers} to {seller}",
        marker=goods_name(good),
        talers=cost,
        seller=Player(names[to]),
    )


def target_label(orders: Sequence[Order]) -> Message:
    """Return the label of a first click that has several meanings."""
    order = orders[0]
    if order.verb != "sell":
        return term(
            "button", "Use {marker}", marker=goods_name(cast("Build | Discard", order).good)
        )
    colours = list(by_colour(order.goods))
    if len(colours) > 1:
        return SEVERAL
    return term("button", "Sell {colour}", colour=COLOURS[colours[0]])


def tolls(talers: int) -> Message:
    """Return the heading of tolls after which only the end of a turn is left, and what it loses."""
    lost = surplus(talers)
    if not lost:
        return term("orders", "Discard as toll and stop acting")
    return plural_term(
        "orders",
        lost,
        "Discard as toll and stop acting, losing 1 taler",
        "Discard as toll and stop acting, losing {number} talers",
    )


# Several orders at once: a voyage, and what is done at its end.


def voyage(city: str, talers: int) -> Message:
    """Return the label of a voyage over several cities."""
    return term(
        "button", "Sail to {city} for {talers}", city=Place(city), talers=TALER.object(talers)
    )


def voyage_to_buy(city: str, talers: int, code: int) -> Message:
    """Return the label of a voyage at whose end a marker is bought."""
    return term(
        "button",
        "Sail to {city} for {talers}, and buy {marker}",
        city=Place(city),
        talers=TALER.object(talers),
        marker=goods_name(code),
    )


def voyage_to_sell(city: str, talers: int, codes: Sequence[int]) -> Message:
    """Return the label of a voyage at whose end everything is sold that can be."""
    return term(
        "button",
        "Sail to {city} for {talers}, and sell everything that can be sold: {points}",
        city=Place(city),
        talers=TALER.object(talers),
        points=POINT.subject(sold_points(codes)),
    )


def voyage_to_build(city: str, talers: int, code: int, booths: int) -> Message:
    """Return the label of a voyage at whose end a marker is given up for booths."""
    return term(
        "button",
        "Sail to {city} for {talers}, and put up {booths} for {marker}",
        city=Place(city),
        talers=TALER.object(talers),
        booths=BOOTH.object(booths),
        marker=goods_name(code),
    )
