"""What a seat may know: the only way from a state to people and bots."""

from dataclasses import dataclass, field

from games.rules.teutonica.control import controller
from games.rules.teutonica.modules.britannia import permissions
from games.rules.teutonica.modules.favour import OUT, OWNED
from games.rules.teutonica.modules.missions import cards
from games.rules.teutonica.pieces import KINDS, TILES, piece
from games.rules.teutonica.play import situation, to_move
from games.rules.teutonica.state import State
from games.rules.title import CHANCE


@dataclass(frozen=True, slots=True)
class Desk:
    """A player's desk as everyone sees it, and what only its owner sees.

    `supply` and `stock` are (traders, merchants). `levels` are the positions on the five tracks of
    `pieces.TRACKS`, in the order of `pieces.ABILITIES`. `markers` are the kinds that are face up,
    `used` how many are face down (T8.2), `plate` how many wait on the plate; `plate_known` are
    those of the plate that this viewer has looked at, on the viewer's own desk only (T8.4).
    """

    supply: tuple[int, int]
    stock: tuple[int, int]
    levels: tuple[int, ...]
    prestige: int
    markers: tuple[int, ...]
    used: int
    plate: int
    plate_known: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A position as `seat` may know it; a spectator is seat None.

    Pieces are codes of `pieces.piece`. `spaces` and `offices` follow the board's flat lists;
    `extras[city]` are extra offices, leftmost first, all left of the printed ones (T9.4);
    `founded[city]` are offices right of the printed ones (T14.1). `special` has the owner's seat
    plus one for each field of the special prestige table. `route_markers[route]` is a marker
    kind or None. `asked` names what the player to move is asked: 'turn', 'moving', 'move3',
    'displaced', 'markers', with modules also 'remove3', 'move_2', 'place_2', 'develop', 'found',
    'income', 'neutral' and 'pawn', or 'chance' and 'over'. `hand` are lifted pieces (T1.5), `left`
    how many more pieces may be moved, or placed beside the displaced one, `origin` where it began:
    the space in a Move 3, the route of a displacement. That has a `victim`, who may be the neutral
    player. `ended_by` is '' until the end.

    Modules: `missions` are the cities of each seat's card if this viewer may know them, else ()
    (T12); `tiles` has the owner of each tile in the game, None for an open one (T13);
    `permissions` the countries of each permission that the player on turn has left (T15.1);
    `pawn` its province, `free_walk` whether its free move is to come and `walk_ends` whether that
    move would give up the actions that are left (T17).
    """

    title: str
    board: str
    players: int
    seat: int | None
    to_move: tuple[int, ...]
    asked: str
    turn: int
    actions_left: int
    spaces: bytes
    offices: bytes
    extras: tuple[bytes, ...]
    founded: tuple[bytes, ...]
    special: bytes
    route_markers: tuple[int | None, ...]
    marker_supply: int
    completed: tuple[int, ...]
    connected: tuple[int, ...]
    controllers: tuple[int | None, ...]
    desks: tuple[Desk, ...]
    start_seat: int
    hand: bytes = b""
    left: int = 0
    origin: int | None = None
    ended_by: str = ""
    options: dict[str, str] = field(default_factory=dict)
    missions: tuple[tuple[int, ...], ...] = ()
    tiles: dict[str, int | None] = field(default_factory=dict)
    permissions: tuple[tuple[str, ...], ...] = ()
    pawn: int | None = None
    free_walk: bool = False
    walk_ends: bool = False
    victim: int | None = None


def view(state: State, seat: int | None) -> View:
    """Return the position as a seat may know it, a spectator being None.

    Hidden are the markers on a plate, except from the owner who has looked at them (T8.4), which
    markers are face down (T8.2), and what the marker supply contains.
    """
    asked, mover = "over", to_move(state)
    if mover:
        asked = "chance" if mover == (CHANCE,) else situation(state).asked
    hand, left, origin = _in_the_air(state)
    displaced = state.frames and state.frames[-1][0] in ("displaced", "neutral displaced")
    return View(
        title="teutonica",
        board=state.board.id,
        players=state.players,
        seat=seat,
        to_move=mover,
        asked=asked,
        turn=state.turn,
        actions_left=state.actions,
        spaces=state.spaces,
        offices=state.offices,
        extras=state.extras,
        founded=state.founded,
        special=state.special,
        route_markers=tuple(marker - 1 if marker else None for marker in state.markers),
        marker_supply=sum(state.bag) - sum(state.drawn),
        completed=tuple(state.completed),
        connected=tuple(state.connected),
        controllers=tuple(controller(state, city) for city in range(len(state.board.cities))),
        desks=tuple(_desk(state, owner, seat) for owner in range(state.players)),
        start_seat=state.start,
        hand=hand,
        left=left,
        origin=origin,
        ended_by=state.ending if state.over else "",
        options=dict(state.options),
        missions=tuple(
            _mission(state, owner) if seat == owner or state.over else ()
            for owner in range(state.players)
        ),
        tiles={
            TILES[tile]: where - OWNED if where >= OWNED else None
            for tile, where in enumerate(state.added.tiles)
            if where != OUT
        },
        permissions=tuple(city.grants for city in permissions(state, state.turn)),
        pawn=state.added.pawn or None,
        free_walk=bool(state.added.pawn) and not state.added.walked,
        victim=state.frames[-1][1] if displaced else None,
        walk_ends=state.added.acted and not state.added.walked and state.actions > 0,
    )


def _mission(state: State, seat: int) -> tuple[int, ...]:
    card = state.added.cards[seat] if state.added.cards else 0
    return cards(state.board)[card - 1] if card else ()


def _desk(state: State, owner: int, viewer: int | None) -> Desk:
    return Desk(
        supply=(state.supply[2 * owner], state.supply[2 * owner + 1]),
        stock=(state.stock[2 * owner], state.stock[2 * owner + 1]),
        levels=tuple(state.levels[5 * owner : 5 * owner + 5]),
        prestige=state.prestige[owner],
        markers=tuple(state.held[owner]),
        used=len(state.used[owner]),
        plate=len(state.plate[owner]) + state.drawn[owner],
        plate_known=tuple(state.plate[owner]) if owner == viewer else (),
    )


def _in_the_air(state: State) -> tuple[bytes, int, int | None]:
    """Return the pieces in hand, how many more may move or be placed, and where it began."""
    name, *numbers = state.frames[-1] if state.frames else ("turn",)
    if name in ("moving", "remove3", "place abroad"):
        return b"", numbers[0], None
    if name == "place claimed":
        traders, merchants, left = numbers
        own = (piece(state.turn, kind) for kind in KINDS)
        hand = (code for code, n in zip(own, (traders, merchants), strict=True) for _ in range(n))
        return bytes(hand), left, None
    if name in ("move3", "move any"):
        left, hand, origin = numbers
        return bytes((hand,)) if hand else b"", left, origin if hand else None
    if name in ("displaced", "neutral displaced"):
        _, route, hand, extras, *_ = numbers
        return bytes((hand,)) if hand else b"", extras, route
    return b"", 0, None
