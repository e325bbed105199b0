"""Goods, booths, the ship and coins as symbols that both layers of the board use."""

from games.drawing.geometry import figure
from games.drawing.lettering import INK, SANS
from games.drawing.seats import COLOURS, EDGES, INKS, LIGHTS, seat_symbols
from games.rules.hansa.pieces import GOODS, barrels_of, colour_of

SEATS = 4
GOODS_COLOURS = ("#b5342b", "#e8b730", "#3f8a45", "#2d66b0", "#7d4a9c", "#7a4a24")
_GOODS_INKS = ("#fff3e0", "#3b2c00", "#f4ffe9", "#eef6ff", "#fbeeff", "#ffe9c9")
_GOODS_SIGNS = (
    '<path stroke="none" d="M0-7.6L6.6 0 0 7.6-6.6 0Z"/>',
    '<circle r="5.6" stroke="none"/>',
    '<path stroke="none" d="M0-7.2L7 5H-7Z"/>',
    (
        '<path fill="none" stroke-width="2.8" d="M-7-2.6C-4.6-5.4-2.4-5.4 0-2.6S4.6.2 7-2.6'
        'M-7 3.4C-4.6.6-2.4.6 0 3.4S4.6 6.2 7 3.4"/>'
    ),
    '<circle r="5" fill="none" stroke-width="3"/>',
    '<path fill="none" stroke-width="3.4" d="M-5-5L5 5M-5 5L5-5"/>',
)
SIGN_NAMES = ("diamond", "disc", "triangle", "waves", "ring", "cross")
"""The sign on the barrels of each colour, so that no player needs to see the colour."""
_STACKS = (
    ((0.0, 0.0),),
    ((-12.6, 0.0), (12.6, 0.0)),
    ((0.0, -11.4), (-12.6, 10.6), (12.6, 10.6)),
)
"""Where 1, 2 or 3 barrels are on a marker."""


def barrel(colour: int) -> str:
    """A barrel seen from its end, 24 wide, with the sign of its colour."""
    ink = _GOODS_INKS[colour]
    return (
        f'<circle r="12" fill="{GOODS_COLOURS[colour]}" stroke="#2b1d10" stroke-width="1.5"/>'
        f'<circle r="9.9" fill="none" stroke="{ink}" stroke-opacity=".55" stroke-width=".9"/>'
        f'<g transform="scale(.92)" fill="{ink}" stroke="{ink}">{_GOODS_SIGNS[colour]}</g>'
    )


def goods(code: int) -> str:
    """A goods marker: a pale board with its barrels."""
    barrels = "".join(
        f'<use href="#barrel-{colour_of(code)}" x="{figure(x)}" y="{figure(y)}"/>'
        for x, y in _STACKS[barrels_of(code) - 1]
    )
    return f"{_board('#fbf1d6', '#d9bf8a')}{barrels}"


def _board(face: str, rim: str) -> str:
    return (
        '<path fill="#6b4a24" d="M-26-21.5Q-26-25.5-22-25.5H22Q26-25.5 26-21.5V24Q26 28 22 28H-22'
        'Q-26 28-26 24Z"/>'
        f'<path fill="{face}" stroke="{INK}" stroke-width="1.5" d="M-26-22Q-26-26-22-26H22Q26-26 '
        '26-22V21.5Q26 25.5 22 25.5H-22Q-26 25.5-26 21.5Z"/>'
        f'<path fill="none" stroke="{rim}" stroke-width="1.2" d="M-23-21Q-23-23-21-23H21Q23-23 '
        '23-21V20.5Q23 22.5 21 22.5H-21Q-23 22.5-23 20.5Z"/>'
    )


_HIDDEN = _board("#a97b46", "#d9b37c") + (
    '<g fill="none" stroke="#f3e0b8" stroke-width="2"><circle r="13.5"/><circle r="9" '
    'stroke-width="1.2"/><path d="M0-9V9M-9 0H9"/></g>'
)


