"""Roads, cities and the frame: what the rules know of a board, drawn empty."""

from html import escape

from games.drawing.geometry import Point, figure, path
from games.drawing.lettering import INK, SANS, SERIF, name_width
from games.drawing.skyline import skyline
from games.drawing.teutonica import countries
from games.drawing.teutonica.buildings import office
from games.drawing.teutonica.layout import NAME, RIM, Layout, Road, Town
from games.drawing.teutonica.marks import PRIVILEGE_COLOURS, PRIVILEGE_PIPS
from games.rules.teutonica.pieces import ABILITIES, SPECIAL_PRESTIGE

GOAL = 20
"""The prestige at which the game ends (T10)."""


def roads(layout: Layout) -> str:
    """Pale double lines, their spaces as houses, and the spots for bonus markers."""
    boats = layout.board.boats
    symbols = (
        f'<g id="house" stroke="{INK}" stroke-width="1.3" stroke-linejoin="round">'
        '<path fill="#fdf7e3" d="M-11.5-3V14H11.5V-3L0-14Z"/>'
        '<path fill="#d9a982" d="M-14.6-1.4L0-15.6 14.6-1.4 11.6 1.2 0-9.8-11.6 1.2Z"/>'
        '<path fill="#c9b389" d="M-3.4 14V6.4H3.4V14Z" stroke-width="1"/></g>'
        f'<g id="boat" stroke="{INK}" stroke-width="1.3" stroke-linejoin="round">'
        '<circle r="18" fill="#dfeaea"/><path fill="#c99b6a" d="M-13 5H13L9 13H-9Z"/>'
        '<path fill="#fdf7e3" d="M0 4V-13L11 1H0M-2 2V-11L-10 2Z"/></g>'
    )
    drawn = {road.route.id: path((*road.line[::3], road.line[-1])) for road in layout.roads}
    line = "".join(drawn.values())
    parts = [
        f"<defs>{symbols}</defs>",
        (
            f'<g fill="none" stroke-linejoin="round" stroke-linecap="round"><path d="{line}" '
            f'stroke="#94744a" stroke-width="9.5"/><path d="{line}" stroke="#fbf4de" '
            'stroke-width="6.4"/>'
        ),
        *(countries.ways(road, drawn[road.route.id], boats) for road in layout.roads),
        "</g>",
    ]
    parts.extend(_marker_place(road) for road in layout.roads)
    for road in layout.roads:
        at_home = road.route.country not in countries.COUNTRIES
        house = "house" if at_home else f"house-{road.route.country}"
        parts.extend(
            f'<use href="#{"boat" if boats[space] else house}" x="{figure(x)}" y="{figure(y)}"/>'
            for space, (x, y) in zip(road.route.spaces, road.spaces, strict=True)
        )
    return "".join(parts)


