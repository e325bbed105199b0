"""The position before the first turn, and what chance adds to it (T1)."""

from collections.abc import Mapping

from games.rules.common.play import chance, drawing
from games.rules.common.rows import changed
from games.rules.teutonica.board import Board
from games.rules.teutonica.frames import StartPlayer, Taverns
from games.rules.teutonica.orders import Start, Tavern
from games.rules.teutonica.pieces import (
    ABILITIES,
    LAST_LEVEL,
    MARKER_SUPPLY,
    MARKERS,
    MERCHANT,
    MERCHANTS_EACH,
    SPECIAL_PRESTIGE,
    TAVERN_MARKERS,
    TRADER,
    TRADERS_EACH,
)
from games.rules.teutonica.plate import begin_turn
from games.rules.teutonica.situation import Situation
from games.rules.teutonica.state import Added, Module, State

_ON_DESK = (sum(LAST_LEVEL) - LAST_LEVEL[3], LAST_LEVEL[3])
"""The traders and merchants that cover a desk's tracks (T1.1)."""


def start(
    board: Board, options: Mapping[str, str], players: int, modules: tuple[Module, ...]
) -> State:
    """Return the position before chance draws the start player and the tavern markers (T1)."""
    edition = options["edition"]
    bag = [MARKER_SUPPLY[edition].get(kind, 0) for kind in range(len(MARKERS))]
    for kind in TAVERN_MARKERS[edition]:
        bag[kind] -= 1
    # One trader of each player marks prestige and is out of play (T1.1).
    stock = (TRADERS_EACH - 1 - _ON_DESK[TRADER], MERCHANTS_EACH - _ON_DESK[MERCHANT])
    state = State(
        board=board,
        options=dict(options),
        modules=modules,
        players=players,
        spaces=bytes(len(board.boats)),
        offices=bytes(len(board.offices)),
        extras=(b"",) * len(board.cities),
        founded=(b"",) * len(board.cities),
        special=bytes(len(SPECIAL_PRESTIGE)),
        supply=bytes(2 * players),
        stock=bytes(stock * players),
        levels=bytes(len(ABILITIES) * players),
        prestige=(0,) * players,
        markers=bytes(len(board.routes)),
        held=(b"",) * players,
        used=(b"",) * players,
        plate=(b"",) * players,
        drawn=bytes(players),
        bag=bytes(bag),
        turn=0,
        start=0,
        actions=0,
        frames=(Taverns(TAVERN_MARKERS[edition]), StartPlayer()),
        connected=b"",
        completed=b"",
        ending="",
        over=False,
        added=Added(),
    )
    for module in modules:
        module.set_up(state)
    return state


def start_weights(state: State) -> list[tuple[Start, int]]:
    """Return every seat as start player, all equally likely (T1.3)."""
    return [(Start(seat), 1) for seat in range(state.players)]


def choose_start(state: State, seat: int, order: Start) -> None:
    """Make a seat the start player and deal supplies by turn position (T1.3)."""
    state.pop()
    state.start = order.seat
    for position in range(state.players):
        player = (state.start + position) % state.players
        for kind, number in ((TRADER, 5 + position), (MERCHANT, 1)):
            state.add_stock(player, kind, -number)
            state.add_supply(player, kind, number)
    for module in state.modules:
        module.dealt(state)
    begin_turn(state, state.start)


def tavern_weights(state: State) -> list[tuple[Tavern, int]]:
    """Return the start markers that are left, on the first tavern route without one (T1.4)."""
    route = next(r.index for r in state.board.routes if r.tavern and not state.markers[r.index])
    return [(Tavern(kind, route), 1) for kind in state.top(Taverns).markers]


def fill_tavern(state: State, seat: int, order: Tavern) -> None:
    """Lay a start marker on a tavern route (T1.4)."""
    kind, route, _ = order
    state.markers = changed(state.markers, route, kind + 1)
    kinds = list(state.top(Taverns).markers)
    kinds.remove(kind)
    if kinds:
        state.replace(Taverns(tuple(kinds)))
    else:
        state.pop()


START: Situation = Situation(
    prompt="chance",
    seats=chance,
    verbs={"start": drawing(start_weights, choose_start)},
    weights=start_weights,
)
TAVERNS: Situation = Situation(
    prompt="chance",
    seats=chance,
    verbs={"tavern": drawing(tavern_weights, fill_tavern)},
    weights=tavern_weights,
)
