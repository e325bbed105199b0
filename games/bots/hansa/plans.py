"""Plans for the rest of a turn: from city to city, with at most one action in each."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from math import inf
from typing import Final, TypeVar, final

from games.bots.cache import KeyedCache
from games.bots.hansa import values
from games.bots.hansa.planning_view import PlanningView
from games.rules.common.rows import put
from games.rules.hansa.board import Board
from games.rules.hansa.orders import Build, Buy, Order, Sail, Sell
from games.rules.hansa.pieces import BOOTHS_EACH, NO_GOOD, barrels_of, colour_of
from games.rules.hansa.questions import KEPT
from games.rules.hansa.sale import LEAST
from games.rules.hansa.turn import SAILING

WIDTH: Final = 12
"""How many plans are followed to the next city."""

Place = tuple[int, int, bytes, bytes, bytes]
"""Where a plan leads: the ship, and the seat's talers, unsold markers, booths in each city, and the
markers in the warehouses. What follows is the same from equal ones."""
Gain = tuple[float, Order | None]
"""The points that a plan brings on the way and its first order, None while there is none.

The points are those for sales, and what payments to others and losses of others count.
"""
Plan = tuple[Place, Gain]
Plans = dict[Place, Gain]
"""The best plan to each place."""

# Plans begin with few orders, thousands of times: each is made once.
_sail, _buy, _build = cache(Sail), cache(Buy), cache(Build)


@final
class Found:
    """The best plan: its value at the end of the turn, and its first order, if any."""

    __slots__ = ("first", "value")

    def __init__(self, value: float, first: Order | None) -> None:
        self.value = value
        self.first = first


Key = TypeVar("Key")
Value = TypeVar("Value")


class Memo(dict[Key, Value]):
    """The values of a function, each computed once."""

    def __init__(self, work: Callable[[Key], Value]) -> None:
        self.work = work

    def __missing__(self, key: Key) -> Value:
        found = self[key] = self.work(key)
        return found


class Planner:
    """Finds the best plan from a place, following only the best ones from city to city.

    It knows what own booths are worth, unsold markers during the turn (`_hands`) and after it
    (`_kept`), and what sales and purchases bring.
    """

    def __init__(self, planning: PlanningView) -> None:
        weights, turns, risks = planning.weights, planning.turns, planning.risks
        city = Memo[tuple[int, int], float](lambda place: values.city(planning, *place))
        self._planning = planning
        self._cities = Memo[bytes, float](lambda booths: values.cities(planning, booths, city))
        self._hands = Memo[bytes, float](
            lambda unsold: values.hand(weights, unsold, max(1.0, turns), risks)
        )
        self._kept = Memo[bytes, float](lambda unsold: values.kept(weights, unsold, turns, risks))
        self._sold = Memo[tuple[int, ...], float](lambda codes: values.sold(planning, codes))
        self._offers = Memo[tuple[int, bytes], list[tuple[int, bytes]]](
            lambda place: offers(planning.board, *place)
        )
        self._prices = Memo[tuple[int, int], tuple[int, float]](
            lambda place: values.price(planning, *place)
        )

    def best(self, here: Place, acted: bool, width: int = WIDTH) -> Found:
        """Return the best plan for the rest of the turn, which may be to do nothing."""
        best, value = None, -inf
        for plans in self.cities(here, acted, width):
            for number, reached in enumerate(self.values(plans)):
                if reached > value:
                    best, value = plans[number][1][1], reached
        return Found(value, best)

    def beginnings(self, here: Place, acted: bool, width: int = WIDTH) -> list[Found]:
        """Return for each first order, or none, the best plan that begins so; the best first."""
        best: dict[Order | None, float] = {}
        for plans in self.cities(here, acted, width):
            for (_, (_, first)), reached in zip(plans, self.values(plans), strict=True):
                if reached > best.get(first, -inf):
                    best[first] = reached
        found = [Found(value, first) for first, value in best.items()]
        return sorted(found, key=lambda each: -each.value)

    def cities(self, here: Place, acted: bool, width: int) -> Iterator[Sequence[Plan]]:
        """Yield the plans that are followed to each city, beginning with the ship's."""
        found: Plans = {here: (0.0, None)}
        if not acted:
            self.act(found, here, 0.0, None)
        plans: Sequence[Plan] = [*found.items()]
        while plans:
            yield plans
            plans = self.promising(self.call(plans), width)

    def call(self, plans: Sequence[Plan]) -> Plans:
        """Return every plan one city further, with and without an action there."""
        found: Plans = {}
        exits = self._planning.board.exits
        for (ship, talers, unsold, booths, warehouses), (points, first) in plans:
            if talers < SAILING:
                continue
            for city in exits[ship]:
                place = (city, talers - SAILING, unsold, booths, warehouses)
                order = first or _sail(city)
                known = found.get(place)
                if known is None or points > known[0]:
                    found[place] = points, order
                self.act(found, place, points, order)
        return found

    def promising(self, found: Plans, width: int) -> list[Plan]:
        """Return a few plans worth following."""
        plans = [*found.items()]
        hands, cities, spare = self._hands, self._cities, self._planning.weights.spare
        promises = [
            points + spare * talers + hands[unsold] + cities[booths]
            for (_, talers, unsold, booths, _), (points, _) in plans
        ]
        best = sorted(range(len(promises)), key=promises.__getitem__, reverse=True)
        return [plans[number] for number in best[:width]]

    def values(self, plans: Sequence[Plan]) -> list[float]:
        """Return what each plan is worth if the turn ends with it."""
        kept, cities = self._kept, self._cities
        each = 0.0 if self._planning.last else self._planning.weights.taler
        return [
            points + each * min(talers, KEPT) + kept[unsold] + cities[booths]
            for (_, talers, unsold, booths, _), (points, _) in plans
        ]

    def act(self, found: Plans, place: Place, points: float, first: Order | None) -> None:
        """Add a plan with each action in the city of its ship (H3)."""
        ship, talers, unsold, booths, warehouses = place
        own = booths[ship]
        price, cost = self._prices[ship, own]
        if talers >= price:
            left, less = talers - price, points - cost
            for code, rest in self._offers[ship, warehouses]:
                there = (ship, left, values.more(unsold, code), booths, rest)
                known = found.get(there)
                if known is None or less > known[0]:
                    found[there] = less, first or _buy(code)
        if (stock := BOOTHS_EACH - sum(booths)) > 0:
            for code, barrels, goods in one_less(unsold):
                more = put(booths, ship, own + min(barrels, stock))
                there = (ship, talers, goods, more, warehouses)
                known = found.get(there)
                if known is None or points > known[0]:
                    found[there] = points, first or _build(code)
        if own and (possible := sales(unsold)):
            fewer = put(booths, ship, own - 1)
            for codes, goods in possible:
                there, won = (ship, talers, goods, fewer, warehouses), points + self._sold[codes]
                known = found.get(there)
                if known is None or won > known[0]:
                    found[there] = won, first or Sell(codes)


