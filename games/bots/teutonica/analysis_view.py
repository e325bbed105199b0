"""A view with the questions that the greedy bot asks about it."""

from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeVar

from games.bots.teutonica.memory import Memory, once
from games.bots.teutonica.office_queries import offices
from games.bots.teutonica.weights import JOURNEYMAN, Weights
from games.rules.teutonica import questions
from games.rules.teutonica.lookup import OWN, indexes
from games.rules.teutonica.modules.britannia import permissions
from games.rules.teutonica.pieces import (
    BANK,
    BOOK,
    EXTRA,
    KINDS,
    MERCHANT,
    TRADER,
    kind_of,
    piece,
)
from games.rules.teutonica.questions import CONTROL_PRESTIGE, PRESTIGE_TO_END
from games.rules.teutonica.view import View

T = TypeVar("T")


ENOUGH: Final = 8
"""Pieces that are enough to claim routes with."""
MOST_CONTROLLED: Final = 2
"""A claim brings prestige for the cities at both ends of its route at most (T7.1)."""


@lru_cache(maxsize=64)
def _remembered(*facts: Hashable) -> dict[Hashable, Memory]:
    """Return what was found out about seats, by facts about each, while these were the same."""
    return {}


class Means(NamedTuple):
    """What a seat fills routes with: its piece codes, and how many pieces it has or may move.

    `moves_left` is how many more pieces of its own it may move in the series it is in.
    """

    trader: int
    merchant: int
    supply: int
    stock: int
    bank: int
    book: int
    moves_left: int


