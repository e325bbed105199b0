"""What the drawings of all titles do alike."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, Generic, TypeVar

from games.drawing import svg
from games.drawing.choices import Choices
from games.drawing.corners import BaseCorner
from games.drawing.desks import Acts, WritingDesk, seats_around
from games.drawing.guide import Guide
from games.drawing.live import Shown
from games.drawing.primers import Primer
from games.drawing.protocol import Live
from games.drawing.score import SheetWords, sheet
from games.drawing.seats import COLOUR_NAMES
from games.drawing.sheet import BaseSheet
from games.drawing.standalone import corner, hidden, standalone
from games.rules.title import AnyOrders, Result, View

V = TypeVar("V", bound=View)


class BaseDrawing(ABC, Generic[V]):
    """Puts together what a title draws; see `games.drawing.protocol.Drawing` for the whole.

    `sheet_words` are the words of the score sheet. `corners` are the pictures of the rules page by
    rule or heading, `figure_board` is the board that they are cut from.
    """

    sheet_words: SheetWords
    figure_board: str
    corners: Mapping[str, Sequence[BaseCorner]] = {}

    @abstractmethod
    def sheet(self, board_id: str) -> BaseSheet:
        """Return the points of a board."""

    @abstractmethod
    def board(self, board_id: str) -> str:
        """Return the content of the static layer, its definitions among it."""

    @abstractmethod
    def definitions(self) -> str:
        """Return the symbols that live layers and desks use."""

    @abstractmethod
    def layer(self, shown: Shown[V]) -> Live:
        """Return the live layer."""

    @abstractmethod
    def desk(self, view: V, seat: int, names: Sequence[str], acts: Acts) -> WritingDesk:
        """Return the desk of a seat; `acts` are what may be clicked on it."""

    @abstractmethod
    def desk_links(self, choices: Choices, picked: str | None, post: str, pick: str) -> Acts:
        """Return everything that may be clicked on the viewer's desk."""

    @abstractmethod
    def reason(self, view: V, seat: int, line: str) -> str:
        """Return where a seat's points in a line of the score sheet come from, in a few words."""

    def static(self, board_id: str) -> str:
        return _static(self, board_id)

    def tall(self, board_id: str) -> bool:
        return self.sheet(board_id).ratio < 1

    def live(self, view: V, **what: Any) -> Live:
        return self.layer(Shown(view, **what))

    def layers(self, view: V, **what: Any) -> tuple[str, str]:
        drawn = self.live(view, **what)
        pieces = standalone(drawn["view_box"], self.definitions(), drawn["body"])
        return self.static(view.board), pieces

    def desks(
        self,
        view: V,
        names: Sequence[str],
        *,
        choices: Choices | None = None,
        picked: str | None = None,
        post: str = "",
        pick: str = "?pick=",
    ) -> list[WritingDesk]:
        acts = self.desk_links(choices, picked, post, pick) if choices is not None else ()
        return [
            self.desk(view, seat, names, acts if seat == view.seat else ())
            for seat in seats_around(view)
        ]

    def symbols(self) -> str:
        return hidden(self.definitions())

    def score(self, result: Result, view: V, names: Sequence[str]) -> dict[str, Any]:
        return sheet(result, called(view, names), self.sheet_words, partial(self.reason, view))

    def rule_figures(self) -> Mapping[str, str]:
        corners = {
            place: "".join(map(self._corner, shown)) for place, shown in self.corners.items()
        }
        return {**corners, **self.other_figures()}

    def other_figures(self) -> Mapping[str, str]:
        """Return the pictures of the rules page that are not cut from the board."""
        return {}

    def _corner(self, shown: BaseCorner) -> str:
        body = self.layer(Shown(shown.view(), marked=shown.marked))["body"]
        return corner(shown.part(), self.figure_board, body, shown.words)

    def guide(self) -> Guide | None:
        return None

    def primers(self, view: V, orders: AnyOrders) -> Sequence[Primer]:
        del view, orders
        return ()

    def figure_lands(self) -> str:
        land = svg.group(self.board(self.figure_board), id=f"land-{self.figure_board}")
        return hidden(svg.element("defs", land))


def called(view: View, names: Sequence[str]) -> list[str]:
    """Return a name for each player: their colour if `names` does not have one."""
    return [*names, *COLOUR_NAMES[len(names) : view.players]]


@cache
def _static(drawing: BaseDrawing[Any], board_id: str) -> str:
    """The static layer as a complete <svg>, made once per process."""
    drawn = drawing.sheet(board_id)
    return svg.whole(
        drawing.board(board_id),
        class_="map",
        viewBox=drawn.view_box,
        role="img",
        aria_label=drawn.name,
    )
