"""What the verbs of Hansa Teutonica share: kinds of situations, places in words, new offices.

The top of `State.frames` says what the game waits for; without frames it is the turn of a player. A
module of the game adds situations and verbs; it does not branch in existing ones.
"""

from games.rules.common import play
from games.rules.common.message import Place
from games.rules.teutonica.questions import connection_prestige, is_connected
from games.rules.teutonica.state import State

Situation = play.Situation[State]


def on_turn(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is."""
    return (state.turn,)


def space_name(state: State, space: int) -> Place:
    """Return a space in words: 'Hamburg–Stade 2'."""
    route = state.board.routes[state.board.space_route[space]]
    return Place(f"{route.name} {space - route.spaces.start + 1}")


def city_name(state: State, city: int) -> Place:
    """Return the name of a city."""
    return Place(state.board.cities[city].name)


def route_name(state: State, route: int) -> Place:
    """Return the name of a route: 'Hamburg–Stade'."""
    return Place(state.board.routes[route].name)


def check_connection(state: State, seat: int) -> None:
    """Give prestige for the East-West connection when a seat has just made it (T7.5)."""
    if seat in state.connected or not is_connected(state, seat):
        return
    points = connection_prestige(state)
    state.connected += bytes((seat,))
    if points:
        state.award(seat, points, "connection")


def complete(state: State, city: int) -> None:
    """Count a city as completed, once (T7.4)."""
    if city not in state.completed:
        state.completed += bytes((city,))
        state.tell("completed", state.board.cities[city].id)
