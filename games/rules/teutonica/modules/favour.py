"""Emperor's Favour: tiles bought with the actions of a turn and two markers (T13)."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from games.rules.teutonica.claim import use_up
from games.rules.teutonica.module import Module
from games.rules.teutonica.pieces import KIND_NAMES, KINDS, TILE_NAMES, TILES, TRADER
from games.rules.teutonica.situation import Situation, Verb
from games.rules.teutonica.state import State, changed
from games.rules.teutonica.versions import FAVOUR_IN_TURN
from games.rules.title import CHANCE, Order

ANYWHERE, ACTION, INCOME, EXTRA_TRADER, CITIES, ABILITIES = range(len(TILES))
OUT, OPEN, OWNED = 0, 1, 2
"""What `added.tiles` holds for a tile: not in the game, open, or OWNED plus its owner's seat."""
MARKERS_TO_PAY = 2


def has(state: State, seat: int, tile: int) -> bool:
    """Return whether a seat owns a tile."""
    return state.added.tiles[tile] == OWNED + seat


class Favour(Module):
    """The tiles: one for each player is in the game, out of six."""

    def set_up(self, state: State) -> None:
        state.added = state.added._replace(tiles=bytes(len(TILES)))
        state.push("tiles")

    def turn_begins(self, state: State) -> None:
        state.added = state.added._replace(touched=False, closed=False)
        if has(state, state.turn, ACTION):
            state.actions += 1

    def goes_anywhere(self, state: State, seat: int) -> bool:
        return has(state, seat, ANYWHERE)

    def more_pieces(self, state: State, seat: int, kind: int) -> int:
        return int(kind == TRADER and has(state, seat, EXTRA_TRADER))

    def ordered(self, state: State, seat: int, order: Order, asked: str) -> None:
        if asked != "turn" or order[0] in ("end", "favour"):
            return
        if not state.added.touched:
            state.added = state.added._replace(touched=True)
        if order[0] == "income":
            holder = state.added.tiles[INCOME] - OWNED
            if holder >= 0 and holder != seat and any(_stock(state, holder)):
                state.push("income tile", holder)

    def worth(self, state: State, seat: int, line: str, points: int) -> int:
        if line == "cities" and has(state, seat, CITIES):
            return 4
        if line == "abilities" and has(state, seat, ABILITIES):
            return 7
        return points


def _stock(state: State, seat: int) -> bytes:
    return state.stock[2 * seat : 2 * seat + 2]


# Before the first turn: which tiles are in the game.


def _tile_weights(state: State) -> list[tuple[Order, int]]:
    return [(("tile", tile), 1) for tile, where in enumerate(state.added.tiles) if where == OUT]


def _tiles(state: State, seat: int) -> Sequence[Order]:
    return [order for order, _ in _tile_weights(state)]


def _open_tile(state: State, seat: int, order: Order) -> None:
    state.added = state.added._replace(tiles=changed(state.added.tiles, order[1], OPEN))
    if state.added.tiles.count(OPEN) == state.players:
        state.pop()


def _no_tile(state: State, seat: int, order: Order) -> str:
    return "This tile cannot be drawn now."


# Instead of the actions of a turn: taking a tile.


def _favours(state: State, seat: int) -> Sequence[Order]:
    """Return every open tile with every two markers that could pay for it, before anything else."""
    held = state.held[seat]
    if state.added.touched or len(held) < MARKERS_TO_PAY:
        return ()
    payments = [
        pair
        for pair in combinations_with_replacement(dict.fromkeys(held), 2)
        if pair[0] != pair[1] or held.count(pair[0]) >= MARKERS_TO_PAY
    ]
    return [
        ("favour", tile, *payment)
        for tile, where in enumerate(state.added.tiles)
        if where == OPEN
        for payment in payments
    ]


def _favour(state: State, seat: int, order: Order) -> None:
    """Take a tile: no action can follow in this turn, other markers can be used (T13)."""
    _, tile, *payment = order
    for kind in payment:
        use_up(state, seat, kind)
    state.added = state.added._replace(tiles=changed(state.added.tiles, tile, OWNED + seat - OPEN))
    state.actions = 0
    if state.rules_version >= FAVOUR_IN_TURN:
        state.added = state.added._replace(touched=True, closed=True)
    else:
        state.push("plate")


def _no_favour(state: State, seat: int, order: Order) -> str:
    if state.added.touched:
        return "Take a tile at the start of your turn, before anything else."
    where = state.added.tiles[order[1]]
    if where != OPEN:
        what = "is not in this game" if where == OUT else "is already taken"
        return f"The tile '{TILE_NAMES[order[1]]}' {what}."
    return "A tile costs two of your face-up markers."


# Whenever another player takes income: one piece for the owner of the tile.


def _takes(state: State, seat: int) -> Sequence[Order]:
    return [("take", kind) for kind in KINDS if _stock(state, seat)[kind]]


def _take(state: State, seat: int, order: Order) -> None:
    state.add_stock(seat, order[1], -1)
    state.add_supply(seat, order[1], 1)
    state.pop()


def _no_take(state: State, seat: int, order: Order) -> str:
    return f"You have no {KIND_NAMES[order[1]]} in your stock."


def _declines(state: State, seat: int) -> Sequence[Order]:
    return (("decline",),)


def _decline(state: State, seat: int, order: Order) -> None:
    state.pop()


def _no_decline(state: State, seat: int, order: Order) -> str:
    return "There is nothing to decline."


Favour.verbs = {"favour": Verb(_favours, _favour, _no_favour)}
SITUATIONS = {
    "tiles": Situation(
        asked="chance",
        seat=lambda state: CHANCE,
        verbs={"tile": Verb(_tiles, _open_tile, _no_tile)},
        weights=_tile_weights,
    ),
    "income tile": Situation(
        asked="income",
        seat=lambda state: int(state.frames[-1][1]),
        verbs={
            "take": Verb(_takes, _take, _no_take),
            "decline": Verb(_declines, _decline, _no_decline),
        },
    ),
}
