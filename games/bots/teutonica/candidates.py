"""Candidates in Hansa Teutonica: a claim to work for, or a marker to use."""

import random
from collections.abc import Callable
from functools import partial
from itertools import islice, permutations
from typing import Final

from games.bots.bot import Advice, Bot
from games.bots.strategy import NOTIONS, Candidate, Once
from games.bots.teutonica import greedy_with, turn, values
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.answers import put_gain
from games.bots.teutonica.plans import Plan, loose_pieces, plans, route_plans
from games.bots.teutonica.weights import JOURNEYMAN, Weights, trained
from games.rules.teutonica.orders import Claim, Done, Move, Order, Put
from games.rules.teutonica.view import View
from games.rules.title import Orders

USES: Final = 3
"""How many markers and tiles are tried in a turn."""
PAIRED: Final = 4
"""How many of the best claims are tried in pairs."""
PUTS: Final = ("displaced", "place claimed", "place abroad")


def candidates(view: View, orders: Orders[Order], most: int) -> list[Candidate]:
    """Return what to try; see `games.bots.strategy.TitleStrategy`."""
    return candidates_with(JOURNEYMAN, view, orders, most)


def trained_candidates(view: View, orders: Orders[Order], most: int) -> list[Candidate]:
    """Return what to try by trained weights."""
    return candidates_with(trained(view.players), view, orders, most)


def candidates_with(
    weights: Weights, view: View, orders: Orders[Order], most: int
) -> list[Candidate]:
    """Return what to try by some weights; the points of a goal are those of a journeyman."""
    if view.seat is None:
        return []
    position = Position(view, weights, shares_cache=view.prompt == "turn")
    greedy = partial(greedy_with, weights)
    if view.prompt in PUTS:
        return _puts(position, view.seat, orders, most, greedy)
    if view.prompt == "moving":
        return _moves(position, view.seat, most, greedy)
    if view.prompt != "turn":
        return []
    best = _best(position, view.seat, most)
    found = [Candidate(lambda: greedy)]
    pairs = permutations([*best.values()][:PAIRED], 2)
    groups = [*zip(best.values()), *islice(pairs, max(0, most - 1 - len(best)))]
    usual = Position(view, shares_cache=True)
    found += [_candidate(usual, weights, *group) for group in groups]
    uses = [*orders.groups.get("use", ()), *orders.groups.get("favour", ())]
    kinds = {use[:1]: use for use in reversed(uses)}
    return found + [
        Candidate(partial(Once, use, greedy), use) for use in list(kinds.values())[:USES]
    ]


def _best(position: Position, seat: int, most: int) -> dict[Claim, Plan]:
    """Return the best plan for each of the best claims."""
    best: dict[Claim, Plan] = {}
    for plan in plans(position, seat):
        best.setdefault(plan.order, plan)
        if len(best) == most:
            break
    return best


def _moves(position: Position, seat: int, most: int, greedy: Bot) -> list[Candidate]:
    """Return how to go on with a series of moves: toward a claim that wants one more, or not."""
    best = _best(position, seat, most // 2).values()
    wanted = [plan for plan in best if turn.move(position, plan) is not None]
    found = [Candidate(lambda: greedy)]
    usual = Position(position.view, shares_cache=True)
    found += [_candidate(usual, position.weights, plan) for plan in wanted]
    return [*found, Candidate(partial(Once, Done(), greedy))]


def _candidate(usual: Position, weights: Weights, *found: Plan) -> Candidate:
    goals = [plan.order for plan in found]
    points = values.whole(usual, found[0].seat, goals[0])
    return Candidate(lambda: Pursuit(goals, weights), goals[0], points)


def _puts(
    position: Position, seat: int, orders: Orders[Order], most: int, greedy: Bot
) -> list[Candidate]:
    ranked = sorted(orders.of(Put), key=lambda put: -put_gain(position, seat, put))
    begin: list[Callable[[], Bot]] = [lambda: greedy]
    begin += [partial(Once, put, greedy) for put in ranked[: most // 2]]
    begin += [partial(Once, order, greedy) for order in orders.groups.get("done", ())]
    return [Candidate(each) for each in begin]


def explain(view: View, order: Order) -> Advice:
    """Return why the quick bot would give an order; see `games.bots.strategy.TitleStrategy`."""
    if view.seat is None or view.prompt != "turn":
        return Advice(order)
    position = Position(view, shares_cache=True)
    if isinstance(order, Claim):
        return Advice(order, order, values.whole(position, view.seat, order))
    for plan in islice(plans(position, view.seat), NOTIONS):
        if turn.step(position, plan) == order:
            return Advice(order, plan.order, plan.points)
    return Advice(order)


class Pursuit:
    """Works for claims, one after the other, and otherwise plays as the greedy bot does."""

    def __init__(self, goals: list[Claim], weights: Weights) -> None:
        self.goals = goals[::-1]
        self.weights = weights

    def __deepcopy__(self, memo: object) -> "Pursuit":
        """Return a bot with the same goals left, which is told of none that this one reaches."""
        return Pursuit(self.goals[::-1], self.weights)

    def __call__(self, view: View, orders: Orders[Order], rng: random.Random) -> Order:
        """Return the next step toward the first goal that is left."""
        if self.goals and view.prompt == "moving" and view.seat is not None:
            return self.move(Position(view, self.weights, shares_cache=True), view.seat, orders)
        if self.goals and view.prompt == "turn" and view.actions_left and view.seat is not None:
            if self.goals[-1] in orders:
                return self.goals.pop()
            order = self.step(Position(view, self.weights, shares_cache=True), view.seat, orders)
            if order is not None:
                return order
        return greedy_with(self.weights, view, orders, rng)

    def step(self, position: Position, seat: int, orders: Orders[Order]) -> Order | None:
        """Return an order that brings the goal nearer, None if there is none now."""
        plan = self.plan(position, seat)
        return turn.toward(position, plan, orders) if plan else None

    def move(self, position: Position, seat: int, orders: Orders[Order]) -> Order:
        """Return the next move of a series, which takes no piece from the goal, or its end."""
        plan = self.plan(position, seat)
        order = turn.move(position, plan) if plan else None
        if order is not None and order in orders:
            return order
        other, route_of = turn.more_moves(position, seat, orders), position.board.space_route
        here = isinstance(other, Move) and route_of[other.start] == self.goals[-1].route
        return Done() if here else other

    def plan(self, position: Position, seat: int) -> Plan | None:
        """Return the plan for the goal, None if it can't be reached now."""
        goal = self.goals[-1]
        movable = loose_pieces(position, seat, goal.route)
        found = route_plans(position, seat, goal.route, movable)
        return next((plan for plan in found if plan.order == goal), None)
