"""The game page as one visitor sees it: everything the page and its fragment show."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.bots import STANDING
from games.drawing import DRAWINGS
from games.drawing.protocol import Live
from games.play.access import Access
from games.play.lru import LRUCache
from games.play.models import Draft
from games.play.pages.confirming import Confirmation, confirmations, endings_of
from games.play.pages.desks import desks_of
from games.play.pages.story import Story, story_of
from games.play.pages.wording import end_of
from games.play.scratch import Scratch, try_draft
from games.rules.title import Title

# Games are viewed more often than they change: from the lobby, from emails, by spectators.
_tables = LRUCache(200)


@dataclass
class Table:
    """The current position from one seat.

    `desk` is the visitor's own, if they play. `settles` says whether its player may set standing
    orders, `question` which of these would answer what they are asked now.

    The other fields are set only for a player who is `asked`: the number of the `rule` about it,
    the `lines` of the draft, its `consequences`, whether there is `news` since the draft was
    changed, the `confirmations` and whether there is `only_end` to order, the `groups` of orders,
    and the `picks` of a first step.
    """

    board: str
    url: str
    story: Story
    sentence: str
    rule: str = ""
    live: Live | None = None
    desk: str = ""
    other_desks: list[str] = field(default_factory=list)
    sheet: dict[str, Any] | None = None
    settles: bool = False
    question: str = ""
    asked: bool = False
    draft_version: int = 0
    lines: list[str] = field(default_factory=list)
    consequences: Sequence[str] = ()
    news: bool = False
    confirmations: list[Confirmation] = field(default_factory=list)
    only_end: bool = False
    groups: list[Any] = field(default_factory=list)
    picked: str | None = None
    picked_label: str = ""
    picks: list[Any] = field(default_factory=list)

    @classmethod
    def of(cls, access: Access, *, picked: str | None = None) -> "Table":
        """Return the table of a game that has started; two queries, fewer for spectators."""
        game, seat = access.game, access.seat
        draft = None
        if seat is not None and game.is_running and access.players[seat].is_waited_for:
            draft = Draft.objects.of(access.players[seat]) or Draft()
        # Game ids can be reused; tokens cannot.
        number = draft.version if draft else None
        key = (game.token, game.version, seat, number, picked, access.seat_history)
        table: Table = _tables.get(key, lambda: _drawn(access, draft, picked))
        return table

    def ask(self, access: Access, scratch: Scratch, view: Any, picked: str | None) -> Any:
        """Add what only the player who is asked sees; return the choices they have, if any."""
        title, names = access.game.rules(), access.names
        drawing = DRAWINGS[title.id]
        self.asked, self.lines = True, scratch.lines
        endings = [] if scratch.closed else endings_of(title, scratch.state, view.seat, drawing)
        choices = None
        if scratch.closed:
            self.sentence = "Confirm your draft, or undo it."
        else:
            choices = self.offer(title, scratch, view, names, picked)
        self.confirmations = confirmations(
            scratch, endings, view.asked, names, drawing, only_end=self.only_end
        )
        return choices

    def offer(
        self, title: Title, scratch: Scratch, view: Any, names: Sequence[str], picked: str | None
    ) -> Any:
        """Add what may be ordered, and return it."""
        drawing = DRAWINGS[title.id]
        orders = title.orders(scratch.state, view.seat)
        choices = drawing.choices(title, orders, view, names)
        stop = title.stop(scratch.state, view.seat)
        # The end of the turn has its own button.
        ends = stop.order[0] if stop is not None and stop.ends_turn else ""
        self.groups = [group for group in choices.groups if group.id != ends]
        self.only_end = bool(ends) and not self.groups
        if picked is not None and picked in choices.first:
            self.picked = picked
            self.picked_label = choices.first[picked].label
            self.picks = choices.after(picked)
        self.rule = drawing.rule(view)
        self.sentence = drawing.asked_of_me(view, only_end=self.only_end)
        return choices


def _drawn(access: Access, draft: Draft | None, picked: str | None) -> Table:
    """Build a table and draw its board."""
    game, seat, names = access.game, access.seat, access.names
    title, drawing = game.rules(), DRAWINGS[game.title]
    state = game.position()
    base = view = title.view(state, seat)
    seen = access.players[seat].last_move if seat is not None else game.moves_made
    table = Table(
        board=drawing.static(base.board),
        url=game.get_absolute_url(),
        story=story_of(game, state, access.seat_history, seat, seen),
        sentence=drawing.asked_of_others(base, names),
        settles=seat is not None and game.is_running and title.id in STANDING,
    )
    if table.settles:
        table.question = STANDING[title.id].asked_now(base)
    choices = None
    if draft is not None and seat is not None:
        scratch = try_draft(game, state, seat, draft.orders, names)
        view = title.view(scratch.state, seat)
        table.draft_version = draft.version
        table.news = draft.base < game.version
        if scratch.lines:
            table.consequences = drawing.consequences(base, view, names)
        choices = table.ask(access, scratch, view, picked)
    elif result := title.result(state):
        table.sheet = drawing.score(result, names) | {"handovers": access.seat_history.lines}
        for player, line in zip(access.players, table.sheet["players"], strict=True):
            line["page"] = player.page
        table.sentence = table.sheet["verdict"]
    elif not game.is_running:
        table.sentence = end_of(game)
    post = f"{table.url}order"
    table.live = drawing.live(
        view,
        base=base if table.asked else None,
        since=table.story.fresh,
        earlier=table.story.earlier,
        names=names,
        choices=choices,
        picked=table.picked,
        post=post,
    )
    movers = base.to_move if game.is_running else ()
    desks = drawing.desks(view, names, choices=choices, picked=table.picked, post=post)
    printed = desks_of(game, desks, movers, [player.page for player in access.players])
    own = int(seat is not None)
    table.desk, table.other_desks = "".join(printed[:own]), printed[own:]
    return table
