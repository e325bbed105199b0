"""Pieces, signs and small buildings as symbols that both layers of a board use."""

from games.drawing.lettering import SANS
from games.drawing.seats import seat_symbols
from games.rules.teutonica.pieces import ABILITIES, MARKERS, MAX_SEATS, TILES

PRIVILEGE_COLOURS = ("#fbf6e4", "#e2852b", "#d9679a", "#2c2724")
PRIVILEGE_PIPS = ("#8a7a5c", "#4a2400", "#4d0f2c", "#f3e6c4")
_ABILITY_SIGNS = {
    "city_keys": '<g fill="none" stroke-width="1.9" stroke-linecap="round">'
    '<circle cx="-5" cy="-5" r="2.6"/><path d="M-3-3L6 6M6.2 2.6L3.6 5.2"/>'
    '<circle cx="5" cy="-5" r="2.6"/><path d="M3-3L-6 6M-6.2 2.6L-3.6 5.2"/></g>',
    "actions": '<path stroke-width="1.6" fill="none" '
    'd="M-5-7H5M-5 7H5M-4-7C-4-2-.8-1.6-.8 0S-4 2-4 7'
    'M4-7C4-2 .8-1.6 .8 0S4 2 4 7"/><path stroke="none" d="M-3 6.4C-2.4 4 0 3.4 0 1.4 0 3.4 '
    "2.4 4 3 6.4Z"
    'M-2.4-3.6H2.4L0-.8Z"/>',
    "privilege": '<path stroke="none" d="M-7 4.8L-7.6-4.4-3.4-.4 0-6.6 3.4-.4 7.6-4.4 7 4.8Z'
    'M-7 5.6H7V7.4H-7Z"/>',
    "book": '<path fill="none" stroke-width="1.7" stroke-linejoin="round" '
    'd="M0-4.6C-2-6.4-5-6.4-7.4-5.8V5.4'
    "C-5 4.8-2 4.8 0 6.4 2 4.8 5 4.8 7.4 5.4V-5.8C5-6.4 2-6.4 0-4.6V6.2M-5-2.8H-2.4M2.4-2.8H5"
    "M-5 .4H-2.4"
    'M2.4 .4H5"/>',
    "bank": '<path fill="none" stroke-width="1.7" d="M-7 -1V6.4H7V-1M-7.4-1H7.4C7.4-5.4 4-6.6 0-6.6'
    'S-7.4-5.4-7.4-1Z"/><circle stroke="none" cy="1.6" r="2"/>',
}

_MARKER_SIGNS = {
    "extra": '<path stroke="none" d="M-9-1.4L-2.8-7.4 3.4-1.4V7.6H-9Z"/>'
    '<path fill="none" stroke-width="2.6" d="M8-8.4V-.4M4-4.4H12"/>',
    "swap": '<path fill="none" stroke-width="2.4" stroke-linejoin="round" '
    'd="M-9-4H7M3-8L7.4-4 3 0M9 4.4H-7'
    'M-3 .6L-7.4 4.6-3 8.8"/>',
    "plus3": '<text y="6.5" text-anchor="middle" font-size="18" font-weight="700" stroke="none" '
    f'font-family="{SANS}">+3</text>',
    "plus4": '<text y="6.5" text-anchor="middle" font-size="18" font-weight="700" stroke="none" '
    f'font-family="{SANS}">+4</text>',
    "develop": '<path stroke="none" d="M-10 8V4H-4V0H2V-4H8V8Z"/>'
    '<path fill="none" stroke-width="2.2" d="M-8-2.4L-2.6-8.6M-6.8-9H-2.4V-4.6"/>',
    "move3": '<path fill="none" stroke-width="2.2" stroke-linejoin="round" '
    'd="M-10-6H8M4.6-9L8.4-6 4.6-3'
    'M-10 0.6H8M4.6-2.4L8.4 .6 4.6 3.6M-10 7.2H8M4.6 4.2L8.4 7.2 4.6 10.2"/>',
    "remove3": '<text y="6.5" text-anchor="middle" font-size="18" font-weight="700" stroke="none" '
    f'font-family="{SANS}">\N{MINUS SIGN}3</text>',
}

