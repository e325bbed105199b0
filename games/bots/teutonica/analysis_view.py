"""A view with the questions that the greedy bot asks about it."""

from collections.abc import Callable, Hashable
from typing import Final, TypeVar, final

from games.bots.cache import KeyedCache
from games.bots.teutonica.cache import Cache, once
from games.bots.teutonica.office_queries import offices
from games.bots.teutonica.weights import JOURNEYMAN, Weights
from games.rules.teutonica import questions
from games.rules.teutonica.lookup import OWN, indexes, lookup
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

_shared = KeyedCache(64)


@final
class Means:
    """What a seat fills routes with: its piece codes, and how many pieces it has or may move.

    `moves_left` is how many more pieces of its own it may move in the series it is in.
    """

    __slots__ = ("bank", "book", "merchant", "moves_left", "stock", "supply", "trader")

    def __init__(
        self,
        trader: int,
        merchant: int,
        supply: int,
        stock: int,
        bank: int,
        book: int,
        moves_left: int,
    ) -> None:
        self.trader = trader
        self.merchant = merchant
        self.supply = supply
        self.stock = stock
        self.bank = bank
        self.book = book
        self.moves_left = moves_left


class Position:
    """What can be known of a game, answered for any seat.

    If it `shares_cache`, it uses what was computed for earlier decisions: most orders change only
    pieces on routes and supplies. Its own `cache` is for this position alone.
    `actions` are those left in this turn, at least the one that something takes.
    """

    def __init__(
        self, view: View, weights: Weights = JOURNEYMAN, *, shares_cache: bool = False
    ) -> None:
        self.view = view
        self.weights = weights
        self.board = view.printed
        self.spaces = view.spaces
        self.actions = max(view.actions_left, 1)
        self.offices = offices(view)
        self.shares_cache = shares_cache
        self._caches: dict[int, Cache] = {}
        self._means: dict[int, Means] = {}
        self._loose_pieces: dict[int, list[tuple[int, int]]] = {}
        self._turn_caches: dict[int, Cache] = {}
        self._shared_caches: dict[Hashable, Cache] | None = None
        self._left: float | None = None
        self.cache: Cache = {}

    def with_piece(self, space: int, code: int) -> "Position":
        """Return the position with one space changed and all else as it is."""
        # All but the pieces on routes is the same, and so is what was computed from it.
        new = Position(self.view, self.weights)
        new.spaces = self.spaces[:space] + bytes((code,)) + self.spaces[space + 1 :]
        new._caches, new._turn_caches = self._caches, self._turn_caches
        new._means, new._left = self._means, self.left
        return new

    def once(self, seat: int, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` returns about a seat, computed once; see `cache_of`."""
        return once(self.cache_of(seat), key, work)

    def cache_of(self, seat: int) -> Cache:
        """Return the cache of what is computed about a seat.

        That may depend on all but the pieces on routes, markers on routes, and supplies.
        """
        cache = self._caches.get(seat)
        if cache is None:
            cache = self._shared(seat) if self.shares_cache else {}
            self._caches[seat] = cache
        return cache

    def turn_cache_of(self, seat: int) -> Cache:
        """Return the cache of what also depends on supplies, markers and the turn.

        A key has the pieces on routes that its value depends on.
        """
        cache = self._turn_caches.get(seat)
        if cache is None:
            view, desk = self.view, self.view.desks[seat]
            moves, added = self.means(seat).moves_left, view.added
            turn = seat == view.turn, view.actions_left, moves, view.route_markers, added
            key = (desk.supply, desk.stock, *turn)
            cache = self._turn_caches[seat] = self.once(seat, key, dict)
        return cache

    def _shared(self, seat: int) -> Cache:
        """Return the cache of a seat in all positions that differ in nothing that matters."""
        if self._shared_caches is None:
            self._shared_caches = _shared.get(self._key, dict)
        return self._shared_caches.setdefault(self._key_of(seat), {})

    @property
    def _key(self) -> tuple[Hashable, ...]:
        """What matters to every seat."""
        view, desks = self.view, self.view.desks
        # What brings the end nearer counts through `left`, unless the next claim may be the last.
        most = max(desk.prestige for desk in desks) + MOST_CONTROLLED * CONTROL_PRESTIGE
        last = not view.marker_supply or most >= PRESTIGE_TO_END
        return (
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

    def _key_of(self, seat: int) -> tuple[Hashable, ...]:
        desk = self.view.desks[seat]
        return seat, desk.levels, EXTRA in desk.markers, self.missing(seat)

    def once_here(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` returns, computed once for this position."""
        return once(self.cache, key, work)

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

    @property
    def missions(self) -> tuple[tuple[int, ...], ...]:
        """The cities of each seat's Mission card, () where it is not known."""
        return self.once_here("missions", lambda: self.view.missions)

    @property
    def left(self) -> float:
        """How much of the game is left, 1 at its start, by whichever end is nearest (T10)."""
        if self._left is None:
            prestige, cities, markers = questions.ends(self.view)
            drawn = 1 - markers.left / markers.whole
            done = max(prestige.done / prestige.whole, cities.done / cities.whole, drawn)
            self._left = max(0.0, 1 - done)
        return self._left

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

    def filled_routes(self, seat: int) -> list[int]:
        """Return the routes that hold only a seat's pieces."""
        return lookup(self.board).filled(self.spaces.translate(OWN[seat]))

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
