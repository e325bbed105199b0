"""What things are worth to a player, in points at the end of the game."""

from collections.abc import Mapping
from functools import lru_cache

from games.bots.hansa.planning_view import Outlook, traffic
from games.bots.hansa.weights import Weights
from games.rules.hansa.pieces import barrels_of, colour_of
from games.rules.hansa.questions import ALONE_POINTS, CITY_POINTS, sold_points, surplus
from games.rules.hansa.sale import LEAST

Risks = tuple[int, ...]
"""For each colour, how many other players could sell it; see `Outlook.risks`."""


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


@lru_cache(maxsize=1 << 12)
def lot(weights: Weights, number: int, barrels: int, turns: float, risk: int) -> float:
    """Return what so many unsold markers of a colour are worth that so many others could sell."""
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
    return bytes(sorted((*unsold, code)))


@lru_cache(maxsize=1 << 12)
def less(unsold: bytes, code: int) -> bytes:
    """Return markers without one of them."""
    place = unsold.index(code)
    return unsold[:place] + unsold[place + 1 :]


def cities(outlook: Outlook, booths: bytes, city: Mapping[tuple[int, int], float]) -> float:
    """Return what own booths are worth, all together; `city` says what so many in one are."""
    worth = sum([city[place] for place in enumerate(booths) if place[1]])
    booths_in_all, sales, weights = sum(booths), outlook.turns, outlook.weights
    worth += weights.sale * min(booths_in_all, sales)
    return worth + weights.more * max(0.0, booths_in_all - sales)


def city(outlook: Outlook, number: int, own: int) -> float:
    """Return what own booths in one city are worth, besides what any booth brings."""
    if not own:
        return 0.0
    weights = outlook.weights
    early = min(1.0, outlook.turns / weights.long)
    alone, rivals = ALONE_POINTS - CITY_POINTS, outlook.rivals[number]
    worth = CITY_POINTS + weights.call * early * traffic(outlook.board)[number]
    if not rivals:
        worth += alone * (1 - weights.crowded * early)
    elif sum(outlook.view.booths[number][other] > 0 for other in outlook.others) == 1:
        worth += weights.spoiled * (1 - early) * alone / len(outlook.others)
    if own > rivals:
        charge = weights.charge * len(outlook.board.cities[number].warehouses)
        part = weights.lead if own == rivals + 1 else 1.0
        worth += charge * min(weights.long, outlook.turns) * part
    return worth


def sold(outlook: Outlook, codes: tuple[int, ...]) -> float:
    """Return what a sale brings at once: its points, and what others lose by it (H3.3)."""
    lost = 0.0
    for colour in set(map(colour_of, codes)):
        for number in outlook.holders[colour]:
            lost += 1 + outlook.weights.broken * (number > 1 and not outlook.last)
    return sold_points(codes) + lost / len(outlook.others)


def price(outlook: Outlook, number: int, own: int) -> tuple[int, float]:
    """Return what a marker costs in a city: talers, and points by what others have of them."""
    talers, to = outlook.price(number, own)
    if to is None or outlook.last:
        return talers, 0.0
    return talers, talers * outlook.weights.taler / len(outlook.others)
