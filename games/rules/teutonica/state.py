"""A position of Hansa Teutonica: small, flat, quick to copy."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from games.rules.common.dump import Fields
from games.rules.common.rows import changed, put
from games.rules.teutonica import frames
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.frames import Frame, FrameT
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    ACTIONS,
    LAST_LEVEL,
    TRACKS,
)

if TYPE_CHECKING:
    from games.rules.teutonica.module import Module

ModulesOf = Callable[[Board, Mapping[str, str]], tuple["Module", ...]]


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


class State:
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

    __slots__ = (
        "actions",
        "added",
        "bag",
        "board",
        "completed",
        "connected",
        "drawn",
        "ending",
        "events",
        "extras",
        "founded",
        "frames",
        "held",
        "levels",
        "markers",
        "modules",
        "offices",
        "options",
        "over",
        "plate",
        "players",
        "prestige",
        "spaces",
        "special",
        "start",
        "stock",
        "supply",
        "turn",
        "used",
    )

    board: Board
    options: Mapping[str, str]
    players: int
    spaces: bytes
    offices: bytes
    extras: tuple[bytes, ...]
    founded: tuple[bytes, ...]
    special: bytes
    supply: bytes
    stock: bytes
    levels: bytes
    prestige: tuple[int, ...]
    markers: bytes
    held: tuple[bytes, ...]
    used: tuple[bytes, ...]
    plate: tuple[bytes, ...]
    drawn: bytes
    bag: bytes
    turn: int
    start: int
    actions: int
    frames: tuple[Frame, ...]
    connected: bytes
    completed: bytes
    ending: str
    over: bool
    events: list[list[Any]]
    modules: tuple["Module", ...]
    added: Added

    def copy(self) -> "State":
        """Return an independent state with the same position and no events."""
        new = State.__new__(State)
        new.board = self.board
        new.options = self.options
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
        new.modules = self.modules
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

    @property
    def closed(self) -> bool:
        """Whether no action may follow in this turn, whatever would give one."""
        return any(module.closes(self) for module in self.modules)

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
        if ability == ACTIONS and seat == self.turn and not self.closed:
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


def dump(state: State) -> dict[str, Any]:
    """Return the position as plain JSON; `load` reads it back."""
    data = _FIELDS.dump(state)
    data |= {"board": state.board.id, "options": dict(state.options)}
    data["added"] = {
        name: list(value) if isinstance(value, bytes) else value
        for name, value in zip(Added._fields, state.added, strict=True)
        if value
    }
    data["prestige"] = list(state.prestige)
    data["frames"] = [frames.dump(frame) for frame in state.frames]
    return data


def load(data: Mapping[str, Any], modules: ModulesOf) -> State:
    """Return the position that `dump` wrote; `modules` finds those of a board and options."""
    state = State.__new__(State)
    state.board = load_board(data["board"])
    state.options = dict(data["options"])
    state.modules = modules(state.board, state.options)
    _FIELDS.load(state, data)
    state.prestige = tuple(data["prestige"])
    state.frames = tuple(frames.load(frame) for frame in data["frames"])
    added: dict[str, Any] = {
        name: bytes(value) if isinstance(value, list) else value
        for name, value in data["added"].items()
    }
    state.added = Added(**added)
    state.events = []
    return state


_FIELDS = Fields(
    plain=("players", "turn", "start", "actions", "ending", "over"),
    rows=(
        "spaces",
        "offices",
        "special",
        "supply",
        "stock",
        "levels",
        "markers",
        "drawn",
        "bag",
        "connected",
        "completed",
    ),
    rows_of_rows=("extras", "founded", "held", "used", "plate"),
)
