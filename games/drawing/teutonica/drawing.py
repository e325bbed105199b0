"""The drawing of Hansa Teutonica, as the platform sees it."""

from collections.abc import Callable, Sequence
from typing import Any

from games.drawing.choices import Choices
from games.drawing.drawing import Drawing
from games.drawing.guide import Guide, guide_of
from games.drawing.sources import Source
from games.drawing.teutonica import (
    attempts,
    clicks,
    consequences,
    corner,
    desk,
    explanations,
    illustrations,
    lessons,
    live,
    marks,
    obstacles,
    outline,
    places,
    primers,
    prompts,
    sheet,
    sources,
    static,
    stops,
    targets,
)
from games.rules.teutonica.orders import Order
from games.rules.teutonica.view import View
from games.rules.title import AnyTitle, Orders
from games.wording import Language


def in_english(told: Callable[..., Any]) -> Any:
    """Return a method that tells in English whatever language it is handed, which comes last."""
    return staticmethod(lambda *args: told(*args[:-1]))


class TeutonicaDrawing(Drawing):
    """Each method calls the module that does the work (see `games.drawing.drawing.Drawing`)."""

    title = "teutonica"
    keys = targets.KEYS
    illustration_board = corner.BOARD
    corners = illustrations.CORNERS
    sheet = staticmethod(sheet.sheet)
    board = in_english(static.drawing)
    definitions = staticmethod(marks.symbols)
    layer = staticmethod(live.live)
    owned = in_english(desk.owned)
    desk = staticmethod(desk.desk)
    desk_links = in_english(clicks.desk_links)
    prompt_of_me = in_english(prompts.of_me)
    prompt_of_others = in_english(prompts.of_others)
    supply = in_english(outline.supply)
    position = in_english(outline.position)
    outline = in_english(outline.outline)
    stops = staticmethod(stops.stops)
    consequences = in_english(consequences.consequences)
    things = in_english(explanations.things)
    explain = in_english(explanations.explain)
    obstacles = in_english(obstacles.obstacles)
    answering = in_english(prompts.answering)
    attempt = staticmethod(attempts.attempt)
    rule = staticmethod(prompts.rule)
    primers = in_english(primers.primers)
    other_illustrations = in_english(lessons.desk)
    places = in_english(places.places)

    def guide(self) -> Guide:
        return guide_of(__package__)

    def source(
        self,
        view: View,
        seat: int,
        line: str,
        points: int,
        names: Sequence[str],
        told: Sequence[Sequence[Any]],
        language: Language,
    ) -> Source:
        return sources.source(view, seat, line, points, names, told)

    def choices(
        self,
        title: AnyTitle,
        orders: Orders[Order],
        view: View,
        language: Language,
        names: Sequence[str] = (),
    ) -> Choices:
        del title, names  # Orders are spelled by the board, pieces called by their colours.
        return targets.choices(orders, view, language)