def nearest(road: Road) -> Point:
    """The point of the road nearest to its bonus marker's spot."""
    x, y = road.marker
    return min(road.seen, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


def _marker_place(road: Road) -> str:
    (x, y), (to_x, to_y) = road.marker, nearest(road)
    thread = (
        f'<path d="M{figure(x)},{figure(y)}L{figure(to_x)},{figure(to_y)}" stroke="#94744a" '
        'stroke-width="2.2" stroke-dasharray="1 4.4" stroke-linecap="round"/>'
    )
    at = f'transform="translate({figure(x)},{figure(y)})"'
    if road.route.permanent_marker:
        sign = f"p-{road.route.permanent_marker}"
        return f'{thread}<use href="#{sign}" x="{figure(x)}" y="{figure(y)}"/>'
    if road.route.country in countries.COUNTRIES:
        # No bonus marker ever lies here (T15.5).
        return thread + countries.crest(road.route.country, (x, y))
    if road.route.tavern:
        return (
            f'{thread}<g {at}><circle r="20" fill="#e9c98b" stroke="{INK}" stroke-width="1.6"/>'
            f'<path d="M-24-7L0-25 24-7 21-3.4 0-19-21-3.4Z" fill="#ad5a42" stroke="{INK}" '
            'stroke-width="1.3" stroke-linejoin="round"/>'
            f'<g stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"><path fill="#fdf7e3" '
            'd="M-8-5H5V11H-8Z"/><path fill="none" d="M5-1H10.5V7H5M-4.4-1V7.4M1.4-1V7.4"/>'
            '<path fill="#fff" d="M-10-5C-11-10-6-11-4.6-8.6-3-12 2-12 3-8.6 7-10 8-5 5-5Z"/>'
            "</g></g>"
        )
    return (
        f'{thread}<circle {at} r="16.5" fill="#f7edd0" fill-opacity=".75" stroke="#94744a" '
        'stroke-width="1.3" stroke-dasharray="4 3.2"/>'
    )


def towns(layout: Layout) -> str:
    """All cities: skyline, walls with offices, ribbon."""
    ends = {layout.board.cities[number].id for number in layout.board.connection}
    return "".join(_town(layout, town, town.city.id in ends) for town in layout.towns)


def _town(layout: Layout, town: Town, end: bool) -> str:
    wall = town.wall
    width, height = wall.right - wall.left, wall.bottom - wall.top
    parts = [
        skyline(town.skyline, town.city.id, wall.left, wall.right, wall.top),
        (
            f'<path d="M{figure(wall.left)} {figure(wall.top)}h{figure(width)}v{figure(height)}'
            f'h{figure(-width)}Z" fill="#ecd9b3" stroke="{INK}" stroke-width="1.5"/>'
        ),
    ]
    parts.extend(
        office(x, y, facts.kind, facts.privilege, facts.coin)
        for (x, y), facts in zip(
            town.offices,
            (layout.board.offices[number] for number in town.city.offices),
            strict=True,
        )
    )
    if town.city.green:
        parts.append(_gate(town))
    parts.append(_ribbon(town, end))
    return "".join(parts)


def _gate(town: Town) -> str:
    """The gate of a city outside the League, which has no printed offices (T14.1)."""
    x, y = town.at
    return (
        f'<g transform="translate({figure(x)},{figure(y)})" stroke="{INK}" stroke-width="1.2" '
        'stroke-linejoin="round"><path fill="#a98d63" d="M-13 24V-2A13 13 0 0 1 13-2V24Z"/>'
        '<path fill="#6b5540" d="M-9.5 24V-1A9.5 9.5 0 0 1 9.5-1V24Z"/><path fill="none" '
        'stroke="#c9a574" stroke-width="1.4" d="M-4.8-8.6V24M0-10V24M4.8-8.6V24M-9.5 3H9.5M-9.5 '
        '11H9.5"/></g>'
    )


def _ribbon(town: Town, end: bool) -> str:
    box = town.ribbon
    if end:
        paper, edge, ink = "#a8322a", "#5c1510", "#fff6e0"
    elif town.city.green:
        paper, edge, ink = "#5f8a55", "#2d4a28", "#fffaf0"
    elif town.city.develops:
        paper, edge, ink = "#f0c94e", "#7a5a0c", "#2f2108"
    else:
        paper, edge, ink = "#fbf4e0", "#7d6543", "#2f2416"
    left, right, top, bottom = box.left, box.right, box.top + 0.5, box.bottom
    parts = [
        (
            f'<g stroke="{edge}" stroke-width="1.2" stroke-linejoin="round"><path fill="{edge}" d="'
            f"M{figure(left + 4)} {figure(top + 5)}H{figure(left - 6)}L{figure(left - 1)} "
            f"{figure(top + 15)} {figure(left - 6)} {figure(bottom + 3)}H{figure(left + 4)}ZM"
            f"{figure(right - 4)} {figure(top + 5)}H{figure(right + 6)}L{figure(right + 1)} "
            f'{figure(top + 15)} {figure(right + 6)} {figure(bottom + 3)}H{figure(right - 4)}Z" '
            'fill-opacity=".75"/>'
            f'<path fill="{paper}" d="M{figure(left)} {figure(top)}H{figure(right)}'
            f"V{figure(bottom)}"
            f'H{figure(left)}Z"/></g>'
        )
    ]
    middle, signs, grants = (left + right) / 2, town.city.develops, town.city.grants
    parts.append(countries.bands(town))
    x = middle + 13.5 * len(signs) - 14.5 * len(grants)
    sign_x = x - name_width(town.city.name, NAME) / 2 - 27 * len(signs) + 12
    seal_x = x + name_width(town.city.name, NAME) / 2 + 19
    for country in grants:
        parts.append(countries.crest(country, (seal_x, (top + bottom) / 2 - 1), 0.98))
        seal_x += 27
    for sign in signs:
        parts.append(
            f'<g transform="translate({figure(sign_x)},{figure(top + 12.4)})"><circle r="10.6" '
            f'fill="#fffaf0" stroke="{edge}" stroke-width="1.1"/><use href="#a-{ABILITIES[sign]}" '
            f'fill="{INK}" stroke="{INK}"/></g>'
        )
        sign_x += 27
    parts.append(
        f'<text x="{figure(x)}" y="{figure(bottom - 6.4)}" text-anchor="middle" '
        f'font-family="{SERIF}" font-weight="700" font-size="{figure(NAME)}" fill="{ink}">'
        f"{escape(town.city.name)}</text>"
    )
    return "".join(parts)


def special_places(layout: Layout) -> tuple[Point, ...]:
    """The middles of the four fields of the special prestige table; none without a table."""
    if layout.special is None:
        return ()
    x, y = layout.special
    return tuple((x + 42 * (field - 1.5), y - 2) for field in range(len(SPECIAL_PRESTIGE)))


def special(layout: Layout) -> str:
    """The special prestige table: four round fields with their colours and pips (T7.7)."""
    if layout.special is None:
        return ""
    x, y = layout.special
    parts = [
        (
            f'<g transform="translate({figure(x)},{figure(y)})"><path d="M-88-26H88V34H-88Z" '
            f'fill="#ecd9b3" stroke="{INK}" stroke-width="1.6"/><path d="M-84.5-22.5H84.5'
            'V30.5H-84.5Z" '
            f'fill="none" stroke="{INK}" stroke-width=".8"/>{_caption("special", 6, 97)}'
            f"{_caption('prestige', 22, 97)}</g>"
        )
    ]
    for field, (at_x, at_y) in enumerate(special_places(layout)):
        pips = "".join(
            f'<circle cx="{figure(8 * (pip - (field - 1) / 2))}" cy="24" r="2.3" fill="{INK}"/>'
            for pip in range(field)
        )
        parts.append(
            f'<g transform="translate({figure(at_x)},{figure(at_y)})"><circle r="18.6" '
            f'fill="{PRIVILEGE_COLOURS[field]}" stroke="{INK}" stroke-width="1.4"/>'
            f'<circle r="15" fill="none" stroke="{PRIVILEGE_PIPS[field]}" stroke-width=".9"/>'
            f'<text y="7" text-anchor="middle" font-family="{SANS}" font-weight="700" '
            f'font-size="19" fill="{PRIVILEGE_PIPS[3] if field == 3 else INK}">'
            f"{SPECIAL_PRESTIGE[field]}</text>{pips}</g>"
        )
    return "".join(parts)


def supply(layout: Layout) -> str:
    """The tray for the supply of bonus markers."""
    x, y = layout.supply
    return (
        f'<g transform="translate({figure(x)},{figure(y)})"><ellipse cy="4" rx="29" ry="24" '
        f'fill="#d9b883" stroke="{INK}" stroke-width="1.5"/><ellipse cy="3" rx="24" ry="19.4" '
        f'fill="#c9a574" stroke="{INK}" stroke-width=".8"/>{_caption("markers", -27)}</g>'
    )


def _caption(text: str, y: float, left: float | None = None) -> str:
    """Words beside a table, from `left` on, or centred on it."""
    place = f'x="{figure(left)}"' if left is not None else 'text-anchor="middle"'
    return (
        f'<text y="{figure(y)}" {place} font-family="{SERIF}" font-style="italic" '
        f'font-size="16.5" fill="#5a472e">{text}</text>'
    )


def prestige_places(layout: Layout) -> tuple[Point, ...]:
    """The middles of the track's fields: 0 to 20 along the top, then down the right side."""
    step = layout.width / (GOAL + 1)
    top = [(step * (number + 0.5), -RIM / 2 - 1) for number in range(GOAL + 1)]
    count = int(layout.height // step)
    down = layout.height / count
    side = [(layout.width + RIM / 2 + 1, down * (number + 0.5)) for number in range(count)]
    return (*top, *side)


def completed_places(layout: Layout) -> tuple[Point, ...]:
    """The middles of the fields for completed cities, along the bottom of the frame."""
    count = layout.board.cities_to_end + 1
    step = min(58.0, layout.width * 0.6 / count)
    left = layout.width / 2 - step * (count - 1) / 2
    return tuple((left + step * number, layout.height + RIM / 2 + 1) for number in range(count))
