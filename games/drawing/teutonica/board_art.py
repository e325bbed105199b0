"""Roads, cities and the frame: what the rules know of a board, drawn empty."""

from games.drawing import svg
from games.drawing.geometry import Box, Point, curve, path
from games.drawing.lettering import INK, caption, fitted, name, name_width, number
from games.drawing.ornament import banner
from games.drawing.skyline import skyline
from games.drawing.symbols import symbol
from games.drawing.teutonica import countries
from games.drawing.teutonica.layout import RIM, Layout, Road, Town
from games.drawing.teutonica.marks import PRIVILEGE_COLOURS, PRIVILEGE_PIPS, dots, office
from games.rules.teutonica.board import Board
from games.rules.teutonica.modules.britannia import abroad
from games.rules.teutonica.pieces import ABILITIES, SPECIAL_PRESTIGE
from games.rules.teutonica.questions import PRESTIGE_TO_END
from games.wording.language import Language
from games.wording.teutonica import table

WORDS = 72.0
"""The room for words beside the special prestige table, and above the tray of markers."""


def roads(layout: Layout) -> str:
    """Pale double lines, their spaces as houses, and the spots for bonus markers."""
    boats = layout.board.boats
    symbols = (symbol(__package__, name).group(id=name) for name in ("house", "boat"))
    drawn = {road.route.id: curve(road.knots) for road in layout.roads}
    line = "".join(drawn.values())
    parts = [
        svg.element("defs", *symbols),
        svg.group(
            svg.strokes(line, ("#94744a", 9.5), ("#fbf4de", 6.4)),
            *(countries.ways(road, drawn[road.route.id], boats) for road in layout.roads),
            fill="none",
            stroke_linejoin="round",
            stroke_linecap="round",
        ),
    ]
    parts += [
        svg.group(_marker_place(road, layout.board), data_about=f"route:{road.route.id}")
        for road in layout.roads
    ]
    for road in layout.roads:
        at_home = road.route.country not in countries.COUNTRIES
        house = "house" if at_home else f"house-{road.route.country}"
        parts += [
            svg.use(
                "boat" if boats[space] else house,
                *at,
                data_about=f"space:{layout.board.space_ids[space]}",
            )
            for space, at in zip(road.route.spaces, road.spaces, strict=True)
        ]
    return "".join(parts)


