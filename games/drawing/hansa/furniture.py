"""What the rules know of the board, drawn empty: cities, ways, the table of the piles."""

from html import escape

from games.drawing.geometry import Box, Point, figure, path, rectangle
from games.drawing.hansa.layout import NAME, TILE, Layout, Leg, Town
from games.drawing.lettering import INK, SERIF
from games.drawing.skyline import skyline

_WATER, _ROAD = "#28566a", "#7d5a2c"


def ways(layout: Layout) -> str:
    """The ways of the ship, with arrows in the only direction, and the one over land."""
    return "".join(map(_way, layout.legs))


def _way(leg: Leg) -> str:
    line = path((*leg.line[:-3:2], leg.line[-3]))
    ink = _ROAD if leg.overland else _WATER
    if leg.overland:
        strokes = (
            f'<path d="{line}" stroke="{ink}" stroke-width="10"/><path d="{line}" '
            'stroke="#fbf4de" stroke-width="6.6"/>'
        )
    else:
        strokes = (
            f'<path d="{line}" stroke="#eef3ee" stroke-opacity=".75" stroke-width="8"/>'
            f'<path d="{line}" stroke="{ink}" stroke-width="3.4" stroke-dasharray="11 7"/>'
        )
    cart = _cart(leg.line[len(leg.line) // 2]) if leg.overland else ""
    return (
        f'<g fill="none" stroke-linejoin="round">{strokes}</g>{cart}'
        f'<g fill="{ink}" stroke="#fffaf0" stroke-width="1.6" stroke-linejoin="round">'
        f"{''.join(_head(leg, place) for place in _heads(leg))}</g>"
    )


def _heads(leg: Leg) -> list[int]:
    """Where arrowheads are: at the end, and on long ways between."""
    last = len(leg.line) - 1
    if leg.overland:
        return [round(last * 0.27), round(last * 0.76), last]
    return [round(last * 0.46), last] if last > 44 else [last]


def _head(leg: Leg, place: int) -> str:
    (x, y), (from_x, from_y) = leg.line[place], leg.line[max(0, place - 4)]
    size = ((x - from_x) ** 2 + (y - from_y) ** 2) ** 0.5 or 1
    along, across = (x - from_x) / size, (y - from_y) / size
    points: list[Point] = [(x, y)]
    for back, side in ((21, 10.5), (15.5, 0), (21, -10.5)):
        points.append((x - along * back - across * side, y - across * back + along * side))
    return f'<path d="{path(points)}Z"/>'


def _cart(at: Point) -> str:
    """The sign of the way over land: goods on wheels. It costs the same as a way by sea."""
    return (
        f'<g transform="translate({figure(at[0])},{figure(at[1])})" stroke="{INK}" '
        'stroke-width="1.4" stroke-linejoin="round"><title>Overland</title>'
        '<circle r="19" fill="#f3e3bb"/>'
        '<path fill="#c99b5c" d="M-12-2H10V4H-12Z"/><path fill="none" d="M10 1H17"/>'
        '<path fill="#fdf7e3" d="M-9-2C-9-11 7-11 7-2Z"/><g fill="#f3e3bb"><circle cx="-6.5" '
        'cy="6.5" r="5.2"/><circle cx="5.5" cy="6.5" r="5.2"/></g><path fill="none" '
        'stroke-width="1" d="M-6.5 1.3V11.7M-11.7 6.5H-1.3M5.5 1.3V11.7M.3 6.5H10.7"/></g>'
    )


def towns(layout: Layout) -> str:
    """All cities: skyline, warehouses, ribbon, and the quay where booths are put up."""
    return "".join(map(_town, layout.towns))


def _town(town: Town) -> str:
    wall = town.wall
    gates = "".join(map(_gate, town.warehouses))
    return (
        f"{_mooring(town.berth)}{_quay(town.quay)}"
        f"{skyline(town.skyline, town.city.id, wall.left, wall.right, wall.top)}"
        f'<path d="{rectangle(wall)}" fill="#ecd9b3" stroke="{INK}" stroke-width="1.6"/>'
        f"{gates}{_ribbon(town)}"
    )


def _mooring(at: Point) -> str:
    """An anchor in the water where the ship will be."""
    x, y = figure(at[0]), figure(at[1])
    return (
        f'<g transform="translate({x},{y})" fill="none" stroke="{_WATER}" stroke-opacity=".5" '
        'stroke-width="2.2" stroke-linecap="round"><circle r="19" stroke-width="1.4" '
        'stroke-dasharray="2 5"/><circle cy="-8.4" r="2.4"/><path d="M0-6V10M-5-2.6H5M-9.4 3.6'
        'C-8.6 8-4.6 10.4 0 10.4S8.6 8 9.4 3.6"/></g>'
    )


def _gate(at: Point) -> str:
    """A warehouse: the open gate behind a marker."""
    x, y = figure(at[0]), figure(at[1])
    side = figure(TILE + 1)
    return (
        f'<g transform="translate({x},{y})"><path d="M-{side}-{side}H{side}V{side}H-{side}Z" '
        f'fill="#7a6044" stroke="{INK}" stroke-width="1.4"/>'
        '<path d="M-23 26V-12L0-23 23-12V26Z" fill="#57422c"/>'
        '<path d="M-15 26V-4H15V26M0-4V26" fill="none" stroke="#94795a" stroke-width="1.5"/></g>'
    )


def _quay(quay: Box) -> str:
    """The quay: planks on piles, with room for booths."""
    wide = quay.right - quay.left
    planks = "".join(
        f"M{figure(quay.left + step)} {figure(quay.top)}V{figure(quay.bottom)}"
        for step in range(14, int(wide), 14)
    )
    return (
        f'<rect x="{figure(quay.left)}" y="{figure(quay.top - 8)}" width="{figure(wide)}" '
        f'height="{figure(quay.bottom - quay.top + 8)}" rx="7" fill="#e9d8ae" '
        'fill-opacity=".88" stroke="#8a6d45" stroke-width="1.3"/>'
        f'<path d="{planks}" stroke="#c9b182" stroke-width="1" stroke-opacity=".8"/>'
    )


def _ribbon(town: Town) -> str:
    box = town.ribbon
    left, right, top, bottom = box.left, box.right, box.top, box.bottom
    paper, edge, ink = "#fbf4e0", "#7d6543", "#2f2416"
    tails = "".join(
        f"M{figure(x - side * 4)} {figure(top + 5)}H{figure(x + side * 7)}"
        f"L{figure(x + side * 2)} {figure(top + 15)} {figure(x + side * 7)} {figure(bottom + 3)}"
        f"H{figure(x - side * 4)}Z"
        for x, side in ((left, -1), (right, 1))
    )
    return (
        f'<g stroke="{edge}" stroke-width="1.2" stroke-linejoin="round"><path fill="{edge}" '
        f'fill-opacity=".8" d="{tails}"/><path fill="{paper}" d="{rectangle(box)}"/></g>'
        f'<text x="{figure(town.at[0])}" y="{figure(bottom - 6.6)}" text-anchor="middle" '
        f'font-family="{SERIF}" font-weight="700" font-size="{figure(NAME)}" fill="{ink}">'
        f"{escape(town.city.name)}</text>"
    )


def table(layout: Layout) -> str:
    """The table with the piles."""
    tray = layout.tray
    middle = (tray.left + tray.right) / 2
    places = "".join(
        f'<path d="M{figure(x - 24)} {figure(y - 24)}h48v48h-48Z"/>' for x, y in layout.piles
    )
    return (
        f'<path d="{rectangle(tray)}" fill="#ecd9b3" stroke="{INK}" stroke-width="1.8"/>'
        f'<path d="{rectangle(tray.grown(-5))}" fill="none" stroke="{INK}" stroke-width=".8"/>'
        f'<text x="{figure(middle)}" y="{figure(tray.top + 27)}" text-anchor="middle" '
        f'font-family="{SERIF}" font-style="italic" font-size="20" fill="#43301f">'
        "Goods to come</text>"
        f'<g fill="#d9bf8a" stroke="#94744a" stroke-width="1.2" stroke-dasharray="4 3">{places}</g>'
    )
