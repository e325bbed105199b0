"""The drawing of Hansa Teutonica, as the platform sees it."""

from collections.abc import Sequence

from games.drawing.choices import Choices
from games.drawing.drawing import Drawing
from games.drawing.guide import Guide, guide_of
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
    score,
    sheet,
    sources,
    static,
    targets,
)
from games.rules.teutonica.orders import Order
from games.rules.teutonica.view import View
from games.rules.title import AnyTitle, Orders


class TeutonicaDrawing(Drawing):
    """Each method calls the module that does the work (see `games.drawing.drawing.Drawing`)."""

    title = "teutonica"
    uncovers = "a bonus marker is revealed"
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
    supply = staticmethod(outline.supply)
    position = staticmethod(outline.position)
    outline = staticmethod(outline.outline)
    consequences = staticmethod(consequences.consequences)
    things = staticmethod(explanations.things)
    explain = staticmethod(explanations.explain)
    obstacles = staticmethod(obstacles.obstacles)
    will = staticmethod(prompts.will)
    declining = staticmethod(prompts.declining)
    given_up = staticmethod(prompts.given_up)
    answering = staticmethod(prompts.answering)
    attempt = staticmethod(attempts.attempt)
    rule = staticmethod(prompts.rule)
    primers = staticmethod(primers.primers)
    other_illustrations = staticmethod(lessons.desk)
    places = staticmethod(places.places)

    def guide(self) -> Guide:
        return guide_of(__package__)

    def choices(
        self, title: AnyTitle, orders: Orders[Order], view: View, names: Sequence[str] = ()
    ) -> Choices:
        del title, names  # Orders are spelled by the board, pieces called by their colours.
        return targets.choices(orders, view)
