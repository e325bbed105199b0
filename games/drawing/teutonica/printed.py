"""What the board says where it is pointed at or read aloud."""

from functools import cache

from games.drawing import svg
from games.drawing.geometry import Point
from games.drawing.teutonica.countries import COUNTRIES
from games.drawing.teutonica.layout import load_layout
from games.drawing.teutonica.provinces import numbers, shape
from games.rules.teutonica.view import View
from games.wording.language import Language
from games.wording.teutonica import table
from games.wording.teutonica.words import permanent_sentence


@cache
def told(board_id: str, language: Language) -> str:
    """Words for permanent markers, cities that give permissions, and the countries of routes."""
    layout = load_layout(board_id)
    parts = []
    for road in layout.roads:
        marker = road.route.permanent_marker
        if marker:
            told = (
                table.permanent(marker, road.route.name),
                permanent_sentence(marker, layout.board),
            )
            parts.append(_told(language.say_all(told), road.marker))
        elif road.route.country in COUNTRIES:
            words = language.say(table.in_country(road.route.name, road.route.country))
            parts.append(_told(words, road.marker))
    for town in layout.towns:
        if town.city.grants:
            words = language.say(table.grants(town.city.name, town.city.grants))
            parts.append(_told(words, (town.ribbon.right - 20, town.ribbon.top + 13)))
    return svg.group(*parts, class_="told") if parts else ""


def _told(words: str, at: Point) -> str:
    return svg.element(
        "circle", svg.title(words), cx=at[0], cy=at[1], r=19, fill="#fff", fill_opacity="0"
    )


def pawn_land(view: View, language: Language) -> tuple[str, ...]:
    """The provinces and guards, and the land where the pawn is (T17)."""
    if view.options.get("two_player") != "pawn":
        return ()
    drawn = numbers(view.board, language)
    if view.pawn is None:
        return (drawn,)
    paint, province = "#5b3f8f", shape(view.board, view.pawn)
    land = svg.path(
        province,
        id="pawn-land",
        class_="pawn-land",
        fill=paint,
        fill_opacity=".13",
        stroke=paint,
        stroke_opacity=".4",
        stroke_width=5,
        stroke_linejoin="round",
    )
    return land, drawn
