"""The protocol of a drawing: all that play uses of a title's boards, pieces and words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypedDict

from games.drawing.choices import Choices, Key
from games.drawing.desks import WritingDesk
from games.drawing.explanations import Explanation, Obstacle
from games.drawing.figure_words import FigureWords
from games.drawing.guide import Guide
from games.drawing.outline import Part
from games.drawing.primers import Primer
from games.drawing.sources import Source
from games.rules.title import AnyOrders, AnyTitle, Result, Touched


class Live(TypedDict):
    """What templates/play/live.svg and board.html print.

    `ratio` is the board's width divided by its height, `tall` whether it is higher than wide;
    `body` is the content of the <svg>.
    """

    view_box: str
    ratio: float
    tall: bool
    body: str


class Drawing(Protocol):
    """The drawing of one title; views are the title's own.

    `title` is the id of the title. `uncovers` says what the caution 'uncovers' means, as the rest
    of a sentence: 'a bonus marker is revealed'. `figure_words` are the words of statistics,
    `keys` the letters of the common orders.

    Each drawing chooses its ids of targets (see `games.drawing.choices`), such as 'city:lubeck';
    those that begin with 'order:' and 'action:' are buttons, not places on the board. People choose
    their names, so these are escaped before they go into markup.
    """

    title: str
    uncovers: str
    figure_words: FigureWords
    keys: Sequence[Key]

    def static(self, board_id: str) -> str:
        """Return an empty board as a complete <svg class="map">, drawn once per process."""

    def tall(self, board_id: str) -> bool:
        """Return whether a board is higher than wide."""

    def live(
        self,
        view: Any,
        *,
        base: Any = None,
        choices: Choices | None = None,
        picked: str | None = None,
        since: Sequence[Touched] = (),
        earlier: Sequence[Touched] = (),
        names: Sequence[str] = (),
        post: str = "",
        pick: str = "?pick=",
        source: Source | None = None,
        pointer: str = "",
    ) -> Live:
        """Return the pieces, the notes on them, and what may be clicked, over the board.

        `base` is the confirmed view when `view` is that of a draft: what differs is marked.
        `since` is what the orders touched that the viewer has not seen yet, or those that they look
        back at: it has their numbers. `earlier` is the same of orders before those, as far back as
        the game's log goes, the oldest first.

        With `choices` targets are links: a click that is an order posts it to `post`, a first
        click leads to `pick` and the target's id, which comes back as `picked`. The places of a
        `source` are lit. An arrow points to the `pointer`, a target on the board.
        """

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

    def score(self, result: Result, view: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return the score sheet as `games.drawing.score.sheet` makes it; `view` is of the end."""

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

    def asked_of_me(self, view: Any, orders: AnyOrders) -> str:
        """Return the sentence that asks the viewer for one of the orders, and offers no others."""

    def asked_of_others(self, view: Any, names: Sequence[str]) -> str:
        """Return which players the game waits for, none or several, and for what."""

    def position(self, view: Any, names: Sequence[str]) -> str:
        """Return the state of the game in a few sentences, for people who do not see the board."""

    def supply(self, view: Any, seat: int) -> str:
        """Return what a seat has to act with, in a few words, '' if it is nothing but the board."""

    def outline(self, view: Any, names: Sequence[str]) -> Sequence[Part]:
        """Return the board with all that stands on it in words, part by part."""

    def consequences(self, before: Any, after: Any, names: Sequence[str]) -> Sequence[str]:
        """Return what a draft brings that its orders do not say, in sentences.

        `before` and `after` are the viewer's views without and with it.
        """

    def things(self, view: Any) -> Mapping[str, str]:
        """Return the name of everything on the table, with its words.

        A name is that of a target where there is one: 'city:lubeck'. The board and the desks have
        it as `data-about` on what shows the thing.
        """

    def explain(self, view: Any, thing: str, names: Sequence[str]) -> Explanation | None:
        """Return what one of the `things` is, None if there is no such thing."""

    def obstacles(self, view: Any, possible: Collection[str]) -> Mapping[str, Obstacle]:
        """Return why the viewer, who is asked, cannot give the usual orders of a turn, by verb.

        `possible` are the verbs of the orders that they can give.
        """

    def will(self, asked: str) -> str:
        """Return what players will do whom a confirmation asks this: 'will answer'.

        It follows one name or several.
        """

    def declining(self, asked: str) -> str:
        """Return what a player leaves out by stopping when asked this: 'no further pieces'."""

    def rule(self, view: Any) -> str:
        """Return the number of the rule about what is asked, as in docs/rules, or ''."""

    def primers(self, view: Any, orders: AnyOrders) -> Sequence[Primer]:
        """Return what matters to the viewer, who is asked, of the rules that need an introduction.

        These are the rules that players of the title's other setups, or of other titles, do not
        know. `orders` are all that the viewer can give. Each is told a person only once.
        """

    def rule_figures(self) -> Mapping[str, str]:
        """Return the pictures of the rules page as HTML.

        Each is found by the rule that it shows, 'T5.3', or by the id of the heading that it stands
        beside, 'the-goal'.
        """

    def figure_lands(self) -> str:
        """Return what these pictures share, as a hidden <svg> for the top of their page."""

    def guide(self) -> Guide | None:
        """Return the guided first game, None if the title has none."""

    def symbols(self) -> str:
        """Return the pieces' definitions in a hidden <svg>, for pages with pieces but no board.

        Every board has them too. `m0`, `m1` ... are the seats' crests, 40 by 40 around the origin:
        score sheet and desks use them.
        """

    def choices(
        self, title: AnyTitle, orders: AnyOrders, view: Any, names: Sequence[str] = ()
    ) -> Choices:
        """Return legal orders by what is clicked, each under exactly one first target.

        Without `names` players are called by their colours.
        """

    def layers(self, view: Any, *, names: Sequence[str] = (), **what: Any) -> tuple[str, str]:
        """Return board and pieces as two standalone SVGs, the second for on top of the first.

        `what` is as for `live`, without targets.
        """
