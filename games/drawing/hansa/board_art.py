"""What the rules know of the board, drawn empty: cities, ways, the table of the piles."""

from functools import partial

from games.drawing import svg
from games.drawing.geometry import Box, Point, path, rectangle
from games.drawing.hansa.layout import NAME, Layout, Leg, Town
from games.drawing.lettering import INK, SERIF, fitted, name, number
from games.drawing.ornament import banner
from games.drawing.skyline import skyline
from games.drawing.symbols import symbol
from games.wording.hansa import table as words
from games.wording.language import Language

_symbol = partial(symbol, __package__)
_WATER, _ROAD = "#28566a", "#7d5a2c"


def ways(layout: Layout, language: Language) -> str:
    """The ways of the ship, with arrows in the only direction, and the one over land."""
    return "".join(_way(leg, language) for leg in layout.legs)


def _way(leg: Leg, language: Language) -> str:
    line = path((*leg.line[:-3:2], leg.line[-3]))
    ink = _ROAD if leg.overland else _WATER
    if leg.overland:
        strokes = svg.strokes(line, (ink, 10), ("#fbf4de", 6.6))
    else:
        glow = svg.path(line, stroke="#eef3ee", stroke_opacity=".75", stroke_width=8)
        strokes = glow + svg.strokes(line, (ink, 3.4, "11 7"))
    heads = (_head(leg, place) for place in _heads(leg))
    edge: dict[str, svg.Value] = {"stroke": "#fffaf0", "stroke_width": 1.6}
    return "".join(
        (
            svg.group(strokes, fill="none", stroke_linejoin="round"),
            _cart(leg.line[len(leg.line) // 2], language) if leg.overland else "",
            svg.group(*heads, fill=ink, stroke_linejoin="round", **edge),
        )
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
    return svg.path(f"{path(points)}Z")


def _cart(at: Point, language: Language) -> str:
    """The sign of the way over land: goods on wheels. It costs the same as a way by sea."""
    return _symbol("cart").group(svg.title(language.say(words.OVERLAND)), transform=svg.moved(at))


def towns(layout: Layout) -> str:
    """All cities: skyline, warehouses, ribbon, and the quay where booths are put up."""
    return "".join(map(_town, layout.towns))


def _town(town: Town) -> str:
    wall = town.wall
    return svg.group(
        _mooring(town.berth),
        _quay(town.quay),
        skyline(town.skyline, town.city.id, wall.left, wall.right, wall.top),
        svg.path(rectangle(wall), fill="#ecd9b3", stroke=INK, stroke_width=1.6),
        *(
            _gate(at, f"warehouse:{town.city.id}.{place}")
            for place, at in enumerate(town.warehouses, 1)
        ),
        _turn(town),
        banner(town.ribbon, "#fbf4e0", "#7d6543", 7, ".8"),
        name(town.city.name, town.at[0], town.ribbon.bottom - 6.6, NAME, "#2f2416"),
        data_about=f"city:{town.city.id}",
    )


def _turn(town: Town) -> str:
    """When its warehouses are filled: 1 is the first city, 9 the last (H2.2)."""
    return svg.group(
        svg.circle(11, fill="#fbf4e0", stroke=INK, stroke_width=1.5),
        number(town.city.index + 1, None, 5.4, 16, INK),
        transform=svg.moved((town.wall.right, town.wall.top + 2)),
    )


def _mooring(at: Point) -> str:
    """An anchor in the water where the ship will be."""
    return _symbol("mooring").group(transform=svg.moved(at))


def _gate(at: Point, name: str) -> str:
    """A warehouse: the open gate behind a marker."""
    return _symbol("warehouse").group(data_about=name, transform=svg.moved(at))


def _quay(quay: Box) -> str:
    """The quay: planks on piles, with room for booths."""
    wide, top = quay.right - quay.left, quay.top - 8
    planks = "".join(
        svg.data("M", quay.left + step, quay.top, "V", quay.bottom)
        for step in range(14, int(wide), 14)
    )
    ground = svg.element(
        "rect",
        x=quay.left,
        y=top,
        width=wide,
        height=quay.bottom - top,
        rx=7,
        fill="#e9d8ae",
        fill_opacity=".88",
        stroke="#8a6d45",
        stroke_width=1.3,
    )
    return ground + svg.path(planks, stroke="#c9b182", stroke_width=1, stroke_opacity=".8")


def table(layout: Layout, language: Language) -> str:
    """The table with the piles."""
    tray = layout.tray
    places = (svg.path(svg.data("M", x - 24, y - 24, "h48v48h-48Z")) for x, y in layout.piles)
    edge: dict[str, svg.Value] = {"stroke": "#94744a", "stroke_width": 1.2}
    told = language.say(words.GOODS_TO_COME)
    heading = svg.text(
        told,
        (tray.left + tray.right) / 2,
        tray.top + 27,
        text_anchor="middle",
        font_family=SERIF,
        font_style="italic",
        font_size=fitted(told, 20, tray.right - tray.left - 20),
        fill=INK,
    )
    return "".join(
        (
            svg.path(
                rectangle(tray), data_about="piles", fill="#ecd9b3", stroke=INK, stroke_width=1.8
            ),
            svg.path(rectangle(tray.grown(-5)), fill="none", stroke=INK, stroke_width=0.8),
            heading,
            svg.group(*places, fill="#d9bf8a", stroke_dasharray="4 3", **edge),
        )
    )
