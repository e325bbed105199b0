"""How a season's entries are divided, and who sits where at each table of a division."""

from collections.abc import Mapping

SMALLEST = 6
LARGEST = 9
UNDIVIDED = (10, 11)
"""So many entries are one division, as they don't make two of at least SMALLEST."""
PREFERRED = (7, 8)
"""The sizes of divisions that are aimed at."""

BLOCKS: Mapping[int, Mapping[int, tuple[int, ...]]] = {
    3: dict.fromkeys(range(6, 12), (0, 1, 3)),
    4: {
        6: (0, 2, 1, 5),
        7: (0, 1, 4, 6),
        8: (0, 1, 5, 3),
        9: (0, 1, 5, 3),
        10: (0, 1, 4, 6),
        11: (0, 1, 3, 8),
    },
    5: {
        6: (0, 1, 2, 5, 4),
        7: (0, 1, 2, 6, 5),
        8: (0, 1, 3, 6, 2),
        9: (0, 1, 3, 8, 5),
        10: (0, 1, 3, 8, 7),
        11: (0, 1, 6, 3, 10),
    },
}
"""By number of seats and size of the division: the entries at the first table, in turn order.

Each further table adds one to all of them, modulo the size. So each entry sits once in each seat.
The blocks were found by trying all of them: how often two entries meet differs by at most one from
any two others, and so does how often one of the two sits before the other.
"""


def division_sizes(entries: int) -> list[int]:
    """Return the sizes of a season's divisions, the highest division first; [] for too few entries.

    The lower divisions are the larger ones, so that late entries don't move those above.

    >>> division_sizes(15), division_sizes(10), division_sizes(5)
    ([7, 8], [10], [])
    """
    if entries < SMALLEST:
        return []
    if entries in UNDIVIDED:
        return [entries]
    counts = range(-(-entries // LARGEST), entries // SMALLEST + 1)
    return min((_even(entries, count) for count in counts), key=_distance)


def _even(entries: int, count: int) -> list[int]:
    small, larger = divmod(entries, count)
    return [small] * (count - larger) + [small + 1] * larger


def _distance(sizes: list[int]) -> tuple[int, float]:
    """Return how far sizes are from the preferred ones, and their mean from the middle of these."""
    middle = sum(PREFERRED) / len(PREFERRED)
    return sum(map(distance, sizes)), abs(sum(sizes) / len(sizes) - middle)


def distance(size: int) -> int:
    """Return how far the size of a division is from the nearest preferred one."""
    return min(abs(size - preferred) for preferred in PREFERRED)


def tables(size: int, seats: int, *, mirrored: bool = False) -> list[tuple[int, ...]]:
    """Return the tables of a division: the number of the entry in each seat, in turn order.

    There are as many tables as entries, and each entry sits once in each seat. `mirrored` tables
    are the same in reverse turn order. Raises ValueError for a size or number of seats that no
    division can have.

    >>> tables(7, 4)[:3]
    [(0, 1, 4, 6), (1, 2, 5, 0), (2, 3, 6, 1)]
    """
    try:
        block = BLOCKS[seats][size]
    except KeyError:
        raise ValueError(f"There is no division of {size} for tables of {seats}.") from None
    if mirrored:
        block = block[::-1]
    return [tuple((first + entry) % size for entry in block) for first in range(size)]
