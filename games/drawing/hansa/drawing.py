"""The drawing of Hansa, as the platform sees it."""

from collections.abc import Sequence

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
    score,
    sheet,
    sources,
    static,
    targets,
)
from games.drawing.seats import COLOUR_NAMES
from games.rules.hansa.orders import Order
from games.rules.hansa.view import View
from games.rules.title import AnyTitle, Orders


class HansaDrawing(Drawing):
    """Each method calls the module that does the work (see `games.drawing.drawing.Drawing`)."""

    title = "hansa"
    uncovers = "new goods are revealed"
    figure_words = score.FIGURE_WORDS
    keys = targets.KEYS
    sheet_words = score.WORDS
    illustration_board = corner.BOARD
    corners = illustrations.CORNERS
    sheet = staticmethod(sheet.sheet)
    board = staticmethod(static.drawing)
    definitions = staticmethod(marks.symbols)
    layer = staticmethod(live.live)
    owned = staticmethod(desk.owned)
    desk = staticmethod(desk.desk)
    desk_links = staticmethod(clicks.desk_links)
    reason = staticmethod(sources.reason)
    source = staticmethod(sources.source)
    prompt_of_me = staticmethod(prompts.of_me)
    prompt_of_others = staticmethod(prompts.of_others)
    will = staticmethod(prompts.will)
    declining = staticmethod(prompts.declining)
    given_up = staticmethod(prompts.given_up)
    attempt = staticmethod(attempts.attempt)
    supply = staticmethod(outline.supply)
    position = staticmethod(outline.position)
    outline = staticmethod(outline.outline)
    consequences = staticmethod(consequences.consequences)
    things = staticmethod(explanations.things)
    explain = staticmethod(explanations.explain)
    obstacles = staticmethod(obstacles.obstacles)
    rule = staticmethod(prompts.rule)
    primers = staticmethod(primers.primers)
    other_illustrations = staticmethod(illustrations.desks)

    def guide(self) -> Guide:
        return guide_of(__package__)

    def choices(
        self, title: AnyTitle, orders: Orders[Order], view: View, names: Sequence[str] = ()
    ) -> Choices:
        del title  # The spelling of orders needs the board only.
        return targets.choices(orders, view, names or COLOUR_NAMES)
