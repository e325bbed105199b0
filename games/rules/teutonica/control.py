"""What a new office brings: the East-West connection (T7.5), a completed city (T7.4)."""

from games.rules.teutonica.questions import connection_prestige, is_connected
from games.rules.teutonica.state import State


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