def nearest(road: Road) -> Point:
    """The point of the road nearest to its bonus marker's spot."""
    x, y = road.marker
    return min(road.seen, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


def _marker_place(road: Road, board: Board) -> str:
    at = road.marker
    thread = svg.path(
        path((at, nearest(road))),
        stroke="#94744a",
        stroke_width=2.2,
        stroke_dasharray="1 4.4",
        stroke_linecap="round",
    )
    if road.route.permanent_marker:
        sign = road.route.permanent_marker
        if "scotland" not in abroad(board):
            # The board for three has only Wales.
            sign = sign.removesuffix("_or_scotland")
        return thread + svg.use(f"p-{sign}", *at)
    if road.route.country in countries.COUNTRIES:
        # No bonus marker ever lies here (T15.5).
        return thread + countries.crest(road.route.country, at)
    if road.route.tavern:
        return thread + symbol(__package__, "tavern").group(transform=svg.moved(at))
    return thread + svg.circle(
        16.5,
        transform=svg.moved(at),
        fill="#f7edd0",
        fill_opacity=".75",
        stroke="#94744a",
        stroke_width=1.3,
        stroke_dasharray="4 3.2",
    )


def towns(layout: Layout) -> str:
    """All cities: skyline, walls with offices, ribbon."""
    ends = {layout.board.cities[number].id for number in layout.board.connection}
    return "".join(_town(layout, town, town.city.id in ends) for town in layout.towns)


def _town(layout: Layout, town: Town, end: bool) -> str:
    wall = town.wall
    width, height = wall.right - wall.left, wall.bottom - wall.top
    block = svg.data("M", wall.left, wall.top, "h", width, "v", height, "h", -width, "Z")
    offices = [layout.board.offices[number] for number in town.city.offices]
    return svg.group(
        skyline(town.skyline, town.city.id, wall.left, wall.right, wall.top),
        svg.path(block, fill="#ecd9b3", stroke=INK, stroke_width=1.5),
        *(
            office(at, facts.kind, facts.privilege, facts.coin)
            for at, facts in zip(town.offices, offices, strict=True)
        ),
        _gate(town) if town.city.green else "",
        _ribbon(town, end),
        data_about=f"city:{town.city.id}",
    )


def _gate(town: Town) -> str:
    """The gate of a city outside the League, which has no printed offices (T14.1)."""
    return symbol(__package__, "gate").group(transform=svg.moved(town.at))


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
    top, middle = box.top + 0.5, (box.left + box.right) / 2
    parts = [banner(Box(box.left, top, box.right, box.bottom), paper, edge, 6, ".75")]
    signs, grants = town.city.develops, town.city.grants
    parts.append(countries.bands(town))
    x = middle + 13.5 * len(signs) - 14.5 * len(grants)
    sign_x = x - name_width(town.city.name, town.name_size) / 2 - 27 * len(signs) + 12
    seal_x = x + name_width(town.city.name, town.name_size) / 2 + 19
    for country in grants:
        parts.append(countries.crest(country, (seal_x, (top + box.bottom) / 2 - 1), 0.98))
        seal_x += 27
    for sign in signs:
        parts.append(
            svg.group(
                svg.circle(10.6, fill="#fffaf0", stroke=edge, stroke_width=1.1),
                svg.use(f"a-{ABILITIES[sign]}", fill=INK, stroke=INK),
                transform=svg.moved((sign_x, top + 12.4)),
            )
        )
        sign_x += 27
    parts.append(name(town.city.name, x, box.bottom - 6.4, town.name_size, ink))
    return "".join(parts)


def special_places(layout: Layout) -> tuple[Point, ...]:
    """The middles of the four fields of the special prestige table; none without a table."""
    if layout.special is None:
        return ()
    x, y = layout.special
    return tuple((x + 42 * (field - 1.5), y - 2) for field in range(len(SPECIAL_PRESTIGE)))


def special(layout: Layout, language: Language) -> str:
    """The special prestige table: four round fields with their colours and pips (T7.7)."""
    if layout.special is None:
        return ""
    lines = [language.say(words) for words in (table.SPECIAL, table.PRESTIGE_OF_IT)]
    size = min(fitted(words, 16.5, WORDS) for words in lines)
    parts = [
        svg.group(
            svg.path("M-88-26H88V34H-88Z", fill="#ecd9b3", stroke=INK, stroke_width=1.6),
            svg.path("M-84.5-22.5H84.5V30.5H-84.5Z", fill="none", stroke=INK, stroke_width=0.8),
            *(caption(words, 97, 6 + 16 * line, size, None) for line, words in enumerate(lines)),
            transform=svg.moved(layout.special),
        )
    ]
    for field, at in enumerate(special_places(layout)):
        worth, pips = SPECIAL_PRESTIGE[field], PRIVILEGE_PIPS[field]
        parts.append(
            svg.group(
                svg.circle(18.6, fill=PRIVILEGE_COLOURS[field], stroke=INK, stroke_width=1.4),
                svg.circle(15, fill="none", stroke=pips, stroke_width=0.9),
                number(worth, None, 7, 19, PRIVILEGE_PIPS[3] if field == 3 else INK),
                dots(field, 8, 0, 24, 2.3, INK),
                data_about=f"special:{worth}",
                transform=svg.moved(at),
            )
        )
    return "".join(parts)


def supply(layout: Layout, language: Language) -> str:
    """The tray for the supply of bonus markers."""
    words = language.say(table.MARKERS_TRAY)
    return svg.group(
        _oval(4, 29, 24, fill="#d9b883", stroke=INK, stroke_width=1.5),
        _oval(3, 24, 19.4, fill="#c9a574", stroke=INK, stroke_width=0.8),
        caption(words, None, -27, fitted(words, 16.5, WORDS)),
        data_about="track:markers",
        transform=svg.moved(layout.supply),
    )


def _oval(y: float, across: float, down: float, **values: svg.Value) -> str:
    return svg.element("ellipse", cy=y, rx=across, ry=down, **values)


def prestige_places(layout: Layout) -> tuple[Point, ...]:
    """The middles of the track's fields: 0 to 20 along the top, then down the right side."""
    step = layout.width / (PRESTIGE_TO_END + 1)
    top = [(step * (number + 0.5), -RIM / 2 - 1) for number in range(PRESTIGE_TO_END + 1)]
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
