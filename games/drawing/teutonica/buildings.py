"""Skylines: each town's few buildings in ink and wash, and the offices under them."""

from zlib import crc32

from games.drawing.geometry import figure
from games.drawing.lettering import INK
from games.drawing.teutonica.layout import Town
from games.drawing.teutonica.marks import PRIVILEGE_COLOURS, PRIVILEGE_PIPS

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


def skyline(town: Town) -> str:
    """The town's buildings, side by side, centred above its walls."""
    room = town.wall.right - town.wall.left - 6
    letters = list(town.skyline)
    seed = crc32(town.city.id.encode())
    if not letters:
        letters = ["csdtgo"[seed % 6]]
    turn = 0
    while sum(_BUILDINGS[letter][0] for letter in letters) + 16 < room:
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        filler = _FILLERS[(seed >> 16) % len(_FILLERS)]
        letters.insert(len(letters) if turn % 2 else 0, filler)
        turn += 1
    x = (town.wall.left + town.wall.right - sum(_BUILDINGS[letter][0] for letter in letters)) / 2
    parts = []
    for letter in letters:
        parts.append(f'<use href="#b-{letter}" x="{figure(x)}" y="{figure(town.wall.top)}"/>')
        x += _BUILDINGS[letter][0]
    return "".join(parts)


_MULLIONS = '<path d="M0-11.5V11.5M-11.5-2H11.5" stroke="#947a5c" stroke-width="1.6"/>'


def office(x: float, y: float, kind: int, privilege: int, coin: int) -> str:
    """An opening in the town's wall: square or round, its privilege told by colour and pips."""
    colour, pips = PRIVILEGE_COLOURS[privilege], PRIVILEGE_PIPS[privilege]
    frame = f'fill="#6b5540" stroke="{colour}" stroke-width="4.8"'
    edge = f'fill="none" stroke="{INK}" stroke-width="1.1"'
    if kind:
        shapes = (
            f'<circle r="14.2" {frame}/>{_MULLIONS}<circle r="16.6" {edge}/>'
            f'<circle r="11.8" {edge}/>'
        )
    else:
        shapes = (
            f'<path d="M-13.7-13.7H13.7V13.7H-13.7Z" {frame}/>{_MULLIONS}'
            f'<path d="M-16.1-16.1H16.1V16.1H-16.1ZM-11.5-11.5H11.5V11.5H-11.5Z" {edge}/>'
        )
    sill = f'<path d="M-16 16H16V23.4H-16Z" fill="{colour}" stroke="{INK}" stroke-width="1.1"/>'
    dots = "".join(
        f'<circle cx="{figure(8 * (pip - (privilege - 1) / 2))}" cy="19.7" r="2.3" fill="{pips}"/>'
        for pip in range(privilege)
    )
    money = COIN.format(x=0, y=0, figure=coin) if coin else ""
    return f'<g transform="translate({figure(x)},{figure(y)})">{shapes}{sill}{dots}{money}</g>'


COIN = (
    '<g transform="translate({x},{y})"><circle r="8.6" fill="#f2cf63" stroke="#7d5c16" '
    'stroke-width="1.3"/><text y="4.6" font-size="13" font-weight="700" text-anchor="middle" '
    'fill="#4a3400" font-family="Source Sans 3,DejaVu Sans,sans-serif">{figure}</text></g>'
)
