"""What things are worth to a player, in points at the end of the game.

The weights come first, each with its reason; better numbers here make a stronger bot.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.bots.hansa.outlook import Outlook, traffic
from games.rules.hansa.pieces import barrels_of, colour_of
from games.rules.hansa.questions import ALONE_POINTS, CITY_POINTS, sold_points, surplus

PAIRED: Final = 0.7
"""The part of their barrels that two markers of a colour will bring: they wait for a booth."""
SINGLE: Final = 0.35
"""The same of a marker that waits for another of its colour, or is given for booths."""
SAFE: Final = 0.8
"""The part of its own point that a marker still has when others may have sold its colour."""
TALER: Final = 0.4
"""A taler kept for the next turn."""
SPARE: Final = 0.45
"""A taler that can still be spent this turn, to tell which plans to follow further."""
CHARGE: Final = 0.5
"""What a turn brings, for each warehouse, in a city where the player has the most booths."""
LONG: Final = 6.0
"""The most turns that a majority lasts."""
LEAD: Final = 0.7
"""The part of it that a lead of a single booth keeps."""
CALL: Final = 2.0
"""A booth in a city, times the part of the ship's calls there: for sales, in all turns left."""
SALE: Final = 0.6
"""A booth for each turn left: about as many sales there will be."""
MORE: Final = 0.2
"""Every other booth."""
CROWDED: Final = 0.5
"""The part of the points for being alone in a city that others take early in the game."""
SPOILED: Final = 0.6
"""The part of those points that count when taken from another."""
BROKEN: Final = 0.8
"""What another player loses besides the marker if it was one of a pair."""


@lru_cache(maxsize=1 << 14)
def hand(unsold: bytes, turns: float) -> float:
    """Return what unsold markers are worth; `turns` are still to come."""
    worth = 0.0
    for number, barrels in by_colour(unsold):
        worth += lot(number, barrels, turns)
    return worth


@lru_cache(maxsize=1 << 12)
def by_colour(unsold: bytes) -> tuple[tuple[int, int], ...]:
    """Return the number of markers and their barrels for each colour there is."""
    found: dict[int, tuple[int, int]] = {}
    for code in unsold:
        number, barrels = found.get(colour_of(code), (0, 0))
        found[colour_of(code)] = number + 1, barrels + barrels_of(code)
    return tuple(found.values())


@lru_cache(maxsize=1 << 12)
def lot(number: int, barrels: int, turns: float) -> float:
    """Return what so many unsold markers of a colour are worth."""
    if number > 1:
        return number + PAIRED * min(1.0, turns) * barrels
    soon = min(1.0, turns / 2)
    return 1 - (1 - SAFE) * soon + SINGLE * soon * barrels


@lru_cache(maxsize=1 << 14)
def least(unsold: bytes, turns: float) -> int:
    """Return the least valuable of one or more markers."""
    return max(set(unsold), key=lambda code: (hand(less(unsold, code), turns), -code))


@lru_cache(maxsize=1 << 14)
def kept(unsold: bytes, turns: float) -> float:
    """Return what unsold markers are worth when the turn has ended (H2.5)."""
    for _ in range(surplus(len(unsold))):
        unsold = less(unsold, least(unsold, turns))
    return hand(unsold, turns)


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
    booths_in_all, sales = sum(booths), outlook.turns
    return worth + SALE * min(booths_in_all, sales) + MORE * max(0.0, booths_in_all - sales)


def city(outlook: Outlook, number: int, own: int) -> float:
    """Return what own booths in one city are worth, besides what any booth brings."""
    if not own:
        return 0.0
    early = min(1.0, outlook.turns / LONG)
    alone, rivals = ALONE_POINTS - CITY_POINTS, outlook.rivals[number]
    worth = CITY_POINTS + CALL * early * traffic(outlook.board)[number]
    if not rivals:
        worth += alone * (1 - CROWDED * early)
    elif sum(outlook.view.booths[number][other] > 0 for other in outlook.others) == 1:
        worth += SPOILED * (1 - early) * alone / len(outlook.others)
    if own > rivals:
        charge = CHARGE * len(outlook.board.cities[number].warehouses)
        worth += charge * min(LONG, outlook.turns) * (LEAD if own == rivals + 1 else 1.0)
    return worth


def sold(outlook: Outlook, codes: tuple[int, ...]) -> float:
    """Return what a sale brings at once: its points, and what others lose by it (H3.3)."""
    lost = 0.0
    for colour in set(map(colour_of, codes)):
        for number in outlook.holders[colour]:
            lost += 1 + BROKEN * (number > 1 and not outlook.last)
    return sold_points(codes) + lost / len(outlook.others)


def price(outlook: Outlook, number: int, own: int) -> tuple[int, float]:
    """Return what a marker costs in a city: talers, and points by what others have of them."""
    talers, to = outlook.price(number, own)
    if to is None or outlook.last:
        return talers, 0.0
    return talers, talers * TALER / len(outlook.others)
