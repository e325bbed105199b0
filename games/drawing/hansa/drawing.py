"""The drawing of Hansa, as the platform sees it."""

from collections.abc import Callable, Sequence
from typing import Any

from games.drawing.choices import Choices
from games.drawing.drawing import Drawing
from games.drawing.guide import Guide, guide_of
from games.drawing.hansa import (
    attempts,
    clicks,
    consequences,
    corner,
    desk,
    explanations,
    illustrations,
    live,
    marks,
    obstacles,
    outline,
    primers,
    prompts,
    sheet,
    sources,
    static,
    targets,
)
from games.drawing.seats import COLOUR_NAMES
from games.rules.hansa.orders import Order
from games.rules.hansa.view import View
from games.rules.title import AnyTitle, Orders
from games.wording import Language


def in_english(told: Callable[..., Any]) -> Any:
    """Return a method that tells in English whatever language it is handed, which comes last."""
    return staticmethod(lambda *args: told(*args[:-1]))


class HansaDrawing(Drawing):
    """Each method calls the module that does the work (see `games.drawing.drawing.Drawing`)."""

    title = "hansa"
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
    scored = staticmethod(sources.scored)
    prompt_of_me = in_english(prompts.of_me)
    prompt_of_others = in_english(prompts.of_others)
    attempt = staticmethod(attempts.attempt)
    supply = in_english(outline.supply)
    position = in_english(outline.position)
    outline = in_english(outline.outline)
    consequences = in_english(consequences.consequences)
    things = in_english(explanations.things)
    explain = in_english(explanations.explain)
    obstacles = in_english(obstacles.obstacles)
    rule = staticmethod(prompts.rule)
    primers = in_english(primers.primers)
    other_illustrations = in_english(illustrations.desks)

    def guide(self) -> Guide:
        return guide_of(__package__)

    def choices(
        self,
        title: AnyTitle,
        orders: Orders[Order],
        view: View,
        language: Language,
        names: Sequence[str] = (),
    ) -> Choices:
        del title  # The spelling of orders needs the board only.
        return targets.choices(orders, view, names or COLOUR_NAMES)
