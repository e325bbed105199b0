"""A position of Hansa Teutonica, small, flat, quick to copy, and what modules add to it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from games.rules.common.lines import position_text
from games.rules.common.message import Message
from games.rules.common.play import Verb
from games.rules.common.rows import changed, put
from games.rules.common.state import NUMBERS, ROWS, FlatState, stored
from games.rules.teutonica import frames
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.frames import Frame, FrameT
from games.rules.teutonica.orders import Order
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    ACTIONS,
    LAST_LEVEL,
    TRACKS,
)
from games.rules.teutonica.position_text import write


class Added(NamedTuple):
    """What modules add to a position, each its own fields; a game without modules has the defaults.

    `cards[seat]` is a Mission card by number, 0 before it is dealt (T12). `tiles` says where each
    tile of the Emperor's Favour is, `touched` whether anything was ordered this turn (T13).
    `permits` are the cities whose permission was used this turn (T15.1). `pawn` is a province, or
    0; `acted` and `walked` say whether this turn had an action and the pawn's free move, `closed`
    that no action may follow (T13, T17.2). `discarded` are markers that the neutral player took
    (T18.4).
    """

    cards: bytes = b""
    tiles: bytes = b""
    touched: bool = False
    permits: bytes = b""
    pawn: int = 0
    acted: bool = False
    walked: bool = False
    closed: bool = False
    discarded: bytes = b""

    def dump(self) -> dict[str, Any]:
        """Return what is not as in a game without modules, as plain JSON."""
        return {
            name: list(value) if isinstance(value, bytes) else value
            for name, value in zip(self._fields, self, strict=True)
            if value
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """Return what `dump` wrote."""
        rows = {name: bytes(row) for name, row in data.items() if isinstance(row, list)}
        added: dict[str, Any] = {**data, **rows}
        return cls(**added)


# Offices seldom change from one decision to the next.
@lru_cache(maxsize=256)
def office_rows(
    board: Board, offices: bytes, extras: tuple[bytes, ...], founded: tuple[bytes, ...]
) -> tuple[bytes, ...]:
    """Return the pieces in each city's offices: extra ones, the printed ones, founded ones."""
    return tuple(
        left + offices[city.offices.start : city.offices.stop] + right
        for city, left, right in zip(board.cities, extras, founded, strict=True)
    )


class Position(Protocol):
    """What the questions need of a position: a `State` has it, and so has a `View`.

    `printed` is the board without any piece on it; the other attributes are those of a state.
    """

    @property
    def printed(self) -> Board: ...
    @property
    def players(self) -> int: ...
    @property
    def options(self) -> Mapping[str, str]: ...
    @property
    def modules(self) -> tuple["Module", ...]: ...
    @property
    def added(self) -> Added: ...
    @property
    def turn(self) -> int: ...
    @property
    def prestige(self) -> tuple[int, ...]: ...
    @property
    def special(self) -> bytes: ...
    @property
    def connected(self) -> Sequence[int]: ...
    @property
    def completed(self) -> Sequence[int]: ...
    @property
    def marker_supply(self) -> int: ...
    @property
    def office_rows(self) -> tuple[bytes, ...]: ...
    def city_offices(self, city: int) -> bytes: ...
    def vacant_office(self, city: int) -> int | None: ...
    def value(self, seat: int, ability: int) -> int: ...
    def is_complete(self, seat: int, ability: int) -> bool: ...
    def markers_taken(self, seat: int) -> int: ...


