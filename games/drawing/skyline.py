"""Skylines: a city's few buildings in ink and wash."""

from zlib import crc32

from games.drawing.geometry import figure
from games.drawing.lettering import INK

_WALL, _BRICK, _TILE, _SLATE, _COPPER = "#ead7b0", "#cf9477", "#ad5a42", "#7b7f86", "#7fa394"

_BUILDINGS: dict[str, tuple[int, str]] = {
    # letter: width, drawing with its foot on y=0 from x=0
    "h": (
        15,
        f'<path fill="{_WALL}" d="M0 0V-9H15V0Z"/><path fill="{_TILE}" d="M-1-9L7.5-18 16-9Z"/>',
    ),
    "n": (
        11,
        (
            f'<path fill="{_BRICK}" d="M0 0V-11H11V0Z"/><path fill="{_SLATE}" d="M-1-11L5.5-21 '
            '12-11Z"/>'
        ),
    ),
    "w": (
        20,
        f'<path fill="{_WALL}" d="M0 0V-8H20V0Z"/><path fill="{_TILE}" d="M-1-8L3-15H17L21-8Z"/>',
    ),
    "g": (
        16,
        (
            f'<path fill="{_BRICK}" d="M0 0V-12H3V-16H5.5V-20H10.5V-16H13V-12H16V0Z"/>'
            f'<path stroke="none" fill="{INK}" d="M6.4-9H9.6V-4H6.4Z"/>'
        ),
    ),
    "c": (
        13,
        (
            f'<path fill="{_BRICK}" d="M0 0V-19H13V0Z"/><path fill="{_COPPER}" d="M-1-19'
            'L6.5-40 14-19Z"/>'
            f'<path stroke="none" fill="{INK}" d="M5-15H8V-9H5Z"/>'
        ),
    ),
    "s": (
        24,
        (
            f'<path fill="{_BRICK}" d="M9 0V-11H24V0Z"/><path fill="{_COPPER}" d="M9-11L12-17'
            'H22L25-11Z"/>'
            f'<path fill="{_BRICK}" d="M0 0V-17H9V0Z"/><path fill="{_COPPER}" d="M-1-17'
            'L4.5-36 10-17Z"/>'
        ),
    ),
    "t": (
        15,
        (
            f'<path fill="{_WALL}" d="M0 0V-20H-1V-26H2.5V-23.5H5.5V-26H9.5V-23.5H12.5V-26H16'
            'V-20H15V0Z"/>'
            f'<path stroke="none" fill="{INK}" d="M5 0V-6A2.5 2.5 0 0 1 10-6V0Z"/>'
        ),
    ),
    "d": (
        30,
        (
            f'<path fill="{_WALL}" d="M0 0V-20H10V0ZM20 0V-20H30V0Z"/><path fill="{_SLATE}" '
            f'd="M-1-20L5-37 11-20ZM19-20L25-37 31-20Z"/><path fill="{_BRICK}" d="M10 0V-12'
            'L15-18 20-12V0Z"/>'
            f'<path stroke="none" fill="{INK}" d="M13 0V-5A2 2 0 0 1 17-5V0Z"/>'
        ),
    ),
    "q": (
        32,
        (
            f'<path fill="{_BRICK}" d="M0 0V-17H11V0ZM21 0V-17H32V0Z"/><path fill="{_SLATE}" '
            f'd="M-1-17L5.5-33 12-17ZM20-17L26.5-33 33-17Z"/><path fill="{_BRICK}" d="M11 0'
            "V-14H13V-17H16V-20H16.5V-17H19"
            f'V-14H21V0Z"/><path stroke="none" fill="{INK}" d="M13.5 0V-6A2.5 2.5 0 0 1 '
            '18.5-6V0Z"/>'
        ),
    ),
    "o": (
        18,
        (
            f'<path fill="{_WALL}" d="M0 0V-12H18V0Z"/><path fill="{_COPPER}" d="M1-12C1-22 '
            "17-22 17-12Z"
            f'M7.5-19.5H10.5V-25H7.5Z"/>'
        ),
    ),
    "k": (
        17,
        (
            f'<path fill="{_WALL}" d="M2 0V-15H15V0Z"/><path fill="{_TILE}" d="M0-15L8.5-24 '
            '17-15Z"/>'
            '<path fill="none" d="M12-19L22-31M22-31V-22"/>'
        ),
    ),
}

_FILLERS = "hwgn"


def building_symbols() -> str:
    """The buildings as definitions, to be used by letter."""
    return "".join(
        f'<g id="b-{letter}" stroke="{INK}" stroke-width="1.1" '
        f'stroke-linejoin="round">{drawing}</g>'
        for letter, (_, drawing) in _BUILDINGS.items()
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
    while sum(_BUILDINGS[letter][0] for letter in row) + 16 < room:
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        filler = _FILLERS[(number >> 16) % len(_FILLERS)]
        row.insert(len(row) if turn % 2 else 0, filler)
        turn += 1
    x = (left + right - sum(_BUILDINGS[letter][0] for letter in row)) / 2
    parts = []
    for letter in row:
        parts.append(f'<use href="#b-{letter}" x="{figure(x)}" y="{figure(foot)}"/>')
        x += _BUILDINGS[letter][0]
    return "".join(parts)