_planners = KeyedCache(4)


def planner(planning: PlanningView) -> Planner:
    """Return a planner for a view, which may have planned for another one like it.

    Mostly that is an earlier decision of the same turn.
    """
    key = (planning.board, planning.weights, planning.turns, planning.last, *planning.of_others)
    return _planners.get(key, lambda: Planner(planning))


def start(planning: PlanningView) -> Place:
    """Return where the plan to do nothing leads."""
    view = planning.view
    desk = view.desks[planning.seat]
    return view.ship, desk.talers, bytes(desk.unsold), planning.booths, bytes(view.warehouses)


def offers(board: Board, city: int, warehouses: bytes) -> list[tuple[int, bytes]]:
    """Return what is for sale in a city, each with the warehouses after it is bought (H3.1)."""
    numbers = board.cities[city].warehouses
    offered = {warehouses[number]: number for number in reversed(numbers)}
    return [
        (code, put(warehouses, number, NO_GOOD))
        for code, number in offered.items()
        if code != NO_GOOD
    ]


@lru_cache(maxsize=1 << 12)
def sales(unsold: bytes) -> tuple[tuple[tuple[int, ...], bytes], ...]:
    """Return the sales worth considering: all that can be sold, and all but one marker.

    Each has the markers that are left.
    """
    groups = [bytes(group) for _, group in groupby(unsold, colour_of)]
    everything = b"".join(group for group in groups if len(group) >= LEAST)
    if not everything:
        return ()
    found = [everything]
    for group in groups:
        if len(group) > LEAST:
            found += [values.less(everything, code) for code in dict.fromkeys(group)]
    return tuple((tuple(codes), _without(unsold, codes)) for codes in found)


@lru_cache(maxsize=1 << 12)
def one_less(unsold: bytes) -> tuple[tuple[int, int, bytes], ...]:
    """Return each kind of marker, its barrels, and the markers that are left without it."""
    kinds = dict.fromkeys(unsold)
    return tuple((code, barrels_of(code), values.less(unsold, code)) for code in kinds)


def _without(unsold: bytes, codes: bytes) -> bytes:
    for code in codes:
        unsold = values.less(unsold, code)
    return unsold