_TWO = (
    f'<text x="-6.5" y="6.5" text-anchor="middle" font-size="18" font-weight="700" stroke="none" '
    f'font-family="{SANS}">2</text>'
)
_PERMANENT_SIGNS = {
    "move_2_any": _TWO + '<path fill="none" stroke-width="2.2" stroke-linejoin="round" '
    'd="M.5-4H11M7.6-7.4L11-4 7.6-.6M11 5H.5M3.9 1.6L.5 5 3.9 8.4"/>',
    "develop_privilege": '<path stroke="none" d="M-12 6L-12.6-3-8.6.8-5-5.6-1.4.8 2.6-3 2 6Z'
    'M-12 6.8H2V8.8H-12Z"/><path fill="none" stroke-width="2.4" stroke-linejoin="round" '
    'd="M8 9V-8M3.8-3.6L8-8.4 12.2-3.6"/>',
    "office_in_green_city": '<path fill="#3f7a37" stroke="#24481f" stroke-width="1.2" '
    'd="M-11 8V-2L-4.4-8.6 2.2-2V8Z"/><path stroke="none" fill="#fffaf0" d="M-7 8V2H-1.8V8Z"/>'
    '<path fill="none" stroke-width="2.6" d="M8.4-6V4M3.4-1H13.4"/>',
    "place_2_from_route": _TWO + '<path stroke="none" d="M1-9H10.5V.4H1Z"/><path fill="none" '
    'stroke-width="2" stroke-linejoin="round" d="M5.8 2V9M2.4 6L5.8 9.4 9.2 6"/>',
    "place_2_in_wales_or_scotland": _TWO + '<path fill="#2f6b3f" stroke="none" d="M.4-9.4H11V-4C11-'
    '1 8 .4 5.7 1.2 3.4.4.4-1 .4-4Z"/><path fill="#2b568c" stroke="none" d="M.4 1.6H11V5.4C11 '
    '8.4 8 9.8 5.7 10.6 3.4 9.8 .4 8.4 .4 5.4Z"/>',
}

_TILE_SIGNS = {
    "anywhere": '<circle r="3.2" stroke="none"/><path fill="none" stroke-width="2" '
    'stroke-linejoin="round" d="M0-5V-11M-3-8.4L0-11.4 3-8.4M0 5V11M-3 8.4L0 11.4 3 8.4M-5 0H-11'
    'M-8.4-3L-11.4 0-8.4 3M5 0H11M8.4-3L11.4 0 8.4 3"/>',
    "action": '<text y="6.5" text-anchor="middle" font-size="18" font-weight="700" stroke="none" '
    f'font-family="{SANS}">+1</text>',
    "income": '<path fill="none" stroke-width="1.9" d="M-9 0V8.4H9V0M-9.4 0H9.4C9.4-4.4 5-5.6 0-5.6'
    'S-9.4-4.4-9.4 0Z"/><path fill="none" stroke-width="2.4" d="M0-12V-7M-2.6-9.4H2.6M0 2V6"/>',
    "trader": '<path stroke="none" d="M-10-2H0V8H-10Z"/><path fill="none" stroke-width="2.6" '
    'd="M7-7V3M2-2H12"/>',
    "cities": '<path stroke="none" d="M-12 8V-1L-7-6-2-1V8Z"/><text x="6" y="7" font-size="16" '
    f'text-anchor="middle" font-weight="700" stroke="none" font-family="{SANS}">4</text>',
    "abilities": '<path stroke="none" d="M-12 8V4H-8V0H-4V-4H0V8Z"/><text x="7" y="7" '
    f'font-size="16" text-anchor="middle" font-weight="700" stroke="none" '
    f'font-family="{SANS}">7</text>',
}


