"""The protocol that a drawing keeps: all that play uses of a title's boards, pieces and words."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypedDict

from games.drawing.choices import Choices
from games.drawing.desks import WritingDesk
from games.rules.title import Orders, Result, Title


class Live(TypedDict):
    """What templates/play/live.svg and board.html print.

    `ratio` is the board's width divided by its height, `tall` whether it is higher than wide;
    `body` is what stands inside the <svg>.
    """

    view_box: str
    ratio: float
    tall: bool
    body: str


class Drawing(Protocol):
    """The drawing of one title; views are the title's own.

    `title` is the id of the title. `uncovers` says what the caution 'uncovers' stands for, as the
    rest of a sentence: 'a bonus marker is uncovered'.

    Ids of targets (see `games.drawing.choices`) are the drawing's own affair, as 'city:lubeck';
    those that begin with 'order:' and 'action:' stand for buttons, not for places. Names of
    players are what people call themselves: they are escaped before they stand in markup.
    """

    title: str
    uncovers: str

    def static(self, board_id: str) -> str:
        """Return an empty board as a complete <svg class="map">, drawn once in a process."""

    def live(
        self,
        view: Any,
        *,
        base: Any = None,
        choices: Choices | None = None,
        picked: str | None = None,
        since: Sequence[str] = (),
        earlier: Sequence[str] = (),
        names: Sequence[str] = (),
        post: str = "",
        pick: str = "?pick=",
    ) -> Live:
        """Return the pieces, what is told about them, and what may be clicked, over the board.

        `base` is the confirmed view when `view` is that of a draft: what differs is told apart.
        `since` are the orders that the viewer has not seen yet, or the one that he looks back at:
        what they changed bears their numbers. `earlier` are orders before those, as far back as the
        table's log goes; all of them are written as the viewer may know them, the oldest first.

        With `choices` targets are links: a click that is an order posts it to `post`, a first
        click leads to `pick` and the target's id, which comes back as `picked`.
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
        """Return a writing desk for each seat, the viewer's own first.

        One that looks as before is not printed again. The other arguments are those of `live`.
        """

    def score(self, result: Result, names: Sequence[str]) -> dict[str, Any]:
        """Return the score sheet as `games.drawing.score.sheet` makes it."""

    def asked_of_me(self, view: Any, *, only_end: bool = False) -> str:
        """Return the sentence that asks the viewer, `only_end` if he can only end the turn."""

    def asked_of_others(self, view: Any, names: Sequence[str]) -> str:
        """Return whom play waits for, and for what; there may be several, or nobody."""

    def position(self, view: Any, names: Sequence[str]) -> str:
        """Return how the game stands in two or three sentences, for who does not see the board."""

    def will(self, asked: str) -> str:
        """Return what others do who are asked for this by a confirmation: 'will answer'.

        It follows one name or several.
        """

    def declining(self, asked: str) -> str:
        """Return what is left out by stopping where one is asked for this: 'no further pieces'."""

    def rule(self, view: Any) -> str:
        """Return the number of the rule about what is asked, as docs/rules has it, or ''."""

    def rule_figures(self) -> Mapping[str, str]:
        """Return the pictures of the rules page as HTML by the rule that they stand under."""

    def figure_lands(self) -> str:
        """Return what those pictures share, as a hidden <svg> for the head of their page."""

    def symbols(self) -> str:
        """Return the pieces' definitions in a hidden <svg>, for pages with pieces but no board.

        They stand on every board too. `m0`, `m1` ... are the seats' crests, 40 by 40 around the
        origin: score sheet and desks use them.
        """

    def choices(
        self, title: Title, orders: Orders, view: Any, names: Sequence[str] = ()
    ) -> Choices:
        """Return legal orders by what is clicked, each under exactly one first target.

        Without `names` players are called by their colours.
        """

    def layers(self, view: Any, *, names: Sequence[str] = (), **what: Any) -> tuple[str, str]:
        """Return board and pieces as two standalone SVGs, one to lie on the other.

        `what` is as for `live`, without targets.
        """
