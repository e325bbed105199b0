"""What chance does, and the booths before the first turn (H1)."""

from collections.abc import Sequence
from functools import cache

from games.rules.common.message import Message, Place, message
from games.rules.common.play import Situation, Verb, chance, drawing
from games.rules.common.rows import changed
from games.rules.hansa.orders import Booths, Draw, Remove, Start
from games.rules.hansa.pieces import COLOURS, NO_GOOD, colour_of
from games.rules.hansa.state import COLOURS_OUT, State
from games.rules.hansa.turn import begin_turn

ROUNDS = 3
BOOTHS_A_ROUND = 2


# The draws of a board are few, and each position of a setup lists some: each is made once.
_drawn = cache(Draw)


def _colours_left(state: State) -> list[tuple[Remove, int]]:
    """Return every colour that is still in the game, all equally likely (H1.1)."""
    return [(Remove(colour), 1) for colour in range(len(COLOURS)) if colour not in state.left_out]


def _remove(state: State, seat: int, order: Remove) -> None:
    """Leave a colour out of the game (H1.1)."""
    colour = order.colour
    state.left_out = bytes(sorted((*state.left_out, colour)))
    state.hidden = bytes(
        0 if code and colour_of(code) == colour else number
        for code, number in enumerate(state.hidden)
    )
    if len(state.left_out) == COLOURS_OUT[state.players]:
        state.stage = "lay"


def _markers_left(state: State) -> list[tuple[Draw, int]]:
    """Return every marker that may come to the next empty warehouse, by its number (H1.2, H2.2)."""
    city = state.board.warehouse_city[state.warehouses.index(NO_GOOD)]
    return [(_drawn(code, city), number) for code, number in enumerate(state.hidden) if number]


def _draw(state: State, seat: int, order: Draw) -> None:
    """Lay a marker on the first empty warehouse in the cities' order (H1.2, H2.2)."""
    was_last_round = state.last_round
    state.set_warehouse(state.warehouses.index(NO_GOOD), order.good)
    state.hidden = changed(state.hidden, order.good, -1)
    if state.last_round and not was_last_round:
        state.tell("last_pile")
    if NO_GOOD not in state.warehouses or not any(state.hidden):
        state.stage = "start" if state.stage == "lay" else "turn"


def _seats(state: State) -> list[tuple[Start, int]]:
    """Return every seat as start player, all equally likely (H1.3)."""
    return [(Start(seat), 1) for seat in range(state.players)]


def _start(state: State, seat: int, order: Start) -> None:
    """Make a seat the start player (H1.3)."""
    state.start = state.turn = order.seat
    state.stage = "booths"


def placing_round(state: State) -> int:
    """Return which of the three rounds it is, counted from 0 (H1.4)."""
    return sum(state.booths) // (BOOTHS_A_ROUND * state.players)


def _open_cities(state: State, seat: int) -> Sequence[Booths]:
    """Return the cities where a player may put booths before the first turn (H1.4)."""
    return [
        Booths(city)
        for city, own in enumerate(state.own_booths(seat))
        if not own and city not in state.board.closed
    ]


def _put_booths(state: State, seat: int, order: Booths) -> None:
    """Put two booths in a city; after the third round the first turn begins (H1.4)."""
    state.add_booths(order.city, seat, BOOTHS_A_ROUND)
    if placing_round(state) == ROUNDS:
        begin_turn(state, state.start)
    else:
        state.turn = (seat + 1) % state.players


def _not_open(state: State, seat: int, order: Booths) -> Message:
    city = Place(state.board.cities[order.city].name)
    if order.city in state.board.closed:
        return message("You can't put booths in {city} before the first turn.", city=city)
    return message(
        "You already have booths in {city}. Put these {booths} in another city.",
        city=city,
        booths=BOOTHS_A_ROUND,
    )


BOOTHS = Verb(_open_cities, _put_booths, _not_open)
_LAYING: Situation[State] = Situation(
    prompt="chance",
    seats=chance,
    verbs={"draw": drawing(_markers_left, _draw)},
    weights=_markers_left,
)
SITUATIONS: dict[str, Situation[State]] = {
    "remove": Situation(
        prompt="chance",
        seats=chance,
        verbs={"remove": drawing(_colours_left, _remove)},
        weights=_colours_left,
    ),
    "lay": _LAYING,
    "start": Situation(
        prompt="chance", seats=chance, verbs={"start": drawing(_seats, _start)}, weights=_seats
    ),
    "fill": _LAYING,
}
"""What chance does, by stage."""
