"""The labels of Hansa's buttons: what an order does."""

from collections.abc import Sequence

from games.drawing.hansa.words import by_colour, city_name, goods_name
from games.rules.hansa.pieces import COLOURS, barrels_of, counted, listed
from games.rules.hansa.scoring import sold_points
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.hansa.trade import leader
from games.rules.hansa.view import View
from games.rules.title import Order

TITLES = {
    "booths": f"Put {BOOTHS_A_ROUND} booths",
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
    verb, *rest = order
    if verb == "booths":
        return f"{counted(BOOTHS_A_ROUND, 'booth')} to {city_name(view, rest[0])}"
    if verb == "sail":
        return f"Sail to {city_name(view, rest[0])}"
    if verb == "replenish":
        return "Fill the warehouses for 1 taler"
    if verb == "buy":
        return f"Buy a {goods_name(rest[0])}, {_price(view, names)}"
    if verb == "build":
        booths, city = _booths(view, rest[0]), city_name(view, view.ship)
        return f"{booths} to {city} for a {goods_name(rest[0])}"
    if verb == "sell":
        return f"Sell {_goods(rest)}: {counted(sold_points(rest), 'point')}"
    if verb == "discard":
        return f"Discard a {goods_name(rest[0])} as toll"
    return f"Lose a {goods_name(rest[0])}" if verb == "lose" else "End the turn"


def target_label(view: View, orders: Sequence[Order]) -> str:
    """Return the label of a first click that has several meanings."""
    verb, *codes = orders[0]
    if verb != "sell":
        return f"Use a {goods_name(codes[0])}"
    colours = list(by_colour(codes))
    return f"Sell {COLOURS[colours[0]]}" if len(colours) == 1 else "Sell several colours"


def _price(view: View, names: Sequence[str]) -> str:
    """What a marker costs in the city of the ship, and who gets it (H3.1)."""
    paid = leader(view.booths[view.ship])
    if paid == view.seat:
        return "for free"
    return f"1 taler to {'the bank' if paid is None else names[paid]}"


def _booths(view: View, code: int) -> str:
    """How many booths a marker brings (H3.2)."""
    stock = view.desks[view.turn].booths
    return counted(min(barrels_of(code), stock), "booth")


def _goods(codes: Sequence[int]) -> str:
    """Markers by colour: 'red 1, 2 and 3, blue 2 and 2'."""
    return ", ".join(
        f"{COLOURS[colour]} {listed(str(barrels_of(code)) for code in row)}"
        for colour, row in by_colour(codes).items()
    )
