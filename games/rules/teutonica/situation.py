"""What the verbs of Hansa Teutonica share: kinds of situations, and places in words.

The top of `State.frames` says what the game waits for; without frames it is the turn of a player. A
module of the game adds situations and verbs; it does not branch in existing ones.
"""

from games.rules.common import play
from games.rules.teutonica.state import State

Situation = play.Situation[State]


def on_turn(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is."""
    return (state.turn,)


def space_name(state: State, space: int) -> str:
    """Return a space in words: 'Hamburg–Stade 2'."""
    route = state.board.routes[state.board.space_route[space]]
    return f"{route.name} {space - route.spaces.start + 1}"
