"""The drawing of Hansa Teutonica, as the platform sees it."""

from collections.abc import Sequence

from games.drawing.choices import Choices
from games.drawing.drawing import Drawing
from games.drawing.teutonica import (
    clicks,
    corner,
    desk,
    illustrations,
    lessons,
    live,
    marks,
    places,
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


class TeutonicaDrawing(Drawing):
    """Each method calls the module that does the work (see `games.drawing.drawing.Drawing`)."""

    title = "teutonica"
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
    stops = staticmethod(stops.stops)
    other_illustrations = staticmethod(lessons.desk)
    places = staticmethod(places.places)
    scored = staticmethod(sources.scored)

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
