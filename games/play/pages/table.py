"""The game page as one visitor sees it: everything the page and its fragment show."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from games.bots import STANDING_ORDERS, STRATEGIES
from games.drawing import DRAWINGS
from games.drawing.choices import Choices
from games.drawing.live import Live
from games.drawing.sources import Source
from games.play.access import Access
from games.play.event_hosts import comparison_of
from games.play.language import say, spoken
from games.play.models import Draft, Log
from games.play.pages.about import merged
from games.play.pages.conditional import broken_since
from games.play.pages.confirming import (
    Confirmation,
    Ending,
    closing_of,
    confirmations,
    endings_of,
)
from games.play.pages.desks import own_and_others
from games.play.pages.hints import Hint
from games.play.pages.primers import new_primers
from games.play.pages.story import Story, story_of
from games.play.pages.wording import CLOSED, end_of, prompt_of_others
from games.play.policies import may_have_hints
from games.play.scratch import Drafted, Scratch, try_draft
from games.rules.common.lru import LRUCache
from games.rules.common.syntax import SEPARATOR
from games.rules.title import AnyTitle, Result
from games.wording import WORDINGS
from games.wording.explanations import Obstacle
from games.wording.primers import Primer

# Games are viewed more often than they change: from the lobby, from emails, by spectators.
_tables = LRUCache(200)


class Handed(NamedTuple):
    """A seat that the screen of a hot-seat table can be passed to, and its player's name.

    `others` says that the screen shows another's view now.
    """

    seat: int
    name: str
    others: bool


@dataclass
class Table:
    """The current position from one seat.

    `desk` is the visitor's own, if they play. `settles` says whether its player may set standing
    orders, `question` which of these would answer what they are asked now. `handed` are the
    seats that the screen of a hot-seat table can be passed to. `sheet` is the score sheet of a
    finished game, `source` where the points chosen on it come from, and its players may have a
    `rematch`, unless it is compared with games of others. `guided` says whether the title has a
    guided game.

    The other fields are set only for a player who is `asked`: the number of the `rule` about it,
    what they have as a line of HTML (`owned`), whether they may have `hints`, the `hint` that they
    asked for until its order is drafted, with that order (`wanted`), the target to click for it
    next (`pointer`) and the `ending` that is the button for it, if one is, the `lines` of the
    draft, its `consequences`, the conditional turns that were `broken` since their last move,
    whether there is `news` since the draft was changed, the `confirmations`, whether there is
    `only_end` to order and the `stop_key` of the button that ends an answer, the `groups` of
    orders, whether a click may place `merchants` instead, the `obstacles` to other kinds of orders,
    and the `picks` of a first step. `primers` are the rules that matter from now on and need an
    introduction.
    """

    board: str
    url: str
    story: Story
    sentence: str
    rule: str = ""
    primers: Sequence[Primer] = ()
    live: Live | None = None
    desk: str = ""
    other_desks: list[str] = field(default_factory=list)
    sheet: dict[str, Any] | None = None
    rematch: bool = False
    source: Source | None = None
    settles: bool = False
    guided: bool = False
    question: str = ""
    handed: Sequence[Handed] = ()
    asked: bool = False
    hints: bool = False
    hint: str = ""
    wanted: str = ""
    pointer: str = ""
    ending: Confirmation | None = None
    draft_version: int = 0
    lines: list[str] = field(default_factory=list)
    consequences: Sequence[str] = ()
    owned: str = ""
    broken: Sequence[str] = ()
    news: bool = False
    confirmations: list[Confirmation] = field(default_factory=list)
    only_end: bool = False
    stop_key: str = ""
    groups: list[Any] = field(default_factory=list)
    merchants: bool = False
    obstacles: Sequence[Obstacle] = ()
    picked: str | None = None
    picked_label: str = ""
    picks: list[Any] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        access: Access,
        *,
        drafted: Drafted | None = None,
        picked: str | None = None,
        points: str = "",
    ) -> "Table":
        """Return the table of a game that has started; two queries, fewer for spectators.

        `drafted` is the visitor's draft if they have just changed it. `points` are those of the
        score sheet whose source is lit: 'network.2' for those of seat 2.
        """
        game, seat = access.game, access.seat
        draft = None
        if seat is not None and game.is_running and access.is_asked:
            kept = drafted.draft if drafted else Draft.objects.of(access.players[seat])
            draft = kept or Draft()
        points = points if game.is_over else ""
        # Game ids can be reused; tokens cannot.
        number, hint = (draft.version, str(draft.hint)) if draft else (None, "")
        handed = (picked, points, access.seat_history, spoken().code)
        key = (game.token, game.version, seat, number, hint, *handed)
        table: Table = _tables.get(key, lambda: _drawn(access, draft, drafted, picked, points))
        return table

    def show_result(self, access: Access, result: Result, view: Any, points: str) -> None:
        """Add who has won and why, and the source of `points` if there are such."""
        game, names, language = access.game, access.names, spoken()
        self.sheet = WORDINGS[game.title].score(result, view, names, language) | {
            "handovers": access.seat_history.lines
        }
        for player, column in zip(access.players, self.sheet["players"], strict=True):
            column["page"], column["level"] = player.page, player.level
        self.sentence = self.sheet["verdict"]
        self.rematch = comparison_of(game) is None
        for line in self.sheet["lines"]:
            for cell in line["cells"] if not line["total"] else ():
                name = f"{line['id']}.{cell['seat']}"
                cell["chosen"] = points == name and cell["points"] > 0
                if cell["points"]:
                    cell["source"] = "?#board" if cell["chosen"] else f"?points={name}#board"
                if cell["chosen"]:
                    told = list(
                        chain.from_iterable(events for (events,) in Log(game).columns("events"))
                    )
                    self.source = DRAWINGS[game.title].source(
                        view, cell["seat"], line["id"], cell["points"], names, told, language
                    )

    def ask(
        self,
        access: Access,
        scratch: Scratch,
        view: Any,
        picked: str | None,
        hint: Hint | None,
    ) -> Any:
        """Add what only the player who is asked sees; return the choices they have, if any."""
        title, names = access.game.rules(), access.names
        self.asked, self.lines = True, scratch.lines
        self.owned = DRAWINGS[title.id].owned(view, spoken())
        self.broken = broken_since(
            access.game, access.players[view.seat], access.seat_history, names
        )
        choices: Any = None
        if scratch.closed:
            endings = [closing_of(title, scratch, view.seat)]
            self.sentence = say(CLOSED)
        else:
            endings = endings_of(title, scratch.state, view.seat)
            choices = self.offer(title, scratch, view, endings, names, picked)
            self.primers = new_primers(title, access.state, scratch.state, view.seat)
            self.hints = title.id in STRATEGIES and may_have_hints(
                access.game, access.players, access.seat
            )
        self.confirmations = confirmations(
            scratch,
            endings,
            view.prompt,
            names,
            title,
            only_end=self.only_end,
            key=self.stop_key,
        )
        if hint is not None and self.hints and hint.is_legal(title, scratch.state, view.seat):
            choices = choices.asking(hint.order)
            self.show_hint(hint, choices)
            self.hint = hint.told(title, access.state, view.seat, names)
        return choices

    def show_hint(self, hint: Hint, choices: Choices) -> None:
        """Add what to click for a hint's order next."""
        self.wanted = hint.order
        self.pointer, self.groups = choices.toward(hint.order, self.picked, self.groups)
        ways = (way for way in self.confirmations if way.then.split(SEPARATOR)[0] == hint.order)
        self.ending = next(ways, None)

    def offer(
        self,
        title: AnyTitle,
        scratch: Scratch,
        view: Any,
        endings: Sequence[Ending],
        names: Sequence[str],
        picked: str | None,
    ) -> Any:
        """Add what may be ordered, and return it."""
        drawing, wording, language = DRAWINGS[title.id], WORDINGS[title.id], spoken()
        orders = title.orders(scratch.state, view.seat)
        choices = drawing.choices(title, orders, view, language, names).with_shortcuts()
        self.merchants = any(target.other for target in choices.first.values())
        # The end of the turn has its own button, and so has the end of a drafted answer.
        first = endings[0] if endings else Ending()
        stop = title.stop(scratch.state, view.seat)
        ends = stop is not None and stop.ends_turn
        apart = ends or (scratch.lines and first.closes and len(first.orders) == 1)
        verb = stop.order.verb if stop is not None and apart else ""
        self.groups = [group for group in choices.groups if group.id != verb]
        self.stop_key = next((group.key for group in choices.groups if group.id == verb), "")
        self.only_end = ends and not self.groups
        self.obstacles = merged(wording.obstacles(view, orders.groups, language).values())
        if picked is not None and picked in choices.first:
            self.picked = picked
            self.picked_label = choices.first[picked].label
            self.picks = choices.after(picked)
        self.rule = wording.rule(view)
        self.sentence = wording.prompt_of_me(view, orders, language)
        return choices


