"""The seat's own turn: whether to replenish, then the first order of the best plan."""

import random
from statistics import fmean
from typing import Final

from games.bots.hansa import answers
from games.bots.hansa.outlook import Outlook
from games.bots.hansa.plans import Planner
from games.rules.hansa.scoring import score
from games.rules.title import Order, Orders

DEALS: Final = 4
"""How many random results of replenishing are tried."""
NARROW: Final = 10
"""How many plans are followed in each."""
OFFERED: Final = 0.05
"""What each additional marker in the warehouses is worth to the next players."""
ENDING: Final = 6.0
"""What it is worth to end the game when ahead, or to avoid that when behind."""


def turn(outlook: Outlook, orders: Orders, rng: random.Random) -> Order:
    """Return an order for the seat's own turn."""
    found = Planner(outlook).best()
    if "replenish" in orders.groups and replenished(outlook, rng) > found.value:
        return ("replenish",)
    if found.first is not None and found.first in orders:
        return found.first
    return answers.toll(outlook, orders, rng)


def replenished(outlook: Outlook, rng: random.Random) -> float:
    """Return about what the best plan would be worth after replenishing."""
    number = outlook.refill
    deals = [outlook.refilled(rng.sample(outlook.unseen, number)) for _ in range(DEALS)]
    worth = fmean(Planner(deal, NARROW).best().value for deal in deals)
    worth -= OFFERED * number
    if deals[0].last and not outlook.last:
        worth += ENDING if is_ahead(outlook) else -ENDING
    return worth


def is_ahead(outlook: Outlook) -> bool:
    """Return whether nobody has more points than the seat."""
    view = outlook.view
    totals = [
        score(desk.unsold, desk.sold, view.booths, seat)["total"]
        for seat, desk in enumerate(view.desks)
    ]
    return totals[outlook.seat] == max(totals)
