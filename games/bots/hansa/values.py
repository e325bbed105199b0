"""What things are worth to a player, in points at the end of the game."""

from collections.abc import Mapping
from functools import lru_cache

from games.bots.hansa.planning_view import PlanningView, traffic
from games.bots.hansa.weights import Weights
from games.rules.common.rows import with_code, without_code
from games.rules.hansa.pieces import barrels_of, colour_of
from games.rules.hansa.questions import ALONE_POINTS, CITY_POINTS, sold_points, surplus
from games.rules.hansa.sale import LEAST

Risks = tuple[int, ...]
"""For each colour, how many other players could sell it; see `PlanningView.risks`."""


@lru_cache(maxsize=1 << 14)
def hand(weights: Weights, unsold: bytes, turns: float, risks: Risks) -> float:
    """Return what unsold markers are worth; `turns` are still to come."""
    worth = 0.0
    for colour, (number, barrels) in by_colour(unsold):
        worth += lot(weights, number, barrels, turns, risks[colour])
    return worth


@lru_cache(maxsize=1 << 12)
def by_colour(unsold: bytes) -> tuple[tuple[int, tuple[int, int]], ...]:
    """Return each colour there is with the number of its markers and their barrels."""
    found: dict[int, tuple[int, int]] = {}
    for code in unsold:
        number, barrels = found.get(colour_of(code), (0, 0))
        found[colour_of(code)] = number + 1, barrels + barrels_of(code)
    return tuple(found.items())


def lot(weights: Weights, number: int, barrels: int, turns: float, risk: int) -> float:
    """Return what some unsold markers of a colour are worth; `risk` others could sell such."""
    if number >= LEAST:
        more = weights.triple if number > LEAST else weights.rivalry * risk
        return number + (weights.paired + more) * min(1.0, turns) * barrels
    soon = min(1.0, turns / 2)
    part = weights.single - weights.answer * risk
    return 1 - (1 - weights.safe) * soon + part * soon * barrels


@lru_cache(maxsize=1 << 14)
def least(weights: Weights, unsold: bytes, turns: float, risks: Risks) -> int:
    """Return the least valuable of one or more markers."""
    return max(
        set(unsold), key=lambda code: (hand(weights, less(unsold, code), turns, risks), -code)
    )


@lru_cache(maxsize=1 << 14)
def kept(weights: Weights, unsold: bytes, turns: float, risks: Risks) -> float:
    """Return what unsold markers are worth when the turn has ended (H2.5)."""
    for _ in range(surplus(len(unsold))):
        unsold = less(unsold, least(weights, unsold, turns, risks))
    return hand(weights, unsold, turns, risks)


@lru_cache(maxsize=1 << 12)
def more(unsold: bytes, code: int) -> bytes:
    """Return markers with one more, sorted."""
    return with_code(unsold, code)


@lru_cache(maxsize=1 << 12)
def less(unsold: bytes, code: int) -> bytes:
    """Return markers without one of them."""
    return without_code(unsold, code)


def cities(planning: PlanningView, booths: bytes, city: Mapping[tuple[int, int], float]) -> float:
    """Return what own booths are worth, all together; `city` has what those in one city are."""
    worth = sum([city[place] for place in enumerate(booths) if place[1]])
    booths_in_all, sales, weights = sum(booths), planning.turns, planning.weights
    worth += weights.sale * min(booths_in_all, sales)
    return worth + weights.more * max(0.0, booths_in_all - sales)


def city(planning: PlanningView, number: int, own: int) -> float:
    """Return what own booths in one city are worth, besides what any booth brings."""
    if not own:
        return 0.0
    weights = planning.weights
    early = min(1.0, planning.turns / weights.long)
    alone, rivals = ALONE_POINTS - CITY_POINTS, planning.rivals[number]
    worth = CITY_POINTS + weights.call * early * traffic(planning.board)[number]
    if not rivals:
        worth += alone * (1 - weights.crowded * early)
    elif sum(planning.view.booths[number][other] > 0 for other in planning.others) == 1:
        worth += weights.spoiled * (1 - early) * alone / len(planning.others)
    if own > rivals:
        charge = weights.charge * len(planning.board.cities[number].warehouses)
        part = weights.lead if own == rivals + 1 else 1.0
        worth += charge * min(weights.long, planning.turns) * part
    return worth


def sold(planning: PlanningView, codes: tuple[int, ...]) -> float:
    """Return what a sale brings at once: its points, and what others lose by it (H3.3)."""
    lost = 0.0
    for colour in set(map(colour_of, codes)):
        for number in planning.holders[colour]:
            lost += 1 + planning.weights.broken * (number > 1 and not planning.last)
    return sold_points(codes) + lost / len(planning.others)


def price(planning: PlanningView, number: int, own: int) -> tuple[int, float]:
    """Return what a marker costs in a city: talers, and points by what others have of them."""
    talers, to = planning.price(number, own)
    if to is None or planning.last:
        return talers, 0.0
    return talers, talers * planning.weights.taler / len(planning.others)