def _drawn(
    access: Access, draft: Draft | None, drafted: Drafted | None, picked: str | None, points: str
) -> Table:
    """Build a table and draw its board."""
    game, seat, names = access.game, access.seat, access.names
    title, drawing, language = game.rules(), DRAWINGS[game.title], spoken()
    state = access.state
    base = view = title.view(state, seat)
    seen = access.players[seat].last_move if seat is not None else game.moves_made
    table = Table(
        board=drawing.static(base.board, language),
        url=game.get_absolute_url(),
        story=story_of(game, state, access.seat_history, seat, seen),
        sentence=prompt_of_others(game, base, names),
        guided=WORDINGS[title.id].guide() is not None,
        settles=seat is not None
        and game.is_running
        and not game.hot_seat
        and title.id in STANDING_ORDERS,
        handed=[
            Handed(other, names[other], others=seat is not None)
            for other in access.seats_to_hand_to(base.to_move)
        ],
    )
    if table.settles:
        table.question = STANDING_ORDERS[title.id].asked_now(base)
    choices = None
    if draft is not None and seat is not None:
        if drafted:
            scratch = Scratch.of(drafted.played, seat, names)
        else:
            scratch = try_draft(game, state, seat, draft.orders, names)
        view = title.view(scratch.state, seat)
        table.draft_version = draft.version
        table.news = draft.base < game.version
        if scratch.lines:
            table.consequences = WORDINGS[title.id].consequences(base, view, names, language)
        choices = table.ask(access, scratch, view, picked, Hint.kept(draft, game.moves_made))
    elif result := title.result(state):
        table.show_result(access, result, view, points)
    elif not game.is_running:
        table.sentence = end_of(game)
    post = f"{table.url}order"
    table.live = drawing.live(
        view,
        language,
        base=base if table.asked else None,
        since=table.story.fresh,
        earlier=table.story.earlier,
        names=names,
        choices=choices,
        picked=table.picked,
        post=post,
        source=table.source,
        pointer=table.pointer,
    )
    movers = base.to_move if game.is_running else ()
    if table.sheet is not None:
        # When all is over no desk needs more room than the others.
        view = title.view(state, None)
    desks = drawing.desks(view, names, language, choices=choices, picked=table.picked, post=post)
    pages = [player.page for player in access.players]
    table.desk, table.other_desks = own_and_others(title.id, desks, movers, pages, access.levels)
    return table
