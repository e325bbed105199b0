"""A position of Hansa: small, flat, quick to copy."""

from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any

from games.rules.common.lines import position_text
from games.rules.common.rows import changed, put, with_code, with_item, without_code
from games.rules.common.state import ROWS, FlatState, stored
from games.rules.hansa.board import Board, load_board
from games.rules.hansa.pieces import BOOTHS_EACH, COLOURS
from games.rules.hansa.position_text import write
from games.rules.hansa.questions import after_taking
from games.rules.title import CHANCE

PILES = 5
FIRST_TALERS = 3
"""What each player has before the first income (H1.3)."""
COLOURS_OUT = {2: 2, 3: 1, 4: 0}
"""How many colours are left out, by the number of players (H1.1)."""


@dataclass(slots=True, repr=False)
class State(FlatState):
    """Everything about a position.

    Goods are codes of `pieces.good`; `hidden` and `gone` count them by code: those face down in
    the piles and those out of the game (H2.5, H3.2, H3.3). The order of a pile is not decided
    before it is drawn. `left_out` are colours (H1.1). One entry for each seat have `talers`,
    `unsold` and `sold` (markers, sorted) and `losing` (colours of which it must choose a loss).
    `booths[city * players + seat]` are on the board. `stage` is what the game waits for: 'remove',
    'lay', 'start', 'fill' (all chance's), 'booths', 'must' (only replenishing), 'turn', 'lose',
    'tolls' or 'over'. `turn` is CHANCE before the first booths. `fresh` says that nothing was
    ordered this turn, `acted` that there was an action in this city. `selling` are the colours of
    a sale that is being answered. `events` are those of the last order; they are not part of the
    position.
    """

    board: Board = field(metadata=stored(attrgetter("id"), load_board))
    players: int
    stage: str
    turn: int
    start: int
    ship: int
    fresh: bool
    replenished: bool
    acted: bool
    warehouses: bytes
    hidden: bytes
    gone: bytes
    left_out: bytes
    booths: bytes
    talers: bytes
    unsold: tuple[bytes, ...] = field(metadata=ROWS)
    sold: tuple[bytes, ...] = field(metadata=ROWS)
    losing: tuple[bytes, ...] = field(metadata=ROWS)
    selling: bytes
    events: list[list[Any]] = field(default_factory=list, compare=False)

    def __repr__(self) -> str:
        head = {"title": "hansa", "board": self.board.id, "players": self.players}
        return position_text(head, write(self.dump()))

    def copy(self) -> "State":
        """Return an independent state with the same position and no events."""
        # Written out, as bots copy thousands of states: no loop and no constructor is as quick.
        new = State.__new__(State)
        new.board = self.board
        new.players = self.players
        new.stage = self.stage
        new.turn = self.turn
        new.start = self.start
        new.ship = self.ship
        new.fresh = self.fresh
        new.replenished = self.replenished
        new.acted = self.acted
        new.warehouses = self.warehouses
        new.hidden = self.hidden
        new.gone = self.gone
        new.left_out = self.left_out
        new.booths = self.booths
        new.talers = self.talers
        new.unsold = self.unsold
        new.sold = self.sold
        new.losing = self.losing
        new.selling = self.selling
        new.events = []
        return new

    def booths_in(self, city: int) -> bytes:
        """Return how many booths each seat has in a city."""
        return self.booths[city * self.players : (city + 1) * self.players]

    def own_booths(self, seat: int) -> bytes:
        """Return how many booths a seat has in each city."""
        return self.booths[seat :: self.players]

    def stock(self, seat: int) -> int:
        """Return how many booths a seat has left to put up."""
        return BOOTHS_EACH - sum(self.own_booths(seat))

    def holds(self, city: int) -> bytes:
        """Return the markers in the warehouses of a city, NO_GOOD for an empty one."""
        warehouses = self.board.cities[city].warehouses
        return self.warehouses[warehouses.start : warehouses.stop]

    @property
    def printed(self) -> Board:
        """The board, as `questions.Position` calls it."""
        return self.board

    @property
    def piles(self) -> tuple[int, ...]:
        """How many markers lie in each pile (H1.2)."""
        sizes = _pile_sizes(self.board, self.players)
        # During the setup there are more markers left than the piles will hold.
        return after_taking(sizes, max(0, sum(sizes) - sum(self.hidden)))

    @property
    def last_round(self) -> bool:
        """Whether a marker of the last pile was taken (H4.1)."""
        return sum(self.hidden) < _pile_sizes(self.board, self.players)[-1]

    def tell(self, *event: Any) -> None:
        """Note something that happened, in plain JSON values."""
        self.events.append(list(event))

    # These change a state. Only `apply` calls them, on its own copy.

    def add_talers(self, seat: int, number: int) -> None:
        """Give talers to a seat; a negative number takes them away."""
        self.talers = changed(self.talers, seat, number)

    def add_booths(self, city: int, seat: int, number: int) -> None:
        """Put booths up; a negative number takes them back into the stock."""
        self.booths = changed(self.booths, city * self.players + seat, number)

    def set_warehouse(self, warehouse: int, code: int) -> None:
        """Lay a marker on a warehouse, or NO_GOOD."""
        self.warehouses = put(self.warehouses, warehouse, code)

    def take_unsold(self, seat: int, code: int) -> None:
        """Put a marker before a player."""
        self.unsold = with_item(self.unsold, seat, with_code(self.unsold[seat], code))

    def give_up(self, seat: int, code: int) -> None:
        """Take an unsold marker of a player out of the game."""
        self.unsold = with_item(self.unsold, seat, without_code(self.unsold[seat], code))
        self.gone = changed(self.gone, code, 1)


@cache
def _pile_sizes(board: Board, players: int) -> tuple[int, ...]:
    """Return the sizes of the piles at the start, as equal as can be, the larger first (H1.2)."""
    in_game = sum(board.goods) * (len(COLOURS) - COLOURS_OUT[players]) // len(COLOURS)
    each, over = divmod(in_game - len(board.warehouse_city), PILES)
    return tuple(each + (pile < over) for pile in range(PILES))


def initial(board: Board, players: int) -> State:
    """Return the position before chance has done anything (H1)."""
    return State(
        board=board,
        players=players,
        stage="remove" if COLOURS_OUT[players] else "lay",
        turn=CHANCE,
        start=0,
        ship=board.harbour,
        fresh=False,
        replenished=False,
        acted=False,
        warehouses=bytes(len(board.warehouse_city)),
        hidden=board.goods,
        gone=bytes(len(board.goods)),
        left_out=b"",
        booths=bytes(len(board.cities) * players),
        talers=bytes((FIRST_TALERS,) * players),
        unsold=(b"",) * players,
        sold=(b"",) * players,
        losing=(b"",) * players,
        selling=b"",
    )
