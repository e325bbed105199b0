"""Pieces on the board: goods in warehouses, booths on quays, the ship, the piles."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from games.drawing.geometry import figure
from games.drawing.hansa.layout import load_layout
from games.drawing.hansa.marks import number
from games.drawing.hansa.sheet import Sheet
from games.drawing.hansa.words import goods_words
from games.drawing.lettering import SANS, SERIF
from games.drawing.seats import COLOUR_NAMES
from games.rules.hansa.pieces import COLOURS, counted
from games.rules.hansa.trade import leader
from games.rules.hansa.view import View


def goods(drawn: Sheet, view: View) -> list[str]:
    """A marker in each warehouse that is not empty."""
    return [_goods(drawn.board.id, slot, code) for slot, code in enumerate(view.warehouses) if code]


@lru_cache(maxsize=1024)
def _goods(board_id: str, slot: int, code: int) -> str:
    layout = load_layout(board_id)
    town = layout.towns[layout.board.warehouse_city[slot]]
    x, y = town.warehouses[slot - town.city.warehouses.start]
    return (
        f'<g id="stock-{slot}"><title>{goods_words(code)}, in {town.city.name}</title>'
        f'<use href="#goods-{code}" x="{figure(x)}" y="{figure(y)}"/></g>'
    )


def booths(drawn: Sheet, view: View, names: Sequence[str]) -> list[str]:
    """The booths of each player in each city as a stall with their number."""
    called = tuple(names[seat] if seat < len(names) else name for seat, name in _SEATS)
    return [
        _booths(drawn.board.id, city, row, called)
        for city, row in enumerate(view.booths)
        if any(row)
    ]


_SEATS = tuple(enumerate(COLOUR_NAMES[:4]))


@lru_cache(maxsize=4096)
def _booths(board_id: str, city: int, row: tuple[int, ...], called: tuple[str, ...]) -> str:
    town = load_layout(board_id).towns[city]
    seats = [seat for seat, count in enumerate(row) if count]
    most = leader(row)
    parts = []
    for place, seat in enumerate(seats):
        x, y = town.stall(place, len(seats))
        words = f"{escape(called[seat])}: {counted(row[seat], 'booth')} in {town.city.name}"
        crown = ""
        if seat == most:
            words += ", more than anyone else"
            crown = '<use href="#crown" x="-12" y="-17"/>'
        behind = "".join(
            f'<use href="#stall-{seat}" x="{3 * layer}" y="{-2.4 * layer:g}"/>'
            for layer in range(min(3, (row[seat] + 1) // 2) - 1, 0, -1)
        )
        parts.append(
            f'<g id="booths-{town.city.id}-{seat}" class="pc" '
            f'style="transform:translate({figure(x - 2)}px,{figure(y)}px)"><title>{words}</title>'
            f'{behind}<use href="#stall-{seat}"/>{crown}{number((11, 11), row[seat])}</g>'
        )
    return "".join(parts)


def ship(drawn: Sheet, view: View) -> str:
    """The ship in its city; it glides from city to city."""
    town = drawn.layout.towns[view.ship]
    x, y = town.berth
    return (
        f'<g id="the-ship" class="pc" style="transform:translate({figure(x)}px,{figure(y + 6)}px)">'
        f'<title>The ship, in {town.city.name}</title><use href="#cog"/></g>'
    )


def piles(drawn: Sheet, view: View) -> str:
    """The face-down piles with their numbers, and the words beside them."""
    parts = [f'<g id="piles"><title>{_piles_in_words(view)}</title>']
    for count, (x, y) in zip(view.piles, drawn.layout.piles, strict=True):
        if not count:
            continue
        layers = min(4, 1 + count // 4)
        parts += [
            f'<use href="#goods-hidden" x="{figure(x)}" y="{figure(y - 3 * layer)}"/>'
            for layer in range(layers)
        ]
        parts.append(number((x + 17, y + 19), count))
    parts.append("</g>")
    parts.append(_told(drawn, view))
    return "".join(parts)


def _piles_in_words(view: View) -> str:
    left = sum(view.piles)
    piles = sum(1 for count in view.piles if count)
    if not left:
        return "No markers are left in the piles"
    return f"{counted(left, 'marker')} left in {counted(piles, 'pile')}"


def _told(drawn: Sheet, view: View) -> str:
    """Below the piles: the last round, or the colours that are left out."""
    tray = drawn.layout.tray
    middle, y = (tray.left + tray.right) / 2, tray.bottom - 26
    if view.last_round and not view.ended_by:
        return (
            f'<g id="last-round"><path d="M{figure(tray.left + 12)} {figure(y - 15)}'
            f'H{figure(tray.right - 12)}V{figure(y + 15)}H{figure(tray.left + 12)}Z" '
            'fill="#a8322a" stroke="#5c1510" stroke-width="1.4"/>'
            f'<text x="{figure(middle)}" y="{figure(y + 6.6)}" text-anchor="middle" '
            f'font-family="{SERIF}" font-weight="700" font-size="20" fill="#fff6e0">'
            "The last round</text></g>"
        )
    if not view.left_out:
        return ""
    words = "Left out: " + ", ".join(COLOURS[colour] for colour in view.left_out)
    x = tray.left + 22
    shown = "".join(
        f'<g transform="translate({figure(x + 104 + 34 * place)},{figure(y)})">'
        f'<use href="#barrel-{colour}"/><path d="M-14 12L14-12" stroke="#fffaf0" '
        'stroke-width="5"/><path d="M-14 12L14-12" stroke="#2b1d10" stroke-width="2.4"/></g>'
        for place, colour in enumerate(view.left_out)
    )
    return (
        f'<g id="left-out"><title>{words}</title><text x="{figure(x)}" y="{figure(y + 6)}" '
        f'font-family="{SANS}" font-size="19" fill="#43301f">Left out</text>{shown}</g>'
    )
