"""The drawing of Hansa, as the platform sees it."""

from collections.abc import Sequence

from games.drawing.choices import Choices
from games.drawing.drawing import Drawing
from games.drawing.hansa import (
    clicks,
    corner,
    desk,
    illustrations,
    live,
    marks,
    sheet,
    sources,
    static,
    stops,
    targets,
)
from games.rules.hansa.orders import Order
from games.rules.hansa.view import View
from games.rules.title import AnyTitle, Orders
from games.wording import Language
from games.wording.seats import colour_names


class HansaDrawing(Drawing):
    """Each method calls the module that does the work (see `games.drawing.drawing.Drawing`)."""

    title = "hansa"
    keys = targets.KEYS
    illustration_board = corner.BOARD
    corners = illustrations.CORNERS
    sheet = staticmethod(sheet.sheet)
    board = staticmethod(static.drawing)
    definitions = staticmethod(marks.symbols)
    layer = staticmethod(live.live)
    owned = staticmethod(desk.owned)
    desk = staticmethod(desk.desk)
    desk_links = staticmethod(clicks.desk_links)
    scored = staticmethod(sources.scored)
    stops = staticmethod(stops.stops)
    other_illustrations = staticmethod(illustrations.desks)

    def choices(
        self,
        title: AnyTitle,
        orders: Orders[Order],
        view: View,
        language: Language,
        names: Sequence[str] = (),
    ) -> Choices:
        del title  # The spelling of orders needs the board only.
        return targets.choices(orders, view, names or colour_names(language), language)
