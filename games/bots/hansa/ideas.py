"""Ideas for a turn of Hansa: each order with which a good plan begins."""

from functools import partial

from games.bots.hansa import greedy
from games.bots.hansa.outlook import Outlook
from games.bots.hansa.plans import planner, start
from games.bots.mind import Idea, Once
from games.rules.hansa.orders import End, Order, Replenish
from games.rules.hansa.view import View
from games.rules.title import Orders


def ideas(view: View, orders: Orders[Order], most: int) -> list[Idea]:
    """Return what to try; see `games.bots.mind.Mind`."""
    if view.seat is None or view.prompt != "turn":
        return []
    outlook = Outlook(view, view.seat)
    found = planner(outlook).beginnings(start(outlook), view.acted)
    idle = next(each.value for each in found if each.first is None)
    firsts = [(each.first or End(), each.value - idle) for each in found[:most]]
    if "replenish" in orders.groups:
        firsts.append((Replenish(), 0.0))
    ways = [
        Idea(partial(Once, first, greedy), first, points)
        for first, points in firsts
        if first in orders
    ]
    return [Idea(lambda: greedy), *ways]
