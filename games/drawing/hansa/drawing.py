"""The drawing of Hansa, as the platform sees it."""

from collections.abc import Sequence
from typing import Any

from games.drawing.choices import Choices
from games.drawing.hansa import (
    asked,
    consequences,
    desk,
    figures,
    marks,
    position,
    score,
    static,
    targets,
)
from games.drawing.hansa import live as layer
from games.drawing.seats import COLOUR_NAMES
from games.drawing.standalone import hidden, standalone
from games.rules.hansa.view import View
from games.rules.title import Orders, Title


class HansaDrawing:
    """Each method calls the module that does the work (see `games.drawing.protocol.Drawing`)."""

    title = "hansa"
    uncovers = "new goods are revealed"
    figure_words = score.FIGURE_WORDS
    static = staticmethod(static.static)
    live = staticmethod(layer.live)
    desks = staticmethod(desk.desks)
    score = staticmethod(score.score)
    asked_of_me = staticmethod(asked.of_me)
    asked_of_others = staticmethod(asked.of_others)
    will = staticmethod(asked.will)
    declining = staticmethod(asked.declining)
    position = staticmethod(position.position)
    consequences = staticmethod(consequences.consequences)
    rule = staticmethod(asked.rule)
    rule_figures = staticmethod(figures.figures)
    figure_lands = staticmethod(figures.lands)

    def symbols(self) -> str:
        return hidden(marks.symbols())

    def choices(
        self, title: Title, orders: Orders, view: View, names: Sequence[str] = ()
    ) -> Choices:
        del title  # The spelling of orders needs the board only.
        return targets.choices(orders, view, names or COLOUR_NAMES)

    def layers(self, view: View, *, names: Sequence[str] = (), **what: Any) -> tuple[str, str]:
        drawn = layer.live(view, names=names, **what)
        pieces = standalone(drawn["view_box"], marks.symbols(), drawn["body"])
        return static.static(view.board), pieces
