"""The drawing of Hansa Teutonica, as the platform sees it."""

from collections.abc import Sequence
from typing import Any

from games.drawing.choices import Choices
from games.drawing.standalone import hidden, standalone
from games.drawing.teutonica import (
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
from games.drawing.teutonica import live as layer
from games.rules.teutonica.view import View
from games.rules.title import Orders, Title


class TeutonicaDrawing:
    """Each method calls the module that does the work (see `games.drawing.protocol.Drawing`)."""

    title = "teutonica"
    uncovers = "a bonus marker is revealed"
    figure_words = score.FIGURE_WORDS
    static = staticmethod(static.static)
    live = staticmethod(layer.live)
    desks = staticmethod(desk.desks)
    score = staticmethod(score.score)
    asked_of_me = staticmethod(asked.of_me)
    asked_of_others = staticmethod(asked.of_others)
    position = staticmethod(position.position)
    consequences = staticmethod(consequences.consequences)
    will = staticmethod(asked.will)
    declining = staticmethod(asked.declining)
    rule = staticmethod(asked.rule)
    rule_figures = staticmethod(figures.figures)
    figure_lands = staticmethod(figures.lands)

    def symbols(self) -> str:
        return hidden(marks.symbols())

    def choices(
        self, title: Title, orders: Orders, view: View, names: Sequence[str] = ()
    ) -> Choices:
        del title, names  # Orders are spelled by the board, pieces called by their colours.
        return targets.choices(orders, view)

    def layers(self, view: View, *, names: Sequence[str] = (), **what: Any) -> tuple[str, str]:
        drawn = layer.live(view, names=names, **what)
        pieces = standalone(drawn["view_box"], marks.symbols(), drawn["body"])
        return static.static(view.board), pieces
