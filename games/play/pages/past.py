"""The table as it was after an earlier move."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.drawing import DRAWINGS
from games.drawing.protocol import Live
from games.play.access import Access
from games.play.models import Game
from games.play.pages.desks import desks_of
from games.play.pages.log import Entry, entries_of, orders_of
from games.play.seat_history import Handover


@dataclass
class PastTable:
    """The table after an earlier move, for spectators, with the players' names at that time."""

    game: Game
    number: int
    names: Sequence[str]
    view: Any
    board: str
    live: Live
    desks: list[str]
    entry: Entry | None = None
    handovers: list[Handover] = field(default_factory=list)

    @classmethod
    def of(cls, access: Access, state: Any, number: int) -> "PastTable":
        """Build the table after move `number` from the position after it."""
        game = access.game
        title, drawing = game.rules(), DRAWINGS[game.title]
        seat_history = access.seat_history
        names = seat_history.at(number)
        view = title.view(state, None)
        moves = list(game.moves.filter(number=number))
        entries = entries_of(game, moves, state, seat_history, None)
        return cls(
            game=game,
            number=number,
            names=names,
            view=view,
            board=drawing.static(view.board),
            live=drawing.live(view, since=orders_of(game, moves, None), names=names),
            desks=desks_of(game, drawing.desks(view, names), view.to_move),
            entry=entries[0] if entries else None,
            handovers=[each for each in seat_history.handovers if each.number == number],
        )

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.game.moves_made else None