def marker(sign: str) -> str:
    """A bonus marker's round token with its sign."""
    return (
        '<circle r="17.5" cy="1.6" fill="#7d5c16"/>'
        '<circle r="17.5" fill="#f8e6a8" stroke="#7d5c16" stroke-width="1.6"/>'
        '<circle r="14.8" fill="none" stroke="#c9a24a" stroke-width="1"/>'
        f'<g fill="#3b2a10" stroke="#3b2a10" transform="scale(.86)">{sign}</g>'
    )


def plaque(sign: str) -> str:
    """A permanent marker: cut in stone, not a token that could be taken (T14.3)."""
    return (
        '<path fill="#cfd6d2" stroke="#43301f" stroke-width="1.6" stroke-linejoin="round" '
        'd="M-9-19H9L19-9V9L9 19H-9L-19 9V-9Z"/><path fill="none" stroke="#7f8b86" '
        'stroke-width="1.2" d="M-7.8-16H7.8L16-7.8V7.8L7.8 16H-7.8L-16 7.8V-7.8Z"/>'
        f'<g fill="#2a2a26" stroke="#2a2a26" transform="scale(.92)">{sign}</g>'
    )


def tile(sign: str) -> str:
    """A tile of the Emperor's Favour: purple, with the Empire's gold rim (T13)."""
    return (
        '<path fill="#5b2a4d" stroke="#2f1127" stroke-width="1.5" d="M-18-18H18V18H-18Z"/>'
        '<path fill="none" stroke="#d9b24a" stroke-width="1.6" d="M-15-15H15V15H-15Z"/>'
        f'<g fill="#fff3d6" stroke="#fff3d6">{sign}</g>'
    )


def symbols() -> str:
    """All definitions, to be put once in a page: those of the seats,
    `a-` ability signs, `k-` bonus markers, `p-` permanent ones, `f-` tiles of the Emperor's Favour,
    the pawn, and the flag of a completed town.
    """
    parts = ["<defs>", seat_symbols(MAX_SEATS + 1)]
    parts.extend(f'<g id="a-{ability}">{_ABILITY_SIGNS[ability]}</g>' for ability in ABILITIES)
    parts.extend(f'<g id="k-{kind}">{marker(_MARKER_SIGNS[kind])}</g>' for kind in MARKERS)
    parts.extend(f'<g id="p-{kind}">{plaque(sign)}</g>' for kind, sign in _PERMANENT_SIGNS.items())
    parts.extend(f'<g id="f-{kind}">{tile(_TILE_SIGNS[kind])}</g>' for kind in TILES)
    parts.append(_PAWN)
    parts.append(
        f'<g id="k-hidden">{marker(_SEAL)}</g>'
        '<g id="flag"><path d="M0 0V-24" stroke="#43301f" stroke-width="1.8"/>'
        '<path d="M.6-24C5-27 9-20 16-23.4V-13.6C9-10 5-17 .6-14Z" fill="#b3372b" '
        'stroke="#5a1710" stroke-width="1.2"/><path d="M.6-19C5-22 9-15 16-18.4" fill="none" '
        'stroke="#fbf3dc" stroke-width="2.4"/></g></defs>'
    )
    return "".join(parts)


_SEAL = '<path stroke="none" d="M-7-9H-3V-2.4H3V-9H7V9H3V2H-3V9H-7Z"/>'
_PAWN = (
    '<g id="pawn"><ellipse cy="17" rx="17" ry="6" fill="#2b2117" fill-opacity=".35"/>'
    '<path fill="#fffaf0" stroke="#fffaf0" stroke-width="5" stroke-linejoin="round" d="M-13 16C-13 '
    '8-6 6-5-6A8.4 8.4 0 1 1 5-6C6 6 13 8 13 16Z"/><path fill="#3a2f52" stroke="#171022" '
    'stroke-width="1.8" stroke-linejoin="round" d="M-13 16C-13 8-6 6-5-6A8.4 8.4 0 1 1 5-6C6 6 13 '
    '8 13 16Z"/><path fill="none" stroke="#d9b24a" stroke-width="2" d="M-6-5.4H6M-12.4 '
    '12H12.4"/></g>'
)
