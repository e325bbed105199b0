"""Emperor's Favour: tiles bought with the actions of a turn and two markers (T13)."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from games.rules.common.message import Message, message
from games.rules.common.play import Verb, chance, drawing
from games.rules.common.rows import changed
from games.rules.teutonica.claim import use_up
from games.rules.teutonica.frames import IncomeTile, OpenTiles
from games.rules.teutonica.orders import BuyTile, Decline, OpenTile, Order, Take
from games.rules.teutonica.pieces import KINDS, TILE_WORDS, TILES, TRADER
from games.rules.teutonica.situation import Situation
from games.rules.teutonica.state import Module, Position, State

ANYWHERE, ACTION, INCOME, EXTRA_TRADER, CITIES, ABILITIES = range(len(TILES))
OUT, OPEN, OWNED = 0, 1, 2
"""What `added.tiles` holds for a tile: not in the game, open, or OWNED plus its owner's seat."""
MARKERS_TO_PAY = 2
BETTER_CITY_POINTS = 4
BETTER_ABILITY_POINTS = 7
"""What a city and a developed ability are worth with the tiles for them (T13)."""


def has(position: Position, seat: int, tile: int) -> bool:
    """Return whether a seat owns a tile, in a game with tiles."""
    return position.added.tiles[tile] == OWNED + seat


def tile_owners(position: Position) -> dict[str, int | None]:
    """Return the seat that owns each tile of the game, None for an open one."""
    return {
        TILES[tile]: where - OWNED if where >= OWNED else None
        for tile, where in enumerate(position.added.tiles)
        if where != OUT
    }


class Favour(Module):
    """The tiles: one for each player is in the game, out of six."""

    def set_up(self, state: State) -> None:
        state.added = state.added._replace(tiles=bytes(len(TILES)))
        state.push(OpenTiles())

    def turn_begins(self, state: State) -> None:
        state.added = state.added._replace(touched=False, closed=False)
        if has(state, state.turn, ACTION):
            state.actions += 1

    def goes_anywhere(self, position: Position, seat: int) -> bool:
        return has(position, seat, ANYWHERE)

    def more_pieces(self, position: Position, seat: int, kind: int) -> int:
        return int(kind == TRADER and has(position, seat, EXTRA_TRADER))

    def ordered(self, state: State, seat: int, order: Order, prompt: str) -> None:
        if prompt != "turn" or order.verb in ("end", "favour"):
            return
        if not state.added.touched:
            state.added = state.added._replace(touched=True)
        if order.verb == "income":
            holder = state.added.tiles[INCOME] - OWNED
            if holder >= 0 and holder != seat and any(_stock(state, holder)):
                state.push(IncomeTile(holder))

    def worth(self, position: Position, seat: int, line: str, points: int) -> int:
        if line == "cities" and has(position, seat, CITIES):
            return BETTER_CITY_POINTS
        if line == "abilities" and has(position, seat, ABILITIES):
            return BETTER_ABILITY_POINTS
        return points


def _stock(state: State, seat: int) -> bytes:
    return state.stock[2 * seat : 2 * seat + 2]


# Before the first turn: which tiles are in the game.


def _tile_weights(state: State) -> list[tuple[OpenTile, int]]:
    return [(OpenTile(tile), 1) for tile, where in enumerate(state.added.tiles) if where == OUT]


def _open_tile(state: State, seat: int, order: OpenTile) -> None:
    state.added = state.added._replace(tiles=changed(state.added.tiles, order.tile, OPEN))
    if state.added.tiles.count(OPEN) == state.players:
        state.pop()


# Instead of the actions of a turn: taking a tile.


def _favours(state: State, seat: int) -> Sequence[BuyTile]:
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
        BuyTile(tile, *payment)
        for tile, where in enumerate(state.added.tiles)
        if where == OPEN
        for payment in payments
    ]


def _favour(state: State, seat: int, order: BuyTile) -> None:
    """Take a tile: no action can follow in this turn, other markers can be used (T13)."""
    tile = order.tile
    for kind in (order.one, order.other):
        use_up(state, seat, kind)
    tiles = changed(state.added.tiles, tile, OWNED + seat - OPEN)
    state.added = state.added._replace(tiles=tiles, touched=True, closed=True)
    state.actions = 0


def _no_favour(state: State, seat: int, order: BuyTile) -> Message:
    if state.added.touched:
        return message("Take a tile at the start of your turn, before anything else.")
    where, tile = state.added.tiles[order.tile], TILE_WORDS[order.tile]
    if where == OUT:
        return message("The tile '{tile}' is not in this game.", tile=tile)
    if where != OPEN:
        return message("The tile '{tile}' is already taken.", tile=tile)
    return message("A tile costs two of your face-up markers.")


# Whenever another player takes income: one piece for the owner of the tile.


def _takes(state: State, seat: int) -> Sequence[Take]:
    return [Take(kind) for kind in KINDS if _stock(state, seat)[kind]]


def _take(state: State, seat: int, order: Take) -> None:
    state.add_stock(seat, order.kind, -1)
    state.add_supply(seat, order.kind, 1)
    state.pop()


def _no_take(state: State, seat: int, order: Take) -> Message:
    if order.kind == TRADER:
        return message("You have no trader in your stock.")
    return message("You have no merchant in your stock.")


def _declines(state: State, seat: int) -> Sequence[Decline]:
    return (Decline(),)


def _decline(state: State, seat: int, order: Decline) -> None:
    state.pop()


def _no_decline(state: State, seat: int, order: Decline) -> Message:
    return message("There is nothing to decline.")


Favour.verbs = {"favour": Verb(_favours, _favour, _no_favour)}
SITUATIONS: dict[str, Situation] = {
    "tiles": Situation(
        prompt="chance",
        seats=chance,
        verbs={"tile": drawing(_tile_weights, _open_tile)},
        weights=_tile_weights,
    ),
    "income tile": Situation(
        prompt="income tile",
        seats=lambda state: (state.top(IncomeTile).seat,),
        verbs={
            "take": Verb(_takes, _take, _no_take),
            "decline": Verb(_declines, _decline, _no_decline),
        },
    ),
}
