"""The frame with its tracks."""

from games.drawing import svg
from games.drawing.geometry import Box, rectangle
from games.drawing.lettering import INK, SERIF, fitted
from games.drawing.ornament import rim
from games.drawing.teutonica.board_art import completed_places, prestige_places
from games.drawing.teutonica.layout import RIM, Layout
from games.rules.teutonica.questions import PRESTIGE_TO_END
from games.wording.language import Language
from games.wording.teutonica import table


def frame(layout: Layout, language: Language) -> str:
    """A thin double frame; the prestige track runs along its top and down its right side."""
    return rim(layout.width, layout.height, RIM) + _prestige(layout) + _completed(layout, language)


def _last(box: Box) -> str:
    """The field of a track that ends the game."""
    return svg.path(rectangle(box), fill="#c9a24a", fill_opacity=".55")


def _numbers(*numbers: str, **values: svg.Value) -> str:
    font: dict[str, svg.Value] = {"font_family": SERIF, "font_weight": 700}
    return svg.group(*numbers, fill="#7a6343", text_anchor="middle", **font, **values)


def _pointed_at(name: str, d: str) -> str:
    """The area of a track, to be pointed at."""
    return svg.path(d, data_about=f"track:{name}", fill_opacity="0")


def _prestige(layout: Layout) -> str:
    places, across = prestige_places(layout), layout.width
    step = across / (PRESTIGE_TO_END + 1)
    side = len(places) - PRESTIGE_TO_END - 1
    down = layout.height / side
    top, beyond = 5 - RIM, across + RIM - 5
    ticks = [svg.data("M", step * field, top, "V", -6) for field in range(1, PRESTIGE_TO_END + 1)]
    ticks += [svg.data("M", across + 6, down * field, "H", beyond) for field in range(1, side)]
    ticks += [svg.data("M", x, top, "V", -6) for x in (0, across)]
    ticks.append(svg.data("M", across + 6, 0, "H", beyond))
    numbers = []
    for number, (x, y) in enumerate(places):
        size = 20 if number <= PRESTIGE_TO_END and number % 5 == 0 else 15
        on_top = (x - step / 2 + 14, y + size * 0.34)
        at = on_top if number <= PRESTIGE_TO_END else (x, y - down / 2 + 17)
        numbers.append(svg.text(str(number), *at, font_size=size))
    goal = places[PRESTIGE_TO_END][0]
    return "".join(
        (
            _last(Box(goal - step / 2, top, goal + step / 2, -6)),
            svg.path("".join(ticks), stroke=INK, stroke_width=1, fill="none"),
            _numbers(*numbers, style="font-variant-numeric:lining-nums"),
            _pointed_at(
                "prestige",
                svg.data("M", 0, -RIM, "H", across + RIM, "V", layout.height, "H", across, "V0H0Z"),
            ),
        )
    )


def _completed(layout: Layout, language: Language) -> str:
    """The track of completed cities: at the last field the game ends (T10)."""
    places = completed_places(layout)
    half = (places[1][0] - places[0][0]) / 2
    y = places[0][1]
    left, right = places[0][0] - half, places[-1][0] + half
    top, bottom = layout.height + 6, layout.height + RIM - 5
    ticks = [svg.data("M", x, top, "V", bottom) for x in (*(x - half for x, _ in places), right)]
    numbers = [svg.text(str(number), x, y + 5.5) for number, (x, _) in enumerate(places)]
    before, after = language.say(table.COMPLETED), language.say(table.ENDS)
    size = min(fitted(words, 18, left - 14) for words in (before, after))
    return "".join(
        (
            _last(Box(places[-1][0] - half, top, right, bottom)),
            svg.path("".join(ticks), stroke=INK, stroke_width=1, fill="none"),
            _numbers(*numbers, font_size=16),
            svg.group(
                svg.text(before, left - 14, y + 5.5, text_anchor="end"),
                svg.text(after, right + 14, y + 5.5),
                font_family=SERIF,
                font_style="italic",
                font_size=size,
                fill="#5a472e",
            ),
            _pointed_at("cities", rectangle(Box(left, top, right, bottom))),
        )
    )
