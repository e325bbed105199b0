"""A table as one visitor sees it: everything that the page and its fragment show."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from django.template.loader import render_to_string

from games.drawing import DRAWINGS
from games.play.gate import Access
from games.play.log import Entry, entries_of, last_claimed, touched_by
from games.play.models import Draft, Game, Player
from games.play.services.drafts import END, is_closed
from games.play.shelf import Shelf
from games.play.story import Story, story_of
from games.play.words import asked_of_me, asked_of_others, warned
from games.rules.errors import IllegalOrder
from games.rules.title import Caution

_desks = Shelf(1000)


@dataclass(frozen=True)
class Scratch:
    """A draft tried on the position: what it comes to, in words, and what confirming it does."""

    state: Any
    lines: list[str]
    warnings: list[Caution]
    closed: bool


@dataclass
class Table:
    """The present table from one seat. `draft` and `choices` are None for who is not asked."""

    access: Access
    game: Game
    players: list[Player]
    names: list[str]
    drawing: Any
    state: Any
    view: Any
    live: dict[str, Any]
    desks: list[str]
    url: str
    story: Story
    sentence: str
    note: str = ""
    draft: Draft | None = None
    scratch: Scratch | None = None
    choices: Any = None
    picked: str | None = None
    then_end: bool = False
    warning: str = ""
    end_warning: str = ""

    @classmethod
    def of(cls, access: Access, *, picked: str | None = None, note: str = "") -> "Table":
        """Put a running or finished game's table together, in three queries."""
        game, seat = access.game, access.seat
        title, drawing = game.rules(), DRAWINGS[game.title]
        players = access.players
        names = [player.name for player in players]
        state = title.load(game.state)
        base = title.view(state, seat)
        asked = game.is_running and seat in title.to_move(state)
        seen = players[seat].last_move if seat is not None else game.moves_made
        story = story_of(game, state, names, seat, seen)
        table = cls(
            access=access,
            game=game,
            players=players,
            names=names,
            drawing=drawing,
            state=state,
            view=base,
            live={},
            desks=[],
            url=game.get_absolute_url(),
            story=story,
            sentence=asked_of_others(base, names),
            note=note,
        )
        if asked:
            table.ask(picked)
        elif table.sheet:
            table.sentence = table.sheet["verdict"]
        post = f"{table.url}order"
        table.live = drawing.live(
            table.view,
            base=base if table.scratch else None,
            choices=table.choices,
            picked=table.picked,
            touched=story.touched,
            last_route=story.last_route,
            names=names,
            post=post,
        )
        desks = drawing.desks(
            table.view, names, choices=table.choices, picked=table.picked, post=post
        )
        table.desks = desks_of(game, desks)
        return table

    def ask(self, picked: str | None) -> None:
        """Add what only the player who is asked sees: the draft, and what may be ordered next."""
        title, seat = self.game.rules(), self.access.seat
        self.draft = Draft.objects.of(self.players[seat]) or Draft()
        self.scratch = try_draft(self.game, self.state, seat, self.draft.orders, self.names)
        self.view = title.view(self.scratch.state, seat)
        self.warning = warned(self.scratch.warnings, self.names, self.view.asked)
        if self.scratch.closed:
            self.sentence = "Confirm what you have drafted, or take it back."
            return
        orders = title.orders(self.scratch.state, seat)
        self.choices = self.drawing.choices(title, orders, self.view)
        if picked in self.choices.first:
            self.picked = picked
        if (END,) in orders:
            self.then_end = True
            ends = title.warning(self.scratch.state, seat, (END,))
            self.end_warning = warned([*self.scratch.warnings, ends] if ends else [], self.names)
        self.sentence = asked_of_me(self.view, only_end=self.only_end)

    @property
    def seat(self) -> int | None:
        return self.access.seat

    @property
    def draft_version(self) -> int:
        return self.draft.version if self.draft else 0

    @property
    def picks(self) -> list[Any]:
        """The second step of an order, once the first is chosen."""
        return self.choices.after(self.picked) if self.picked else []

    @property
    def picked_label(self) -> str:
        """What the first step is, in words."""
        return str(self.choices.first[self.picked].label) if self.picked else ""

    @property
    def groups(self) -> list[Any]:
        """The orders beside the board; the end of the turn has its own button."""
        return [group for group in self.choices.groups if group.id != END]

    @property
    def only_end(self) -> bool:
        """Whether nothing is left but to end the turn."""
        return self.then_end and not self.groups

    @cached_property
    def sheet(self) -> dict[str, Any] | None:
        """The score sheet of a game that is over."""
        result = self.game.rules().result(self.state)
        return self.drawing.score(result, self.names) if result else None

    @property
    def static(self) -> str:
        """The land, which no move changes."""
        return str(self.drawing.static(self.view.board))


def try_draft(
    game: Game, state: Any, seat: int, orders: Sequence[str], names: Sequence[str]
) -> Scratch:
    """Play a draft on a scratch position; what is not legal (any more) ends it."""
    title = game.rules()
    lines: list[str] = []
    warnings: list[Caution] = []
    for text in orders:
        try:
            order = title.read(state, text)
            warning = title.warning(state, seat, order)
            state = title.apply(state, seat, order)
        except IllegalOrder:
            break
        lines.append(title.describe(state, seat, text, state.events, names, seat))
        warnings += [warning] if warning else []
    closed = bool(lines) and is_closed(title, state, seat)
    return Scratch(state=state, lines=lines, warnings=warnings, closed=closed)


@dataclass
class PastTable:
    """The table after an earlier move, as a spectator sees it."""

    game: Game
    number: int
    names: list[str]
    view: Any
    static: str
    live: dict[str, Any]
    desks: list[str]
    entry: Entry | None = field(default=None)

    @classmethod
    def of(cls, access: Access, state: Any, number: int) -> "PastTable":
        """Put the table after move `number` together from the position after it."""
        game = access.game
        title, drawing = game.rules(), DRAWINGS[game.title]
        names = names_of(game)
        view = title.view(state, None)
        moves = list(game.moves.filter(number=number))
        entries = entries_of(game, moves, state, names, None)
        return cls(
            game=game,
            number=number,
            names=names,
            view=view,
            static=str(drawing.static(view.board)),
            live=drawing.live(
                view, touched=touched_by(moves), last_route=last_claimed(moves), names=names
            ),
            desks=desks_of(game, drawing.desks(view, names)),
            entry=entries[0] if entries else None,
        )

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.game.moves_made else None


def desks_of(game: Game, desks: Sequence[dict[str, Any]]) -> list[str]:
    """Return desks as HTML; most of them look as they did at the last click."""
    template = f"{game.title}/desk.html"
    return [
        _desks.get((template, *desk.values()), partial(render_to_string, template, {"desk": desk}))
        for desk in desks
    ]


def names_of(game: Game) -> list[str]:
    """Return the names at a table, by seat."""
    return [player.name for player in Player.objects.at_table(game)]
