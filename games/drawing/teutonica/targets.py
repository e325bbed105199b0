"""From legal orders to clicks and words."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from typing import Any

from games.drawing.choices import Choice, Choices, Group, Target
from games.drawing.teutonica.labels import TITLES, Labels
from games.drawing.teutonica.words import (
    capital,
    space_names,
)
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.notation import write
from games.rules.teutonica.pieces import (
    ABILITIES,
    MARKERS,
    SPECIAL_PRESTIGE,
    TILES,
)
from games.rules.teutonica.view import View
from games.rules.title import Order, Orders

_BUTTONS = 8
"""The most orders of a kind that are shown beside the board as buttons."""

_GIVE_LAST = ("decline", "done", "end")
_PLACES: dict[str, Callable[[Board, Order], str]] = {
    "found": lambda board, order: f"city:{board.cities[order[1]].id}",
    "neutral": lambda board, order: f"city:{board.cities[order[1]].id}",
    "develop": lambda board, order: f"desk:{ABILITIES[order[1]]}",
    "favour": lambda board, order: f"tile:{TILES[order[1]]}",
    "pawn": lambda board, order: f"province:{order[1]}",
}
"""What is clicked first for the orders of modules."""


def choices(orders: Orders, view: View) -> Choices:
    """All legal orders by what is clicked for them, and as groups for the list."""
    return _Reader(orders, view).choices()


@cache
def space_targets(board_id: str) -> tuple[str, ...]:
    """The target id of every space."""
    return tuple(f"space:{name}" for name in load_board(board_id).space_ids)


class _Reader(Labels):
    """Sorts the orders of one position by their first click."""

    def __init__(self, orders: Orders, view: View) -> None:
        super().__init__(view)
        self.spaces = space_targets(view.board)
        self.orders = orders
        self.by: dict[str, list[Order]] = {}
        self.moves: Any = orders.groups.get("move")
        self.one_marker = len({order[1] for order in orders.groups.get("marker", ())}) == 1

    def choices(self) -> Choices:
        """Sort all orders but moves, which stay a product of sources and targets."""
        by = self.by
        for verb, listed in self.orders.groups.items():
            if verb in ("place", "displace", "put"):
                for order in listed:
                    by.setdefault(self.spaces[order[2]], []).append(order)
            elif verb == "remove":
                for order in listed:
                    by.setdefault(self.spaces[order[1]], []).append(order)
            elif verb != "move":
                for order in listed:
                    by.setdefault(self.first(order), []).append(order)
        first: dict[str, Target] = {}
        for target, listed in by.items():
            only = listed[0] if len(listed) == 1 else None
            if only is not None:
                first[target] = Target(target, self.label(only), write(self.board, only))
            else:
                first[target] = Target(target, self.target_label(target, listed[0]), None)
        for start in self.moves.sources if self.moves is not None else ():
            target = self.spaces[start]
            first[target] = Target(target, f"Move from {self.names[start]}", None)
        return Choices(first, tuple(self.groups()), self.after)

    def first(self, order: Order) -> str:
        """The id of what is clicked first for an order that is neither on a space nor a move."""
        verb = order[0]
        if verb == "claim":
            return f"route:{self.board.routes[order[1]].id}"
        if verb == "use":
            return f"marker:{MARKERS[order[1]]}"
        if verb == "marker":
            if self.one_marker:
                return f"route:{self.board.routes[order[2]].id}"
            return f"marker:{MARKERS[order[1]]}"
        if verb in _PLACES:
            return _PLACES[verb](self.board, order)
        return f"action:{verb}"

    def second(self, order: Order) -> str:
        """The id of what is clicked second."""
        verb = order[0]
        if verb == "move":
            return self.spaces[order[2]]
        if verb == "marker":
            return f"route:{self.board.routes[order[2]].id}"
        if verb == "use" and len(order) == 3:
            return f"desk:{ABILITIES[order[2]]}"
        if verb == "use" and len(order) == 4:
            return f"office:{self.board.cities[order[2]].id}.{order[3] + 1}"
        if verb == "claim":
            return self.claimed(order)
        return f"order:{write(self.board, order)}"

    def claimed(self, order: Order) -> str:
        """The id of what a claim gives."""
        _, _, use, *what = order
        if use == "office":
            city = self.board.cities[what[0]]
            vacant = next(n for n, place in enumerate(city.offices) if not self.view.offices[place])
            return f"office:{city.id}.{vacant + 1}"
        if use == "develop":
            return f"desk:{ABILITIES[what[0]]}"
        if use == "prestige":
            return f"special:{SPECIAL_PRESTIGE[what[0]]}"
        return f"order:{write(self.board, order)}"

    def after(self, picked: str) -> list[Choice]:
        """The choices of the second step, or the one order of a target that has no second."""
        if picked in self.by:
            listed: Sequence[Order] = self.by[picked]
            if len(listed) == 1:
                return [self.choice(listed[0], (picked,))]
            return [self.choice(order, (picked, self.second(order))) for order in listed]
        start = self.spaces.index(picked)
        return [
            self.choice(order, (picked, self.spaces[order[2]]))
            for order in (("move", start, end) for end in self.moves.targets(start))
        ]

    def choice(self, order: Order, path: tuple[str, ...]) -> Choice:
        """An order with its words."""
        return Choice(write(self.board, order), self.label(order), path)

    def groups(self) -> Iterable[Group]:
        """The same orders as lists, one for each verb."""
        groups = self.orders.groups
        for verb in (*(v for v in groups if v not in _GIVE_LAST), *_GIVE_LAST):
            listed = groups.get(verb, ())
            title = TITLES.get(verb, capital(verb))
            if not len(listed):
                continue
            if verb in ("place", "put"):
                yield from self.by_kind(verb, listed)
            elif verb == "pawn":
                yield from self.walks(listed)
            elif verb in ("move", "displace"):
                yield Group(verb, title, picks=self.picks(verb, listed), submit="Choose")
            elif len(listed) <= _BUTTONS:
                yield Group(
                    verb, title, choices=tuple(self.choice(o, self.path(o)) for o in listed)
                )
            else:
                yield Group(verb, title, options="".join(map(self.option, listed)), submit=title)

    def path(self, order: Order) -> tuple[str, ...]:
        """What is clicked for an order that is neither on a space nor a move."""
        first = self.spaces[order[1]] if order[0] == "remove" else self.first(order)
        return (first,) if len(self.by[first]) == 1 else (first, self.second(order))

    def by_kind(self, verb: str, listed: Sequence[Order]) -> Iterable[Group]:
        """Placing, one list for each kind of piece and source."""
        kinds: dict[tuple[int, ...], list[Order]] = {}
        for order in listed:
            kinds.setdefault((order[1], *order[3:]), []).append(order)
        for key, orders in kinds.items():
            kind, *source = key
            spaces = [order[2] for order in orders]
            options = _space_options(self.board.id, verb, kind, *source)
            piece = self.piece(orders[0])
            title = f"Place {'the' if piece.startswith('displaced') else 'a'} {piece}"
            name = "-".join(map(str, (verb, "tm"[kind], *source[:1])))
            yield Group(
                name, title, options="".join([options[space] for space in spaces]), submit="Place"
            )

    def walks(self, listed: Sequence[Order]) -> Iterable[Group]:
        """The pawn's moves: the free ones, and those for an action (T17.2)."""
        if self.view.pawn is None:
            options = "".join(map(self.option, listed))
            yield Group("pawn", "Place the pawn", options=options, submit="Place")
            return
        free = [order for order in listed if self.is_free(order)]
        paid = [order for order in listed if not self.is_free(order)]
        title = "Move the pawn for free and end your actions" if self.view.walk_ends else ""
        for name, words, orders in (
            ("pawn", title or "Move the pawn for free", free),
            ("pawn-action", "Move the pawn for an action", paid),
        ):
            if orders:
                options = "".join(map(self.option, orders))
                yield Group(name, words, options=options, submit="Move")

    def picks(self, verb: str, listed: Any) -> str:
        """The first step of moves and displacements."""
        if verb == "move":
            return "".join(
                f'<option value="{self.spaces[start]}">{self.piece_at(start)}</option>'
                for start in listed.sources
            )
        return "".join(
            f'<option value="{self.spaces[space]}">{self.piece_at(space)}</option>'
            for space in dict.fromkeys(order[2] for order in listed)
        )

    def option(self, order: Order) -> str:
        return f'<option value="{write(self.board, order)}">{escape(self.label(order))}</option>'


@lru_cache(maxsize=256)
def _space_options(board_id: str, verb: str, kind: int, *source: int) -> tuple[str, ...]:
    """An `<option>` for a kind of piece on every space."""
    board = load_board(board_id)
    return tuple(
        f'<option value="{write(board, (verb, kind, space, *source))}">{name}</option>'
        for space, name in enumerate(space_names(board_id))
    )
