"""The seat's own turn: whether to replenish, then the first order of the best plan."""

import random
from statistics import fmean
from typing import Final

from games.bots.hansa import answers
from games.bots.hansa.planning_view import PlanningView
from games.bots.hansa.plans import planner, start
from games.rules.hansa.orders import Order, Replenish, Sail
from games.rules.hansa.questions import score
from games.rules.title import Orders

DEALS: Final = 2
"""How many random results of replenishing are tried."""
NARROW: Final = 6
"""How many plans are followed in each."""


def turn(planning: PlanningView, orders: Orders[Order], rng: random.Random) -> Order:
    """Return an order for the seat's own turn."""
    found = planner(planning).best(start(planning), planning.view.acted)
    if "replenish" in orders.groups and replenished(planning, rng) > found.value:
        return Replenish()
    if found.first is not None and found.first in orders:
        return found.first
    return (
        toward_the_end(planning, orders)
        if planning.at_a_standstill
        else answers.end(planning, orders)
    )


def toward_the_end(planning: PlanningView, orders: Orders[Order]) -> Order:
    """Return the best order that brings the end of the game nearer, or else whatever is left.

    While all wait for each other, a game would never end.
    """
    found = planner(planning).beginnings(start(planning), planning.view.acted)
    firsts = [each.first for each in found if each.first is not None and each.first in orders]
    lasting = [first for first in firsts if not isinstance(first, Sail)]
    if not lasting and "replenish" in orders.groups:
        return Replenish()
    return next(iter([*lasting, *firsts]), answers.end(planning, orders))


def replenished(planning: PlanningView, rng: random.Random) -> float:
    """Return about what the best plan would be worth after replenishing."""
    number, after = planning.refill, planning.replenished()
    deals = [planning.refilled(rng.sample(planning.unseen, number)) for _ in range(DEALS)]
    ship, talers, unsold, booths, _ = start(after)
    places = [(ship, talers, unsold, booths, deal) for deal in deals]
    best = planner(after).best
    worth = fmean(best(place, after.view.acted, NARROW).value for place in places)
    worth -= planning.weights.offered * number
    if after.last and not planning.last:
        ending = planning.weights.ending
        worth += ending if is_ahead(planning) else -ending
    return worth


def is_ahead(planning: PlanningView) -> bool:
    """Return whether no seat has more points."""
    totals = [score(planning.view, seat)["total"] for seat in range(planning.view.players)]
    return totals[planning.seat] == max(totals)