class Module:
    """What a module of the game may add to play: boards, editions and extras hook in here.

    This one adds nothing; each module overrides what it changes. The rules of T1 to T11 call the
    modules of a game at a few named points and do not know any module by name. What is printed on
    a board, such as countries, green cities and permanent markers, is not added: they read it there
    (T14, T15.2 to T15.5).

    `verbs` are orders of a player's own turn. Seats, spaces and sets are as in `state` and
    `lookup`.
    """

    verbs: ClassVar[Mapping[str, Verb["State", Any]]] = {}

    def set_up(self, state: "State") -> None:
        """Change the position before chance draws anything; frames pushed here come first."""

    def dealt(self, state: "State") -> None:
        """Change the position once start player and supplies are known."""

    def turn_begins(self, state: "State") -> None:
        """Change the position when the turn of `state.turn` begins."""

    def open_to(self, state: "State", seat: int, spaces: bytes) -> bytes:
        """Return those of the spaces that Place and Displace may go to."""
        return spaces

    def not_open(self, state: "State", seat: int, space: int) -> Message | None:
        """Say why Place and Displace may not go to a space; None if they may."""
        return None

    def entered(self, state: "State", seat: int, space: int) -> None:
        """Note that a piece was placed on a space, or displaced there, as an action."""

    def may_claim(self, state: "State", seat: int, route: int) -> bool:
        """Return whether a full route may be claimed."""
        return True

    def no_claim(self, state: "State", route: int) -> Message:
        """Say why a full route may not be claimed."""
        raise NotImplementedError

    def goes_anywhere(self, position: Position, seat: int) -> bool:
        """Return whether displaced pieces of a seat are not bound to routes nearby."""
        return False

    def more_pieces(self, position: Position, seat: int, kind: int) -> int:
        """Return how many more extra pieces a seat gets when one of a kind is displaced."""
        return 0

    def marked(self, state: "State", route: int) -> None:
        """Note that a player has placed a bonus marker on a route."""

    def ordered(self, state: "State", seat: int, order: Order, prompt: str) -> None:
        """Note that an order was carried out; `prompt` names the situation it answered."""

    def notice(self, state: "State") -> None:
        """Look at the position after every change, and push what must be answered first."""

    def discarded(self, position: Position) -> bytes:
        """Return the kinds of the markers that have left the game."""
        return b""

    def worth(self, position: Position, seat: int, line: str, points: int) -> int:
        """Return what one unit of a line of the score sheet is worth to a seat."""
        return points

    def lines(self, position: Position, seat: int) -> dict[str, int]:
        """Return further lines of a seat's score sheet."""
        return {}

    def shown(self, added: Added, viewer: int | None) -> Added:
        """Return what a viewer may know of `added` before the end; a spectator is None."""
        return added

    def resample(self, position: Position, rng: random.Random) -> Added:
        """Return the `added` of a view, what `shown` has hidden in it being drawn at random."""
        return position.added


