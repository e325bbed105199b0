"""What a seat may know: the one door from a state toward people and bots."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Desk:
    """A player's writing desk as everyone sees it, and what only its owner sees.

    `supply` and `stock` are (traders, merchants). `levels` are the positions on the five tracks of
    `pieces.TRACKS`, in the order of `pieces.ABILITIES`. `markers` are the kinds that lie face up,
    `used` how many lie face down (T8.2), `plate` how many wait on the plate; `plate_known` are
    those of the plate that this viewer has looked at: the owner's own (T8.4).
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
    kind or None. `asked` names what the player to move is asked for: 'turn', 'moving', 'move3',
    'displaced', 'markers', or 'chance' and 'over'. `hand` are pieces in the air (T1.5), `left` how
    many more pieces may be moved or placed in the series. `ended_by` is '' while the game goes on.
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
