"""What a seat may know: the only way from a state to people and bots."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from games.rules.common import play
from games.rules.common.state import Frozen
from games.rules.teutonica import modules
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.frames import (
    Displacing,
    Frame,
    Lifting,
    Moving,
    PlaceAbroad,
    PlaceClaimed,
    Remove3,
)
from games.rules.teutonica.modules.shown import Shown
from games.rules.teutonica.pieces import EMPTY, KINDS, LAST_LEVEL, MERCHANT, TRACKS, TRADER, piece
from games.rules.teutonica.play import situation
from games.rules.teutonica.questions import leaders
from games.rules.teutonica.state import Added, Module, State, office_rows
from games.rules.title import CHANCE

DISPLACED = ("displaced", "neutral displaced")
"""What players are asked who place displaced pieces (T5, T18.3)."""


@dataclass(frozen=True, slots=True)
class Desk(Frozen):
    """A player's desk as everyone sees it, and what only its owner sees.

    `supply` and `stock` are (traders, merchants). `levels` are the positions on the five tracks of
    `pieces.TRACKS`, in the order of `pieces.ABILITIES`. `markers` are the kinds that are face up,
    `used` how many are face down (T8.2), `plate` how many wait on the plate; `plate_known` are
    those of the plate that this viewer has looked at, on the viewer's own desk only (T8.4).
    """

    supply: tuple[int, ...]
    stock: tuple[int, ...]
    levels: tuple[int, ...]
    prestige: int
    markers: tuple[int, ...]
    used: int
    plate: int
    plate_known: tuple[int, ...]

    # Written out, as each look into a cache needs it: what a dataclass makes is not compiled.
    def __hash__(self) -> int:
        return hash(
            (
                self.supply,
                self.stock,
                self.levels,
                self.prestige,
                self.markers,
                self.used,
                self.plate,
                self.plate_known,
            )
        )


class Public(NamedTuple):
    """What everyone knows of a position and no other field of a view tells; `resample` needs it.

    The names are those of `state.State`: `drawn` is for each seat how many markers on its plate
    nobody has looked at yet (T8.3), `ending` why the game ends with this action (T10).
    """

    frames: tuple[Frame, ...]
    drawn: bytes
    ending: str


@dataclass(frozen=True, slots=True)
class View(Shown):
    """A position as `seat` may know it; a spectator is seat None.

    Pieces are codes of `pieces.piece`. `spaces` and `offices` follow the board's flat lists;
    `extras[city]` are extra offices, leftmost first, all left of the printed ones (T9.4);
    `founded[city]` are offices right of the printed ones (T14.1). `special` has the owner's seat
    plus one for each field of the special prestige table. `route_markers[route]` is a marker
    kind or None. `prompt` names what the player to move is asked: 'turn', or the frame that waits
    (see `frames`), or 'chance' and 'over'. `hand` are lifted pieces (T1.5), `left`
    how many more pieces may be moved, or placed beside the displaced one, `origin` where it began:
    the space in a Move 3, the route of a displacement. That has a `victim`, who may be the neutral
    player. `ended_by` is '' until the end.

    `added` is what modules have added, as far as this viewer may know it: `Shown` tells what it
    means. `public` is the rest of what everyone knows. All else that can be asked is in
    `questions`.
    """

    title: str
    board: str
    players: int
    seat: int | None
    to_move: tuple[int, ...]
    prompt: str
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
    desks: tuple[Desk, ...]
    start_seat: int
    public: Public
    hand: bytes = b""
    left: int = 0
    origin: int | None = None
    ended_by: str = ""
    options: dict[str, str] = field(default_factory=dict)
    victim: int | None = None
    added: Added = field(default_factory=Added)

    @property
    def printed(self) -> Board:
        """The board, as `questions.Position` calls it."""
        return load_board(self.board)

    @property
    def modules(self) -> tuple[Module, ...]:
        """The modules of the game."""
        return modules.playing(self.printed, self.options)

    @property
    def controllers(self) -> tuple[int | None, ...]:
        """The seat that controls each city, None for a city without offices (T7.1)."""
        return leaders(self.office_rows)

    @property
    def prestige(self) -> tuple[int, ...]:
        """Each seat's prestige."""
        return tuple(desk.prestige for desk in self.desks)

    @property
    def office_rows(self) -> tuple[bytes, ...]:
        """What `city_offices` returns for each city."""
        return office_rows(self.printed, self.offices, self.extras, self.founded)

    def city_offices(self, city: int) -> bytes:
        """Return the pieces in a city's offices from left to right, EMPTY for a vacant one."""
        offices = self.printed.cities[city].offices
        return self.extras[city] + self.offices[offices.start : offices.stop] + self.founded[city]

    def vacant_office(self, city: int) -> int | None:
        """Return the number of the leftmost vacant printed office, if any (T7.4)."""
        offices = self.printed.cities[city].offices
        number = self.offices.find(EMPTY, offices.start, offices.stop)
        return None if number < 0 else number

    def value(self, seat: int, ability: int) -> int:
        """Return the present value of a seat's ability (T1.2)."""
        return TRACKS[ability][self.desks[seat].levels[ability]]

    def is_complete(self, seat: int, ability: int) -> bool:
        """Return whether an ability is fully developed."""
        return self.desks[seat].levels[ability] == LAST_LEVEL[ability]

    def markers_taken(self, seat: int) -> int:
        """Return how many markers a seat has taken, used or not (T8.2)."""
        return len(self.desks[seat].markers) + self.desks[seat].used


