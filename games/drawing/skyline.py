"""Skylines: a city's few buildings in ink and wash."""

from zlib import crc32

from games.drawing import svg
from games.drawing.symbols import symbol

_BUILDINGS = {
    "h": ("house", 15),
    "n": ("narrow-house", 11),
    "w": ("wide-house", 20),
    "g": ("gable", 16),
    "c": ("chapel", 13),
    "s": ("church", 24),
    "t": ("tower", 15),
    "d": ("cathedral", 30),
    "q": ("town-hall", 32),
    "o": ("dome", 18),
    "k": ("crane", 17),
}
"""Buildings and their widths by letter; each has its foot on y=0 from x=0."""
_FILLERS = "hwgn"


def building_symbols() -> str:
    """The buildings as definitions, to be used by letter."""
    return "".join(
        symbol(__package__, f"building-{name}").group(id=f"b-{letter}")
        for letter, (name, _) in _BUILDINGS.items()
    )


def skyline(letters: str, seed: str, left: float, right: float, foot: float) -> str:
    """The buildings of `letters` and as many small ones as fit between `left` and `right`.

    `seed` is the city's id: the same city always looks the same.
    """
    room = right - left - 6
    row = list(letters)
    number = crc32(seed.encode())
    if not row:
        row = ["csdtgo"[number % 6]]
    turn = 0
    while sum(_BUILDINGS[letter][1] for letter in row) + 16 < room:
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        filler = _FILLERS[(number >> 16) % len(_FILLERS)]
        row.insert(len(row) if turn % 2 else 0, filler)
        turn += 1
    x = (left + right - sum(_BUILDINGS[letter][1] for letter in row)) / 2
    parts = []
    for letter in row:
        parts.append(svg.use(f"b-{letter}", x, foot))
        x += _BUILDINGS[letter][1]
    return "".join(parts)
