"""What a module of the game may add to play: boards, editions and extras hook in here.

The rules of T1 to T11 call the modules of a game at a few named points and do not know any module
by name. What is printed on a board, such as countries, green cities and permanent markers, is not
added: they read it there (T14, T15.2 to T15.5).
"""

import random
from collections.abc import Mapping
from typing import Any

from games.rules.common.play import Verb
from games.rules.teutonica.orders import Order
from games.rules.teutonica.questions import Position
from games.rules.teutonica.state import Added, State


class Module:
    """A module that adds nothing; each module overrides what it changes.

    `verbs` are orders of a player's own turn. Seats, spaces and sets are as in `state` and
    `lookup`.
    """

    verbs: Mapping[str, Verb[State, Any]] = {}

    def set_up(self, state: State) -> None:
        """Change the position before chance draws anything; frames pushed here come first."""

    def dealt(self, state: State) -> None:
        """Change the position once start player and supplies are known."""

    def turn_begins(self, state: State) -> None:
        """Change the position when the turn of `state.turn` begins."""

    def open_to(self, state: State, seat: int, spaces: bytes) -> bytes:
        """Return those of the spaces that Place and Displace may go to."""
        return spaces

    def not_open(self, state: State, seat: int, space: int) -> str:
        """Say why Place and Displace may not go to a space, or ''."""
        return ""

    def entered(self, state: State, seat: int, space: int) -> None:
        """Note that a piece was placed on a space, or displaced there, as an action."""

    def may_claim(self, state: State, seat: int, route: int) -> str:
        """Say why a full route may not be claimed, or ''."""
        return ""

    def closes(self, state: State) -> bool:
        """Return whether no action may follow in this turn."""
        return False

    def goes_anywhere(self, position: Position, seat: int) -> bool:
        """Return whether displaced pieces of a seat are not bound to routes nearby."""
        return False

    def more_pieces(self, position: Position, seat: int, kind: int) -> int:
        """Return how many more extra pieces a seat gets when one of a kind is displaced."""
        return 0

    def marked(self, state: State, route: int) -> None:
        """Note that a player has placed a bonus marker on a route."""

    def ordered(self, state: State, seat: int, order: Order, prompt: str) -> None:
        """Note that an order was carried out; `prompt` names the situation it answered."""

    def notice(self, state: State) -> None:
        """Look at the position after every change, and push what must be answered first."""

    def discarded(self, position: Position) -> bytes:
        """Return the kinds of the markers that have left the game."""
        return b""

    def worth(self, position: Position, seat: int, line: str, points: int) -> int:
        """Return what one unit of a line of the score sheet is worth to a seat."""
        return points

    def lines(self, position: Position, seat: int) -> dict[str, int]:
        """Return further lines of a seat's score sheet."""
        return {}

    def shown(self, added: Added, viewer: int | None) -> Added:
        """Return what a viewer may know of `added` before the end; a spectator is None."""
        return added

    def resample(self, position: Position, rng: random.Random) -> Added:
        """Return the `added` of a view, what `shown` has hidden in it being drawn at random."""
        return position.added