class Position:
    """What can be known of a game, answered for any seat.

    It `remembers` what was found out at earlier decisions if it is still so: most orders change
    only pieces on routes and supplies. What was found out `here` is forgotten with it.
    `actions` are those left in this turn, at least the one that something takes.
    """

    def __init__(
        self, view: View, weights: Weights = JOURNEYMAN, *, remembers: bool = False
    ) -> None:
        self.view = view
        self.weights = weights
        self.board = view.printed
        self.spaces = view.spaces
        self.actions = max(view.actions_left, 1)
        self.offices = offices(view)
        self.remembers = remembers
        self._memories: dict[int, Memory] = {}
        self._means: dict[int, Means] = {}
        self._loose_pieces: dict[int, list[tuple[int, int]]] = {}
        self._now: dict[int, Memory] = {}
        self.here: Memory = {}

    def with_piece(self, space: int, code: int) -> "Position":
        """Return the position with one space changed and all else as it is."""
        # All but the pieces on routes is the same, and so is what was found out from it.
        new = Position(self.view, self.weights)
        new.spaces = self.spaces[:space] + bytes((code,)) + self.spaces[space + 1 :]
        new._memories, new._now = self._memories, self._now
        new._means, new.left = self._means, self.left
        return new

    def once(self, seat: int, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` finds about a seat, computed once; see `memory`."""
        return once(self.memory(seat), key, work)

    def memory(self, seat: int) -> Memory:
        """Return what was found out about a seat, by a key that names the question.

        It may depend on all but the pieces on routes, markers on routes, and supplies.
        """
        memory = self._memories.get(seat)
        if memory is None:
            known = self._known.setdefault(self._facts_of(seat), {}) if self.remembers else {}
            memory = self._memories[seat] = known
        return memory

    def memory_now(self, seat: int) -> Memory:
        """Return the same for what also depends on supplies, markers and the turn.

        A key tells the pieces on routes that it depends on.
        """
        memory = self._now.get(seat)
        if memory is None:
            view, desk = self.view, self.view.desks[seat]
            moves, added = self.means(seat).moves_left, view.added
            turn = seat == view.turn, view.actions_left, moves, view.route_markers, added
            facts = (desk.supply, desk.stock, *turn)
            memory = self._now[seat] = self.once(seat, facts, dict)
        return memory

    @cached_property
    def _known(self) -> dict[Hashable, Memory]:
        """What was found out about seats when all that it depends on was the same."""
        view, desks = self.view, self.view.desks
        # What brings the end nearer counts through `left`, unless the next claim may be the last.
        most = max(desk.prestige for desk in desks) + MOST_CONTROLLED * CONTROL_PRESTIGE
        last = not view.marker_supply or most >= PRESTIGE_TO_END
        return _remembered(
            self.weights,
            view.board,
            view.players,
            self.left,
            view.offices,
            view.extras,
            view.founded,
            view.special,
            view.connected,
            view.added.tiles,
            view.added.cards,
            last and view.marker_supply,
            last and tuple((desk.levels, desk.prestige, desk.markers, desk.used) for desk in desks),
        )

    def _facts_of(self, seat: int) -> tuple[Hashable, ...]:
        desk = self.view.desks[seat]
        return seat, desk.levels, EXTRA in desk.markers, self.missing(seat)

    def once_here(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` finds out, computed once for this position."""
        return once(self.here, key, work)

    # Desks.

    def value(self, seat: int, ability: int) -> int:
        """Return the current value of an ability."""
        return self.view.value(seat, ability)

    def is_complete(self, seat: int, ability: int) -> bool:
        """Return whether an ability is fully developed."""
        return self.view.is_complete(seat, ability)

    def worth(self, seat: int, line: str) -> int:
        """Return what one unit of a line of the score sheet is worth to a seat (T11)."""
        return self.once(seat, ("worth", line), lambda: questions.worth(self.view, seat, line))

    @cached_property
    def missions(self) -> tuple[tuple[int, ...], ...]:
        """The cities of each seat's Mission card, () where it is not known."""
        return self.view.missions

    @cached_property
    def left(self) -> float:
        """How much of the game is left, 1 at its start, by whichever end is nearest (T10)."""
        prestige, cities, markers = questions.ends(self.view)
        drawn = 1 - markers.left / markers.whole
        done = max(prestige.done / prestige.whole, cities.done / cities.whole, drawn)
        return max(0.0, 1 - done)

    def means(self, seat: int) -> Means:
        """Return what a seat fills routes with."""
        found = self._means.get(seat)
        if found is None:
            view, desk = self.view, self.view.desks[seat]
            moves = view.prompt in ("moving", "move any") and seat == view.turn
            found = self._means[seat] = Means(
                piece(seat, TRADER),
                piece(seat, MERCHANT),
                sum(desk.supply),
                sum(desk.stock),
                self.value(seat, BANK),
                self.value(seat, BOOK),
                view.left if moves else 0,
            )
        return found

    # Routes.

    def on_route(self, route: int) -> bytes:
        """Return the pieces on a route's spaces."""
        spaces = self.board.routes[route].spaces
        return self.spaces[spaces.start : spaces.stop]

    def is_full(self, seat: int, route: int) -> bool:
        """Return whether a route holds only a seat's pieces."""
        return all(self.on_route(route).translate(OWN[seat]))

    def loose_pieces(self, seat: int) -> list[tuple[int, int]]:
        """Return each space with a seat's piece on a route that it has not filled, and its kind."""
        found = self._loose_pieces.get(seat)
        if found is None:
            route_of = self.board.space_route
            found = self._loose_pieces[seat] = [
                (space, kind_of(self.spaces[space]))
                for space in indexes(self.spaces.translate(OWN[seat]))
                if not self.is_full(seat, route_of[space])
            ]
        return found

    def pool(self, seat: int) -> int:
        """Return how many pieces a seat can still claim routes with, all but desk and offices."""
        desk = self.view.desks[seat]
        on_board = sum([self.spaces.count(piece(seat, kind)) for kind in KINDS])
        return sum(desk.supply) + sum(desk.stock) + on_board

    def missing(self, seat: int) -> int:
        """Return how many pieces a seat's pool falls short of enough."""
        return max(0, ENOUGH - self.pool(seat))

    @property
    def has_plenty(self) -> bool:
        """Whether no pool falls short, even with a piece less."""
        return all(self.pool(seat) > ENOUGH for seat in range(self.view.players))

    # Countries (T15).

    def permits(self, seat: int, country: str) -> int:
        """Return how many permissions for a country a seat has each turn (T15.1)."""
        held = self.once(seat, "permissions", lambda: permissions(self.view, seat))
        return sum(country in city.grants for city in held)

    def total(self, seat: int) -> int:
        """Return what a seat would score if the game ended now (T11), but for Missions.

        Those of the others are not known.
        """

        def work() -> int:
            lines = questions.score(self.view, seat)
            return lines["total"] - lines.get("missions", 0)

        return self.once_here(("total", seat), work)
