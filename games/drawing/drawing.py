"""The drawing of a title: all that play uses of its boards and pieces."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from games.drawing import svg
from games.drawing.choices import Choices, Key
from games.drawing.corners import BaseCorner
from games.drawing.desks import Acts, WritingDesk, seats_around
from games.drawing.live import Live, Shown
from games.drawing.sheet import BaseSheet
from games.drawing.sources import Scored, Source
from games.drawing.standalone import corner, hidden, standalone
from games.drawing.stops import Stop
from games.rules.title import AnyOrders, AnyTitle
from games.wording import WORDINGS, Language, Wording


class Drawing(ABC):
    """The drawing of one title; views are the title's own.

    `title` is the id of the title, `keys` are the letters of the common orders. `corners` are the
    pictures of the rules page by rule or heading, `illustration_board` is the board that they are
    cut from. Whatever has words takes the language to tell them in.

    Each drawing chooses its ids of targets (see `games.drawing.choices`), such as 'city:lubeck';
    those that begin with 'order:' and 'action:' are buttons, not places on the board. People choose
    their names, so these are escaped before they go into markup.
    """

    title: str
    keys: Sequence[Key]
    illustration_board: str
    corners: Mapping[str, Sequence[BaseCorner]] = {}

    @property
    def wording(self) -> Wording:
        """The words of the title."""
        return WORDINGS[self.title]

    def static(self, board_id: str, language: Language) -> str:
        """Return an empty board as a complete <svg class="map">, drawn once per process."""
        return _static(self, board_id, language)

    def tall(self, board_id: str) -> bool:
        """Return whether a board is higher than wide."""
        return self.sheet(board_id).ratio < 1

    def live(self, view: Any, language: Language, **what: Any) -> Live:
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
        return self.layer(Shown(view, language, **what))

    def desks(
        self,
        view: Any,
        names: Sequence[str],
        language: Language,
        *,
        choices: Choices | None = None,
        picked: str | None = None,
        post: str = "",
        pick: str = "?pick=",
    ) -> Sequence[WritingDesk]:
        """Return a desk for each seat, the viewer's own first.

        An unchanged desk is not made again. The other arguments are those of `live`.
        """
        acts = self.desk_links(choices, picked, post, pick, language) if choices is not None else ()
        return [
            self.desk(view, seat, names, acts if seat == view.seat else (), language)
            for seat in seats_around(view)
        ]

    def source(
        self,
        view: Any,
        seat: int,
        line: str,
        points: int,
        names: Sequence[str],
        told: Sequence[Sequence[Any]],
        language: Language,
    ) -> Source:
        """Return where the points of a seat in a line of its score sheet come from.

        There must be some. `view` is of the end, `told` are all events of the game.
        """
        sentence = self.wording.source(view, seat, line, points, names, told, language)
        places, ways = self.scored(view, seat, line, told, language)
        return Source(seat, line, sentence, places, ways)

    def owned(self, view: Any, language: Language) -> str:
        """Return what the viewer has to act with as a line of HTML, for a phone's order sheet."""
        return svg.escaped(self.wording.supply(view, view.seat, language))

    @abstractmethod
    def stops(self, view: Any) -> Mapping[str, Stop]:
        """Return where the places of the outline are that have a point on the board, by id."""

    def lettered(self, language: Language) -> Sequence[Key]:
        """Return the `keys` with what they do in words."""
        words = self.wording.keys
        return [
            replace(key, words=language.say(words[key.letter])) if key.letter in words else key
            for key in self.keys
        ]

    # The rules page.

    def rule_figures(self, language: Language) -> Mapping[str, str]:
        """Return the pictures of the rules page as HTML.

        Each is found by the rule that it shows, 'T5.3', or by the id of the heading that it stands
        beside, 'the-goal'.
        """
        corners = {
            place: "".join(
                self._corner(each, language.say(words), language)
                for each, words in zip(shown, self.wording.captions[place], strict=True)
            )
            for place, shown in self.corners.items()
        }
        return {**corners, **self.other_illustrations(language)}

    def figure_lands(self, language: Language) -> str:
        """Return what these pictures share, as a hidden <svg> for the top of their page."""
        board = self.illustration_board
        land = svg.group(self.board(board, language), id=f"land-{board}")
        return hidden(svg.element("defs", land))

    def symbols(self) -> str:
        """Return the pieces' definitions in a hidden <svg>, for pages with pieces but no board.

        Every board has them too. `m0`, `m1` ... are the seats' crests, 40 by 40 around the origin:
        score sheet and desks use them.
        """
        return hidden(self.definitions())

    def places(self, view: Any, language: Language) -> str:
        """Return what standing orders can name, as groups to click, each with its `data-place`.

        They lie over the board; '' in a title whose standing orders name no places.
        """
        del view, language
        return ""

    @abstractmethod
    def choices(
        self,
        title: AnyTitle,
        orders: AnyOrders,
        view: Any,
        language: Language,
        names: Sequence[str] = (),
    ) -> Choices:
        """Return legal orders by what is clicked, each under exactly one first target.

        Without `names` players are called by their colours.
        """

    def layers(self, view: Any, language: Language, **what: Any) -> tuple[str, str]:
        """Return board and pieces as two standalone SVGs, the second for on top of the first.

        `what` is as for `live`, without targets.
        """
        drawn = self.live(view, language, **what)
        pieces = standalone(drawn["view_box"], self.definitions(), drawn["body"])
        return self.static(view.board, language), pieces

    # What the methods above are put together from.

    @abstractmethod
    def sheet(self, board_id: str) -> BaseSheet:
        """Return the points of a board."""

    @abstractmethod
    def board(self, board_id: str, language: Language) -> str:
        """Return the content of the static layer, its definitions among it."""

    @abstractmethod
    def definitions(self) -> str:
        """Return the symbols that live layers and desks use."""

    @abstractmethod
    def layer(self, shown: Shown[Any]) -> Live:
        """Return the live layer."""

    @abstractmethod
    def desk(
        self, view: Any, seat: int, names: Sequence[str], acts: Acts, language: Language
    ) -> WritingDesk:
        """Return the desk of a seat; `acts` are what may be clicked on it."""

    @abstractmethod
    def desk_links(
        self, choices: Choices, picked: str | None, post: str, pick: str, language: Language
    ) -> Acts:
        """Return everything that may be clicked on the viewer's desk."""

    def scored(
        self, view: Any, seat: int, line: str, told: Iterable[Sequence[Any]], language: Language
    ) -> Scored:
        """Return the places that give a seat its points in a line, and the ways that join them."""
        del view, seat, line, told, language
        return Scored()

    def other_illustrations(self, language: Language) -> Mapping[str, str]:
        """Return the pictures of the rules page that are not cut from the board."""
        del language
        return {}

    def _corner(self, shown: BaseCorner, words: str, language: Language) -> str:
        body = self.layer(Shown(shown.view(), language, marked=shown.marked))["body"]
        return corner(shown.part(), self.illustration_board, body, words)


@cache
def _static(drawing: Drawing, board_id: str, language: Language) -> str:
    """The static layer as a complete <svg>, made once per process."""
    drawn = drawing.sheet(board_id)
    return svg.whole(
        drawing.board(board_id, language),
        class_="map",
        viewBox=drawn.view_box,
        role="img",
        aria_label=drawing.wording.board(board_id, language),
    )