@dataclass(slots=True, repr=False)
class State(FlatState):
    """Everything about a position.

    Seats, kinds and codes are as in `pieces`. Rows of several numbers a seat lie flat, seat after
    seat: `supply` and `stock` have its traders at `2 * seat` and its merchants next to them,
    `levels` its steps on the five tracks from `5 * seat` on, in the order of `pieces.ABILITIES`.
    One entry a seat have `prestige`, `held` (markers face up), `used` (face down), `plate` (looked
    at, waiting), `drawn` (how many on the plate are not yet known: T8.3). `bag` counts
    the marker supply by kind, including the unknown ones on plates. `markers[route]` is a kind
    plus one, or 0. `frames` is a stack: the game waits for the last one; with none, the player of
    `turn` goes on with their turn. `ending` says why the game ends with this action (T10), `over`
    that it has ended. `events` are those of the last order; they are not part of the position.
    `modules` are those of the game, `added` what they store.
    """

    board: Board = field(metadata=stored(attrgetter("id"), load_board))
    options: Mapping[str, str] = field(metadata=stored(dict, dict))
    modules: tuple[Module, ...] = field(compare=False)
    players: int
    spaces: bytes
    offices: bytes
    extras: tuple[bytes, ...] = field(metadata=ROWS)
    founded: tuple[bytes, ...] = field(metadata=ROWS)
    special: bytes
    supply: bytes
    stock: bytes
    levels: bytes
    prestige: tuple[int, ...] = field(metadata=NUMBERS)
    markers: bytes
    held: tuple[bytes, ...] = field(metadata=ROWS)
    used: tuple[bytes, ...] = field(metadata=ROWS)
    plate: tuple[bytes, ...] = field(metadata=ROWS)
    drawn: bytes
    bag: bytes
    turn: int
    start: int
    actions: int
    frames: tuple[Frame, ...] = field(metadata=stored(frames.dump, frames.load))
    connected: bytes
    completed: bytes
    ending: str
    over: bool
    added: Added = field(metadata=stored(Added.dump, Added.load))
    events: list[list[Any]] = field(default_factory=list, compare=False)

    def __repr__(self) -> str:
        head = {"title": "teutonica", "board": self.board.id, "players": self.players}
        head |= {f"option {name}": value for name, value in self.options.items()}
        return position_text(head, write(self.dump()))

    def copy(self) -> "State":
        """Return an independent state with the same position and no events."""
        # Written out, as bots copy thousands of states: no loop and no constructor is as quick.
        new = State.__new__(State)
        new.board = self.board
        new.options = self.options
        new.modules = self.modules
        new.players = self.players
        new.spaces = self.spaces
        new.offices = self.offices
        new.extras = self.extras
        new.founded = self.founded
        new.special = self.special
        new.supply = self.supply
        new.stock = self.stock
        new.levels = self.levels
        new.prestige = self.prestige
        new.markers = self.markers
        new.held = self.held
        new.used = self.used
        new.plate = self.plate
        new.drawn = self.drawn
        new.bag = self.bag
        new.turn = self.turn
        new.start = self.start
        new.actions = self.actions
        new.frames = self.frames
        new.connected = self.connected
        new.completed = self.completed
        new.ending = self.ending
        new.over = self.over
        new.added = self.added
        new.events = []
        return new

    @property
    def printed(self) -> Board:
        """The board, as `questions.Position` calls it."""
        return self.board

    @property
    def marker_supply(self) -> int:
        """How many markers are left in the supply, those on plates not counted."""
        return sum(self.bag) - sum(self.drawn)

    def markers_taken(self, seat: int) -> int:
        """Return how many markers a seat has taken, used or not (T8.2)."""
        return len(self.held[seat]) + len(self.used[seat])

    def value(self, seat: int, ability: int) -> int:
        """Return the present value of a seat's ability (T1.2)."""
        return TRACKS[ability][self.levels[5 * seat + ability]]

    def is_complete(self, seat: int, ability: int) -> bool:
        """Return whether an ability is fully developed."""
        return self.levels[5 * seat + ability] == LAST_LEVEL[ability]

    @property
    def office_rows(self) -> tuple[bytes, ...]:
        """What `city_offices` returns for each city."""
        return office_rows(self.board, self.offices, self.extras, self.founded)

    def city_offices(self, city: int) -> bytes:
        """Return the pieces in a city's offices from left to right, EMPTY for a vacant one."""
        offices = self.board.cities[city].offices
        return self.extras[city] + self.offices[offices.start : offices.stop] + self.founded[city]

    def vacant_office(self, city: int) -> int | None:
        """Return the number of the leftmost vacant printed office, if any (T7.4)."""
        offices = self.board.cities[city].offices
        number = self.offices.find(0, offices.start, offices.stop)
        return None if number < 0 else number

    def tell(self, *event: Any) -> None:
        """Note something that happened, in plain JSON values."""
        self.events.append(list(event))

    # These change a state. Only `apply` calls them, on its own copy.

    def set_space(self, space: int, code: int) -> None:
        """Put a piece on a space, or EMPTY."""
        self.spaces = put(self.spaces, space, code)

    def swap_spaces(self, one: int, other: int) -> None:
        """Exchange what is on two spaces."""
        spaces = bytearray(self.spaces)
        spaces[one], spaces[other] = spaces[other], spaces[one]
        self.spaces = bytes(spaces)

    def set_office(self, office: int, code: int) -> None:
        """Put a piece into an office."""
        self.offices = put(self.offices, office, code)

    def add_supply(self, seat: int, kind: int, number: int) -> None:
        """Add pieces to a seat's supply; a negative number takes them away."""
        self.supply = changed(self.supply, 2 * seat + kind, number)

    def add_stock(self, seat: int, kind: int, number: int) -> None:
        """Add pieces to a seat's stock; a negative number takes them away."""
        self.stock = changed(self.stock, 2 * seat + kind, number)

    def award(self, seat: int, points: int, why: str, city: int | None = None) -> None:
        """Give prestige on the track."""
        row = list(self.prestige)
        row[seat] += points
        self.prestige = tuple(row)
        where = None if city is None else self.board.cities[city].id
        self.tell("prestige", seat, points, why, where)

    def develop(self, seat: int, ability: int) -> None:
        """Develop an ability one step, effective at once (T7.6, T2.2).

        If no action may follow in this turn, it adds none.
        """
        before = self.value(seat, ability)
        self.levels = changed(self.levels, 5 * seat + ability, 1)
        self.add_supply(seat, ABILITY_KIND[ability], 1)
        after = self.value(seat, ability)
        if ability == ACTIONS and seat == self.turn and not self.added.closed:
            self.actions += after - before
        self.tell("developed", seat, ABILITIES[ability], after)

    def top(self, kind: type[FrameT]) -> FrameT:
        """Return what the game waits for, which is a frame of this kind."""
        frame: Any = self.frames[-1]
        top: FrameT = frame
        return top

    def push(self, frame: Frame) -> None:
        """Add something that must be finished before the game goes on."""
        self.frames = (*self.frames, frame)

    def replace(self, frame: Frame) -> None:
        """Change what the game waits for."""
        self.frames = (*self.frames[:-1], frame)

    def pop(self) -> None:
        """Remove what the game waited for, and go on."""
        self.frames = self.frames[:-1]
