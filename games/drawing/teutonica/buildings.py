"""The offices in a city's wall."""

from games.drawing.geometry import figure
from games.drawing.lettering import INK
from games.drawing.teutonica.marks import PRIVILEGE_COLOURS, PRIVILEGE_PIPS

_MULLIONS = '<path d="M0-11.5V11.5M-11.5-2H11.5" stroke="#947a5c" stroke-width="1.6"/>'


def office(x: float, y: float, kind: int, privilege: int, coin: int) -> str:
    """An opening in the city's wall: square or round, its privilege shown by colour and pips."""
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
