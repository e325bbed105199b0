"""Plans for the rest of a turn: from city to city, with at most one action in each."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from games.bots.hansa import worth
from games.bots.hansa.outlook import Outlook
from games.rules.hansa.pieces import BOOTHS_EACH, NO_GOOD, barrels_of, colour_of
from games.rules.hansa.sale import LEAST
from games.rules.hansa.trade import PRICE
from games.rules.hansa.turn import KEPT, SAILING
from games.rules.title import Order

WIDTH: Final = 30
"""How many plans are followed to the next city."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The state of a planned turn; `first` is its first order, None while there is none.

    `points` are those for sales, and what payments to others and losses of others count.
    `booths` are the seat's own in each city.
    """

    first: Order | None
    ship: int
    talers: int
    points: float
    unsold: tuple[int, ...]
    booths: tuple[int, ...]
    warehouses: tuple[int, ...]

    @property
    def place(self) -> tuple[object, ...]:
        """Equal for two plans from which the turn goes on in the same way."""
        return self.ship, self.talers, self.unsold, self.booths, self.warehouses


@dataclass(frozen=True, slots=True)
class Found:
    """The best plan: its value at the end of the turn, and its first order, if any."""

    value: float
    first: Order | None


class Planner:
    """Finds the best plan for one outlook, following only the best ones from city to city."""

    def __init__(self, outlook: Outlook, width: int = WIDTH) -> None:
        self.outlook = outlook
        self.width = width
        self._cities: dict[tuple[int, ...], float] = {}

    def best(self) -> Found:
        """Return the best plan for the rest of the turn, which may be to do nothing."""
        view = self.outlook.view
        desk = view.desks[self.outlook.seat]
        here = Plan(
            first=None,
            ship=view.ship,
            talers=desk.talers,
            points=0.0,
            unsold=desk.unsold,
            booths=self.outlook.booths,
            warehouses=view.warehouses,
        )
        plans = [here] if view.acted else [here, *self.actions(here)]
        best = max(plans, key=self.value)
        value = self.value(best)
        while plans:
            plans = self.promising(self.calls(plans))
            for plan in plans:
                if (reached := self.value(plan)) > value:
                    best, value = plan, reached
        return Found(value, best.first)

    def calls(self, plans: list[Plan]) -> Iterator[Plan]:
        """Yield every plan one city further, with and without an action there."""
        for plan in plans:
            if plan.talers < SAILING:
                continue
            for city in self.outlook.board.exits[plan.ship]:
                there = Plan(
                    plan.first or ("sail", city),
                    city,
                    plan.talers - SAILING,
                    plan.points,
                    plan.unsold,
                    plan.booths,
                    plan.warehouses,
                )
                yield there
                yield from self.actions(there)

    def promising(self, plans: Iterator[Plan]) -> list[Plan]:
        """Return a few plans worth following, only the best of those that lead to the same."""
        found: dict[tuple[object, ...], Plan] = {}
        for plan in plans:
            known = found.setdefault(plan.place, plan)
            if plan.points > known.points:
                found[plan.place] = plan
        return sorted(found.values(), key=self.promise, reverse=True)[: self.width]

    def value(self, plan: Plan) -> float:
        """Return what a plan is worth if the turn ends with it."""
        outlook = self.outlook
        talers = 0.0 if outlook.last else worth.TALER * min(plan.talers, KEPT)
        unsold = worth.kept(plan.unsold, outlook.turns)
        return plan.points + talers + unsold + self.cities(plan.booths)

    def promise(self, plan: Plan) -> float:
        """Return what a plan is worth while the turn can go on."""
        unsold = worth.hand(plan.unsold, max(1.0, self.outlook.turns))
        return plan.points + worth.SPARE * plan.talers + unsold + self.cities(plan.booths)

    def cities(self, booths: tuple[int, ...]) -> float:
        """Return what own booths are worth, computed once."""
        if booths not in self._cities:
            self._cities[booths] = worth.cities(self.outlook, booths)
        return self._cities[booths]

    def actions(self, plan: Plan) -> Iterator[Plan]:
        """Yield a plan with each action where its ship is (H3)."""
        yield from self.purchases(plan)
        if (stock := BOOTHS_EACH - sum(plan.booths)) > 0:
            for code in dict.fromkeys(plan.unsold):
                yield self.built(plan, code, stock)
        if plan.booths[plan.ship]:
            for codes in sales(plan.unsold):
                yield self.sold(plan, codes)

    def purchases(self, plan: Plan) -> Iterator[Plan]:
        """Yield a plan with each marker that can be paid for (H3.1)."""
        outlook, city = self.outlook, plan.ship
        own, rivals = plan.booths[city], outlook.rivals[city]
        price, points = PRICE, plan.points
        if own > rivals:
            price = 0
        elif own < rivals and outlook.payee[city] is not None and not outlook.last:
            points -= PRICE * worth.TALER / len(outlook.others)
        if plan.talers < price:
            return
        warehouses = outlook.board.cities[city].warehouses
        offered = {plan.warehouses[number]: number for number in reversed(warehouses)}
        for code, number in offered.items():
            if code != NO_GOOD:
                yield Plan(
                    plan.first or ("buy", code),
                    city,
                    plan.talers - price,
                    points,
                    tuple(sorted((*plan.unsold, code))),
                    plan.booths,
                    replaced(plan.warehouses, number, NO_GOOD),
                )

    def built(self, plan: Plan, code: int, stock: int) -> Plan:
        """Return a plan with a marker given for booths (H3.2)."""
        own = plan.booths[plan.ship] + min(barrels_of(code), stock)
        return Plan(
            plan.first or ("build", code),
            plan.ship,
            plan.talers,
            plan.points,
            worth.less(plan.unsold, code),
            replaced(plan.booths, plan.ship, own),
            plan.warehouses,
        )

    def sold(self, plan: Plan, codes: tuple[int, ...]) -> Plan:
        """Return a plan with markers sold for a booth (H3.3)."""
        unsold = plan.unsold
        for code in codes:
            unsold = worth.less(unsold, code)
        return Plan(
            plan.first or ("sell", *codes),
            plan.ship,
            plan.talers,
            plan.points + worth.sold(self.outlook, codes),
            unsold,
            replaced(plan.booths, plan.ship, plan.booths[plan.ship] - 1),
            plan.warehouses,
        )


def sales(unsold: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the sales worth considering: all that can be sold, and all but one marker."""
    groups = [tuple(group) for _, group in groupby(unsold, colour_of)]
    everything = tuple(code for group in groups if len(group) >= LEAST for code in group)
    if not everything:
        return []
    found = [everything]
    for group in groups:
        if len(group) > LEAST:
            found += [worth.less(everything, code) for code in dict.fromkeys(group)]
    return found


def replaced(row: tuple[int, ...], index: int, item: int) -> tuple[int, ...]:
    """Return a row with one item replaced."""
    return (*row[:index], item, *row[index + 1 :])
