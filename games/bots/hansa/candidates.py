"""Candidates in Hansa: each order with which a good plan by trained weights begins."""

from functools import partial

from games.bots.bot import Advice
from games.bots.hansa import answers, trained_greedy
from games.bots.hansa.planning_view import PlanningView
from games.bots.hansa.plans import planner, start
from games.bots.hansa.weights import JOURNEYMAN, trained
from games.bots.strategy import Candidate, Once
from games.rules.hansa.orders import End, Order, Replenish
from games.rules.hansa.view import View
from games.rules.title import Orders


def candidates(view: View, orders: Orders[Order], most: int) -> list[Candidate]:
    """Return what to try; see `games.bots.strategy.TitleStrategy`."""
    if view.seat is None or view.prompt != "turn":
        return []
    planning = PlanningView(view, view.seat, trained(view.players))
    found = planner(planning).beginnings(start(planning), view.acted)
    idle = next(each.value for each in found if each.first is None)
    firsts: list[tuple[Order, float | None]] = [
        (each.first or answers.end(planning, orders), each.value - idle) for each in found[:most]
    ]
    if "replenish" in orders.groups:
        firsts.append((Replenish(), None))
    if planning.at_a_standstill:
        firsts = [each for each in firsts if not isinstance(each[0], End)] or firsts
    return [
        Candidate(partial(Once, first, trained_greedy), first, points)
        for first, points in firsts
        if first in orders
    ]


def explain(view: View, order: Order) -> Advice:
    """Return why the quick bot would give an order; see `games.bots.strategy.TitleStrategy`."""
    if view.seat is None or view.prompt != "turn":
        return Advice(order)
    planning = PlanningView(view, view.seat, JOURNEYMAN)
    found = planner(planning).beginnings(start(planning), view.acted)
    worth = {each.first: each.value for each in found}
    return Advice(order, order, worth[order] - worth[None]) if order in worth else Advice(order)
