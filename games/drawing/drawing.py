"""The drawing of a title: all that play uses of its boards, pieces and words."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from games.drawing import svg
from games.drawing.choices import Choices, Key
from games.drawing.corners import BaseCorner
from games.drawing.desks import Acts, WritingDesk, seats_around
from games.drawing.explanations import Explanation, Obstacle
from games.drawing.guide import Guide
from games.drawing.live import Live, Shown
from games.drawing.outline import Part
from games.drawing.primers import Primer
from games.drawing.score import FigureWords, SheetWords, sheet
from games.drawing.seats import COLOUR_NAMES
from games.drawing.sheet import BaseSheet
from games.drawing.sources import Source
from games.drawing.standalone import corner, hidden, standalone
from games.rules.title import AnyOrders, AnyTitle, Result, View


class Answering(NamedTuple):
    """The buttons of an answer that may have several parts: to give one `more`, to be `done`."""

    more: str
    done: str


class Drawing(ABC):
    """The drawing of one title; views are the title's own.

    `title` is the id of the title. `uncovers` says what the caution 'uncovers' means, as the rest
    of a sentence: 'a bonus marker is revealed'. `figure_words` are the words of statistics,
    `sheet_words` those of the score sheet, `keys` the letters of the common orders. `corners` are
    the pictures of the rules page by rule or heading, `illustration_board` is the board that they
    are cut from.

    Each drawing chooses its ids of targets (see `games.drawing.choices`), such as 'city:lubeck';
    those that begin with 'order:' and 'action:' are buttons, not places on the board. People choose
    their names, so these are escaped before they go into markup.
    """

    title: str
    uncovers: str
    figure_words: FigureWords
    keys: Sequence[Key]
    sheet_words: SheetWords
    illustration_board: str
    corners: Mapping[str, Sequence[BaseCorner]] = {}

    def static(self, board_id: str) -> str:
        """Return an empty board as a complete <svg class="map">, drawn once per process."""
        return _static(self, board_id)

    def tall(self, board_id: str) -> bool:
        """Return whether a board is higher than wide."""
        return self.sheet(board_id).ratio < 1

    def live(self, view: Any, **what: Any) -> Live:
        """Return the pieces, the notes on them, and what may be clicked, over the board.

        `base` is the confirmed view when `view` is that of a draft: what differs is marked.
        `since` is what the orders touched that the viewer has not seen yet, or those that they look
        back at: it has their numbers. `earlier` is the same of orders before those, as far back as
        the game's log goes, the oldest first.

        With `choices` targets are links: a click that is an order posts it to `post`, a first
        click leads to `pick` and the target's id, which comes back as `picked`. The places of a
        `source` are lit. An arrow points to the `pointer`, a target on the board. `Shown` has all
        that may be given.
        """
        return self.layer(Shown(view, **what))

    def desks(
        self,
        view: Any,
        names: Sequence[str],
        *,
        choices: Choices | None = None,
        picked: str | None = None,
        post: str = "",
        pick: str = "?pick=",
    ) -> Sequence[WritingDesk]:
        """Return a desk for each seat, the viewer's own first.

        An unchanged desk is not made again. The other arguments are those of `live`.
        """
        acts = self.desk_links(choices, picked, post, pick) if choices is not None else ()
        return [
            self.desk(view, seat, names, acts if seat == view.seat else ())
            for seat in seats_around(view)
        ]

    def score(self, result: Result, view: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return the score sheet as `games.drawing.score.sheet` makes it; `view` is of the end."""
        return sheet(result, called(view, names), self.sheet_words, partial(self.reason, view))

    @abstractmethod
    def source(
        self,
        view: Any,
        seat: int,
        line: str,
        points: int,
        names: Sequence[str],
        told: Iterable[Sequence[Any]],
    ) -> Source:
        """Return where the points of a seat in a line of its score sheet come from.

        There must be some. `view` is of the end, `told` are all events of the game.
        """

    @abstractmethod
    def prompt_of_me(self, view: Any, orders: AnyOrders) -> str:
        """Return the sentence that asks the viewer for one of the orders, and offers no others."""

    @abstractmethod
    def prompt_of_others(self, view: Any, names: Sequence[str]) -> str:
        """Return which players the game waits for, none or several, and for what."""

    @abstractmethod
    def position(self, view: Any, names: Sequence[str]) -> str:
        """Return the state of the game in a few sentences, for people who do not see the board."""

    @abstractmethod
    def supply(self, view: Any, seat: int) -> str:
        """Return what a seat has to act with, in a few words, '' if it is nothing but the board."""

    def owned(self, view: Any) -> str:
        """Return what the viewer has to act with as a line of HTML, for a phone's order sheet."""
        return svg.escaped(self.supply(view, view.seat))

    @abstractmethod
    def outline(self, view: Any, names: Sequence[str]) -> Sequence[Part]:
        """Return the board with all that stands on it in words, part by part."""

    @abstractmethod
    def consequences(self, before: Any, after: Any, names: Sequence[str]) -> Sequence[str]:
        """Return what a draft brings that its orders do not say, in sentences.

        `before` and `after` are the viewer's views without and with it.
        """

    @abstractmethod
    def things(self, view: Any) -> Mapping[str, str]:
        """Return the name of everything on the table, with its words.

        A name is that of a target where there is one: 'city:lubeck'. The board and the desks have
        it as `data-about` on what shows the thing.
        """

    @abstractmethod
    def explain(self, view: Any, thing: str, names: Sequence[str]) -> Explanation | None:
        """Return what one of the `things` is, None if there is no such thing."""

    @abstractmethod
    def obstacles(self, view: Any, possible: Collection[str]) -> Mapping[str, Obstacle]:
        """Return why the viewer, who is asked, cannot give the usual orders of a turn, by verb.

        `possible` are the verbs of the orders that they can give.
        """

    def attempt(self, view: Any, letter: str, thing: str) -> str:
        """Return the text of the order that one of the `keys` would give at a thing, '' if none.

        The rules say why it is refused.
        """
        del view, letter, thing
        return ""

    @abstractmethod
    def will(self, asked: str) -> str:
        """Return what players will do whom a confirmation asks this: 'will answer'.

        It follows one name or several.
        """

    @abstractmethod
    def declining(self, asked: str) -> str:
        """Return what a player leaves out by stopping when asked this: 'no further pieces'."""

    def given_up(self, view: Any, orders: AnyOrders) -> str:
        """Return what the end of the viewer's turn gives up now: 'giving up 2 actions', or ''.

        `orders` are all that the viewer can give.
        """
        del view, orders
        return ""

    def answering(self, asked: str) -> Answering | None:
        """Return the buttons of an answer that may have several parts, None for the usual ones."""
        del asked
        return None

    @abstractmethod
    def rule(self, view: Any) -> str:
        """Return the number of the rule about what is asked, as in docs/rules, or ''."""

    def primers(self, view: Any, orders: AnyOrders) -> Sequence[Primer]:
        """Return what matters to the viewer, who is asked, of the rules that need an introduction.

        These are the rules that players of the title's other setups, or of other titles, do not
        know. `orders` are all that the viewer can give. Each is told a person only once.
        """
        del view, orders
        return ()

    def rule_figures(self) -> Mapping[str, str]:
        """Return the pictures of the rules page as HTML.

        Each is found by the rule that it shows, 'T5.3', or by the id of the heading that it stands
        beside, 'the-goal'.
        """
        corners = {
            place: "".join(map(self._corner, shown)) for place, shown in self.corners.items()
        }
        return {**corners, **self.other_illustrations()}

    def figure_lands(self) -> str:
        """Return what these pictures share, as a hidden <svg> for the top of their page."""
        land = svg.group(self.board(self.illustration_board), id=f"land-{self.illustration_board}")
        return hidden(svg.element("defs", land))

    def guide(self) -> Guide | None:
        """Return the guided first game, None if the title has none."""
        return None

    def symbols(self) -> str:
        """Return the pieces' definitions in a hidden <svg>, for pages with pieces but no board.

        Every board has them too. `m0`, `m1` ... are the seats' crests, 40 by 40 around the origin:
        score sheet and desks use them.
        """
        return hidden(self.definitions())

    def places(self, view: Any) -> str:
        """Return what standing orders can name, as groups to click, each with its `data-place`.

        They lie over the board; '' in a title whose standing orders name no places.
        """
        del view
        return ""

    @abstractmethod
    def choices(
        self, title: AnyTitle, orders: AnyOrders, view: Any, names: Sequence[str] = ()
    ) -> Choices:
        """Return legal orders by what is clicked, each under exactly one first target.

        Without `names` players are called by their colours.
        """

    def layers(self, view: Any, **what: Any) -> tuple[str, str]:
        """Return board and pieces as two standalone SVGs, the second for on top of the first.

        `what` is as for `live`, without targets.
        """
        drawn = self.live(view, **what)
        pieces = standalone(drawn["view_box"], self.definitions(), drawn["body"])
        return self.static(view.board), pieces

    # What the methods above are put together from.

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
    def layer(self, shown: Shown[Any]) -> Live:
        """Return the live layer."""

    @abstractmethod
    def desk(self, view: Any, seat: int, names: Sequence[str], acts: Acts) -> WritingDesk:
        """Return the desk of a seat; `acts` are what may be clicked on it."""

    @abstractmethod
    def desk_links(self, choices: Choices, picked: str | None, post: str, pick: str) -> Acts:
        """Return everything that may be clicked on the viewer's desk."""

    @abstractmethod
    def reason(self, view: Any, seat: int, line: str) -> str:
        """Return where a seat's points in a line of the score sheet come from, in a few words."""

    def other_illustrations(self) -> Mapping[str, str]:
        """Return the pictures of the rules page that are not cut from the board."""
        return {}

    def _corner(self, shown: BaseCorner) -> str:
        body = self.layer(Shown(shown.view(), marked=shown.marked))["body"]
        return corner(shown.part(), self.illustration_board, body, shown.words)


def called(view: View, names: Sequence[str]) -> list[str]:
    """Return a name for each player: their colour if `names` does not have one."""
    return [*names, *COLOUR_NAMES[len(names) : view.players]]


@cache
def _static(drawing: Drawing, board_id: str) -> str:
    """The static layer as a complete <svg>, made once per process."""
    drawn = drawing.sheet(board_id)
    return svg.whole(
        drawing.board(board_id),
        class_="map",
        viewBox=drawn.view_box,
        role="img",
        aria_label=drawn.name,
    )