def view(state: State, seat: int | None) -> View:
    """Return the position as a seat may know it, a spectator being None.

    Hidden are the markers on a plate, except from the owner who has looked at them (T8.4), which
    markers are face down (T8.2), what the marker supply contains, and what modules hide.
    """
    now = situation(state)
    mover = play.to_move(now, state)
    prompt = "over"
    if now is not None:
        prompt = "chance" if mover == (CHANCE,) else now.prompt
    top = state.frames[-1] if state.frames else None
    hand, left, origin = _in_the_air(state, top) if top else (b"", 0, None)
    return View(
        title="teutonica",
        board=state.board.id,
        players=state.players,
        seat=seat,
        to_move=mover,
        prompt=prompt,
        turn=state.turn,
        actions_left=state.actions,
        spaces=state.spaces,
        offices=state.offices,
        extras=state.extras,
        founded=state.founded,
        special=state.special,
        route_markers=_kinds(state.markers),
        marker_supply=state.marker_supply,
        completed=tuple(state.completed),
        connected=tuple(state.connected),
        desks=tuple(_desk(state, owner, seat) for owner in range(state.players)),
        start_seat=state.start,
        public=Public(state.frames, state.drawn, state.ending),
        hand=hand,
        left=left,
        origin=origin,
        ended_by=state.ending if state.over else "",
        options=dict(state.options),
        victim=top.victim if top and isinstance(top, Displacing) else None,
        added=state.added if state.over else _shown(state, seat),
    )


def concealed(state: State, seat: int | None) -> View:
    """Return a view in which Missions stay hidden at the end of the game, too (T12)."""
    return replace(view(state, seat), added=_shown(state, seat))


# Every view needs markers and desks, and most are as they were in the view before.
@lru_cache(maxsize=1024)
def _kinds(markers: bytes) -> tuple[int | None, ...]:
    return tuple(marker - 1 if marker else None for marker in markers)


def _shown(state: State, viewer: int | None) -> Added:
    """Return what modules have added, without what the viewer may not know."""
    added = state.added
    for module in state.modules:
        added = module.shown(added, viewer)
    return added


def _desk(state: State, owner: int, viewer: int | None) -> Desk:
    return _desk_with(
        state.supply[2 * owner : 2 * owner + 2],
        state.stock[2 * owner : 2 * owner + 2],
        state.levels[5 * owner : 5 * owner + 5],
        state.prestige[owner],
        state.held[owner],
        len(state.used[owner]),
        len(state.plate[owner]) + state.drawn[owner],
        state.plate[owner] if owner == viewer else b"",
    )


@lru_cache(maxsize=4096)
def _desk_with(
    supply: bytes,
    stock: bytes,
    levels: bytes,
    prestige: int,
    markers: bytes,
    used: int,
    plate: int,
    plate_known: bytes,
) -> Desk:
    return Desk(
        supply=(supply[TRADER], supply[MERCHANT]),
        stock=(stock[TRADER], stock[MERCHANT]),
        levels=tuple(levels),
        prestige=prestige,
        markers=tuple(markers),
        used=used,
        plate=plate,
        plate_known=tuple(plate_known),
    )


def _in_the_air(state: State, frame: Frame) -> tuple[bytes, int, int | None]:
    """Return the pieces in hand, how many more may move or be placed, and where it began."""
    if isinstance(frame, Moving | Remove3 | PlaceAbroad):
        return b"", frame.left, None
    if isinstance(frame, PlaceClaimed):
        own = (piece(state.turn, kind) for kind in KINDS)
        hand = (code for code, n in zip(own, frame[:2], strict=True) for _ in range(n))
        return bytes(hand), frame.left, None
    if isinstance(frame, Lifting):
        lifted = bytes((frame.hand,)) if frame.hand else b""
        return lifted, frame.left, frame.origin if frame.hand else None
    if isinstance(frame, Displacing):
        return bytes((frame.hand,)) if frame.hand else b"", frame.extras, frame.route
    return b"", 0, None
