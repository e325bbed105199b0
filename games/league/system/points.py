"""What the places at a table are worth."""

from collections.abc import Sequence
from fractions import Fraction

POINTS = {3: (10, 5, 1), 4: (10, 6, 3, 1), 5: (10, 7, 4, 2, 1)}
"""Points for the places at a table, by its number of seats."""


def points(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the points of each seat. Those who share places share what these are worth.

    `places` are the seats' places, 1 for the winner. Raises KeyError for a number of seats that no
    table has.

    >>> [str(each) for each in points((2, 1, 4, 2))]
    ['9/2', '10', '1', '9/2']
    """
    worth = POINTS[len(places)]
    order = sorted(places)
    shares = {}
    for place in order:
        first, level = order.index(place), order.count(place)
        shares[place] = Fraction(sum(worth[first : first + level]), level)
    return tuple(shares[place] for place in places)