def stall(seat: int) -> str:
    """A market booth, 36 wide and 34 high, with the house mark on its front."""
    colour, edge, light = COLOURS[seat], EDGES[seat], LIGHTS[seat]
    stripes = "".join(
        f'<path fill="{colour}" d="M{figure(left)}-7L{figure(left * 0.76)}-17'
        f'H{figure((left + 6.8) * 0.76)}L{figure(left + 6.8)}-7A3.4 3.4 0 0 1 {figure(left)}-7Z"/>'
        for left in (-17.0, -3.4, 10.2)
    )
    return (
        '<path fill="#fff" stroke="#fff" stroke-width="5" stroke-linejoin="round" '
        'd="M-17-7L-13-17H13L17-7V-4H14V16H-14V-4H-17Z"/>'
        f'<g stroke="{edge}" stroke-width="1.4" stroke-linejoin="round">'
        f'<path fill="#5a4630" d="M-13.5-7H13.5V4H-13.5Z"/>'
        f'<path fill="{colour}" d="M-15.5 1H15.5V16H-15.5Z"/>'
        f'<path fill="#fffaf0" d="M-17-7L-13-17H13L17-7A3.4 3.4 0 0 1 10.2-7 3.4 3.4 0 0 1 3.4-7 '
        '3.4 3.4 0 0 1-3.4-7 3.4 3.4 0 0 1-10.2-7 3.4 3.4 0 0 1-17-7Z"/>'
        f"{stripes}</g>"
        f'<path d="M-14.5 2.4H14.5" stroke="{light}" stroke-width="1.6"/>'
        f'<use href="#h{seat}" transform="translate(-4.5,8.8)scale(.84)" fill="{INKS[seat]}" '
        f'stroke="{INKS[seat]}"/>'
    )


_CROWN = (
    '<g id="crown" stroke="#5a3d04" stroke-width="1.3" stroke-linejoin="round"><path '
    'fill="#f4c430" d="M-9.5 5.5L-11-5-4.6-.6 0-7.4 4.6-.6 11-5 9.5 5.5Z"/><path fill="#a8322a" '
    'stroke-width=".9" d="M-2 1.6L0-1.2 2 1.6 0 4Z"/></g>'
)
_SHIP = (
    '<g id="cog" stroke="#2b1d10" stroke-width="1.6" stroke-linejoin="round" '
    'stroke-linecap="round"><path fill="#fff" stroke="#fff" stroke-width="6" d="M-25 4C-23 15-18 '
    "22-8 22H9C18 22 24 14 27 2V-4H18V-1C22-9 23-20 19-29L14-40 5-39 1-38-17-29C-12-20-11-9-15-2"
    'H-27Z"/><path fill="#9a6b3f" d="M-25 5C-23 16-18 22-8 22H9C18 22 24 15 27 3L19 6H-17Z"/>'
    '<path fill="none" stroke-width="1" d="M-21 12C-8 15 10 15 23 11M-17 17C-6 19 8 19 18 16"/>'
    '<path fill="#c99b5c" d="M-27-2H-15V5.6H-25ZM18-3H29L27 4 19 6Z"/>'
    '<path fill="none" stroke-width="2" d="M1 6V-37"/>'
    '<path fill="#fffaf0" d="M-17-29C-8-31 10-31 19-29 23-20 22-9 18-1 8 2-6 2-15-1-11-9-12-20-17'
    '-29Z"/><path fill="#a8322a" stroke="none" d="M-5.4-30.2C-2-30.6 4-30.6 7.6-30.2 11-20 10-9 7 '
    '.8 3 1.4-2 1.4-5 1-1.4-9-1.6-20-5.4-30.2Z"/><path fill="#a8322a" d="M1-37C6-41 9-35 14-38V-33'
    'C9-30 6-36 1-32Z"/></g>'
)
_TALER = (
    '<g id="taler"><circle r="14" cy="1.6" fill="#6f5310"/><circle r="14" fill="#f2cf63" '
    'stroke="#6f5310" stroke-width="1.5"/><circle r="10.6" fill="none" stroke="#a98224" '
    'stroke-width="1.2"/><path fill="none" stroke="#6f5310" stroke-width="2.6" '
    'stroke-linecap="round" d="M-5.4-4.6H5.4M0-4.6V6.4"/></g>'
)


def symbols() -> str:
    """All definitions, to be put once in a page: those of the seats, `barrel-` by colour, `goods-`
    by code and face down, `stall-` by seat, the crown for the most booths, the ship, a taler.
    """
    parts = ["<defs>", seat_symbols(SEATS)]
    parts += [f'<g id="barrel-{n}">{barrel(n)}</g>' for n in range(len(GOODS_COLOURS))]
    parts += [f'<g id="goods-{code}">{goods(code)}</g>' for code in GOODS]
    parts.append(f'<g id="goods-hidden">{_HIDDEN}</g>')
    parts += [f'<g id="stall-{seat}">{stall(seat)}</g>' for seat in range(SEATS)]
    parts += [_CROWN, _SHIP, _TALER, "</defs>"]
    return "".join(parts)


def number(at: tuple[float, float], value: int) -> str:
    """A number on a dark disc, for anything counted."""
    x, y = figure(at[0]), figure(at[1] + 5.8)
    return (
        f'<circle cx="{x}" cy="{figure(at[1])}" r="10.6" fill="#2b2117" stroke="#fffaf0" '
        f'stroke-width="1.4"/><text x="{x}" y="{y}" font-size="16.5" font-weight="700" '
        f'text-anchor="middle" fill="#fff6e0" font-family="{SANS}">{value}</text>'
    )
