"""Ideas for a turn of Hansa Teutonica: a claim to work for, or a marker to use."""

import random
from collections.abc import Callable
from functools import partial
from itertools import islice, permutations
from typing import Final

from games.bots.bot import Advice, Bot
from games.bots.mind import NOTIONS, Idea, Once
from games.bots.teutonica import greedy, lands, turn, worth
from games.bots.teutonica.answers import put_gain
from games.bots.teutonica.plans import Plan, best_rate, plans, route_plans, strays
from games.bots.teutonica.position import Position
from games.rules.teutonica.orders import Claim, Order, Put
from games.rules.teutonica.view import View
from games.rules.title import Orders

USES: Final = 3
"""So many markers and tiles are tried in a turn."""
PAIRED: Final = 4
"""So many of the best claims are tried in pairs."""
PUTS: Final = ("displaced", "place claimed", "place abroad")


def ideas(view: View, orders: Orders[Order], most: int) -> list[Idea]:
    """Return what to try; see `games.bots.mind.Mind`."""
    if view.seat is None:
        return []
    position = Position(view, remembers=view.prompt == "turn")
    if view.prompt in PUTS:
        return _puts(position, view.seat, orders, most)
    if view.prompt != "turn":
        return []
    best: dict[Claim, Plan] = {}
    for plan in plans(position, view.seat):
        best.setdefault(plan.order, plan)
        if len(best) == most:
            break
    found = [Idea(lambda: greedy)]
    found += [_idea(plan) for plan in best.values()]
    found += [_idea(first, then) for first, then in permutations(list(best.values())[:PAIRED], 2)][
        : max(0, most - len(found))
    ]
    uses = [*orders.groups.get("use", ()), *orders.groups.get("favour", ())]
    kinds = {use[:1]: use for use in reversed(uses)}
    return found + [Idea(partial(Once, use, greedy), use) for use in list(kinds.values())[:USES]]


def _idea(*found: Plan) -> Idea:
    first = found[0]
    goals = [plan.order for plan in found]
    return Idea(lambda: Pursuit(goals), first.order, first.points)


def _puts(position: Position, seat: int, orders: Orders[Order], most: int) -> list[Idea]:
    ranked = sorted(orders.of(Put), key=lambda put: -put_gain(position, seat, put))
    begin: list[Callable[[], Bot]] = [lambda: greedy]
    begin += [partial(Once, put, greedy) for put in ranked[: most // 2]]
    begin += [partial(Once, order, greedy) for order in orders.groups.get("done", ())]
    return [Idea(each) for each in begin]


def reckon(view: View, order: Order) -> Advice:
    """Return why the quick bot would give an order; see `games.bots.mind.Mind`."""
    if view.seat is None or view.prompt != "turn":
        return Advice(order)
    position = Position(view, remembers=True)
    if isinstance(order, Claim):
        points = worth.claim(position, view.seat, order.route)
        return Advice(order, order, points + worth.use(position, view.seat, order))
    for plan in islice(plans(position, view.seat), NOTIONS):
        if turn.step(position, plan) == order:
            return Advice(order, plan.order, plan.points)
    return Advice(order)


class Pursuit:
    """Works for claims, one after the other, and otherwise plays as the greedy bot does."""

    def __init__(self, goals: list[Claim]) -> None:
        self.goals = goals[::-1]

    def __call__(self, view: View, orders: Orders[Order], rng: random.Random) -> Order:
        """Return the next step toward the first goal that is left."""
        if self.goals and view.prompt == "turn" and view.actions_left and view.seat is not None:
            if self.goals[-1] in orders:
                return self.goals.pop()
            order = self.step(Position(view, remembers=True), view.seat, orders)
            if order is not None:
                return order
        return greedy(view, orders, rng)

    def step(self, position: Position, seat: int, orders: Orders[Order]) -> Order | None:
        """Return an order that brings the goal nearer, None if there is none now."""
        goal = self.goals[-1]
        for plan in route_plans(position, seat, goal.route, strays(position, seat, goal.route)):
            if plan.order == goal:
                order = turn.step(position, plan)
                if order is not None and order in orders:
                    return order
                walk = lands.walk(position, plan.route, partial(best_rate, position, seat), orders)
                return walk if walk is not None and walk in orders else None
        return None
