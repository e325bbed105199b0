"""A drawing of words alone: what a title needs before it has a board to show."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from games.drawing import svg
from games.drawing.choices import Choice, Choices, Group, Key, Target, option
from games.drawing.desks import Acts, WritingDesk, writing_desk
from games.drawing.drawing import Drawing
from games.drawing.live import Live, Shown
from games.drawing.seats import COLOURS, seat_symbols
from games.drawing.sheet import BaseSheet
from games.drawing.stops import Stop
from games.rules.title import AnyOrders, AnyTitle, View
from games.wording.language import Language
from games.wording.seats import called

V = TypeVar("V", bound=View)
LINE = 48
WIDTH, HEIGHT = 800, 10 * LINE
_BUTTONS = 8
"""The most orders of a kind that are shown as buttons."""


class PlainDrawing(Drawing, Generic[V]):
    """Shows a position as its lines of words, and orders as buttons and lists of their texts.

    A title gives its id, `lines`, and overrides what it has more to say about; see
    `games.drawing.drawing.Drawing` for the whole.
    """

    title: str
    illustration_board = ""
    keys: Sequence[Key] = ()

    @abstractmethod
    def lines(self, view: V, names: Sequence[str]) -> list[str]:
        """Return the position in a few lines."""

    def points(self, view: V, seat: int) -> int:
        """Return the points that a desk shows."""
        return 0

    # The board.

    def sheet(self, board_id: str) -> BaseSheet:
        return BaseSheet(WIDTH, HEIGHT, rim=0)

    def board(self, board_id: str, language: Language) -> str:
        ground = svg.element("rect", width=WIDTH, height=HEIGHT, fill="#f4e8cf")
        return ground + self.definitions()

    def definitions(self) -> str:
        return svg.element("defs", seat_symbols(len(COLOURS)))

    def layer(self, shown: Shown[V]) -> Live:
        lines = self.lines(shown.view, called(shown.view, shown.names, shown.language))
        drawn = self.sheet(shown.view.board)
        return {
            "view_box": drawn.view_box,
            "ratio": drawn.ratio,
            "tall": False,
            "body": "".join(
                svg.text(line, LINE, LINE * (number + 1.5), font_size=28, fill="#2b2118")
                for number, line in enumerate(lines)
            ),
        }

    def desk(
        self, view: V, seat: int, names: Sequence[str], acts: Acts, language: Language
    ) -> WritingDesk:
        points, counted = self.points(view, seat), "points"
        return writing_desk(view, seat, names, language, points=points, counted=counted, body="")

    def desk_links(
        self, choices: Choices, picked: str | None, post: str, pick: str, language: Language
    ) -> Acts:
        return ()

    # Orders.

    def choices(
        self,
        title: AnyTitle,
        orders: AnyOrders,
        view: V,
        language: Language,
        names: Sequence[str] = (),
    ) -> Choices:
        first: dict[str, Target] = {}
        groups = []
        for verb, listed in orders.groups.items():
            choices = tuple(map(self._choice, (title.write(view, order) for order in listed)))
            first |= {c.path[0]: Target(c.path[0], c.label, c.order) for c in choices}
            if len(choices) <= _BUTTONS:
                groups.append(Group(verb, verb.capitalize(), choices=choices))
            else:
                options = "".join(option(choice.order, choice.label) for choice in choices)
                groups.append(
                    Group(verb, verb.capitalize(), options=options, submit=verb.capitalize())
                )
        return Choices(first, tuple(groups), self._after)

    def _after(self, picked: str) -> list[Choice]:
        return [self._choice(picked.removeprefix("action:"))]

    def _choice(self, text: str) -> Choice:
        return Choice(text, text.capitalize(), (f"action:{text}",))

    def stops(self, view: V) -> Mapping[str, Stop]:
        return {}

    def figure_lands(self, language: Language) -> str:
        return ""
