"""From legal orders to clicks and words."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, cast

from games.drawing.choices import (
    Choice,
    Choices,
    Group,
    Key,
    Target,
    lettered,
    option,
)
from games.drawing.teutonica.shortcuts import Shortcuts
from games.rules.common.message import Message
from games.rules.teutonica.board import load_board
from games.rules.teutonica.orders import (
    FIRST,
    Displace,
    Income,
    Mark,
    Move,
    Order,
    Place,
    Put,
    Remove,
    UseDevelop,
    UseSwap,
    Walk,
)
from games.rules.teutonica.pieces import (
    ABILITIES,
    KIND_LETTERS,
    MARKERS,
    MERCHANT,
    TILES,
)
from games.rules.teutonica.syntax import SYNTAX
from games.rules.teutonica.view import View
from games.rules.title import Orders
from games.wording.language import Language
from games.wording.teutonica import labels
from games.wording.teutonica.words import space_names

_ROUTES = ("space", "route")
KEYS: Sequence[Key] = (
    Key("t", ("place-t", "put-t"), at=_ROUTES),
    Key("m", ("place-m", "put-m"), at=_ROUTES),
    Key("d", ("displace",), at=_ROUTES),
    Key("v", ("move",), at=("space",)),
    Key("c", ("claim",), at=_ROUTES),
    Key("g", ("income", "take")),
    Key("u", ("use", "marker")),
    Key("x", ("remove",), at=_ROUTES),
    Key("a", ("found", "neutral")),
    Key("l", ("develop",)),
    Key("f", ("favour",)),
    Key("w", ("pawn",)),
    Key("s", ("done", "decline")),
)


_BUTTONS = 8
"""The most orders of a kind that are shown beside the board as buttons."""

_GIVE_LAST = ("decline", "done", "end")


def choices(orders: Orders[Order], view: View, language: Language) -> Choices:
    """All legal orders by what is clicked for them, and as groups for the list."""
    return _Reader(orders, view, language).choices()


@cache
def space_targets(board_id: str) -> tuple[str, ...]:
    """The target id of every space."""
    return tuple(f"space:{name}" for name in load_board(board_id).space_ids)


class _Reader(Shortcuts):
    """Sorts the orders of one position by their first click."""

    def __init__(self, orders: Orders[Order], view: View, language: Language) -> None:
        super().__init__(orders, view, language)
        self.spaces = space_targets(view.board)
        self.by: dict[str, list[Order]] = {}
        self.moves: Any = orders.groups.get("move")
        self.one_marker = len({order.marker for order in orders.of(Mark)}) == 1

    def choices(self) -> Choices:
        """Sort all orders but moves, which stay a product of sources and targets."""
        by = self.by
        for verb, listed in self.orders.groups.items():
            if verb in ("place", "displace", "put", "remove"):
                for order in cast("Sequence[Place | Displace | Put | Remove]", listed):
                    by.setdefault(self.spaces[order.space], []).append(order)
            elif verb != "move":
                for given in listed:
                    by.setdefault(self.first(given), []).append(given)
        first: dict[str, Target] = {}
        for target, meant in by.items():
            only = meant[0] if len(meant) == 1 else None
            if only is not None:
                first[target] = Target(target, self.label(only), SYNTAX.write(self.board, only))
            else:
                first[target] = self.of_several(target, meant)
        for start in self.moves.sources if self.moves is not None else ():
            target = self.spaces[start]
            first[target] = Target(target, self.say(self.labels.moving_from(start)), None)
        groups = lettered(self.groups(), KEYS)
        return Choices(first, groups, self.after, self.shortcuts, self.further)

    def of_several(self, target: str, meant: Sequence[Order]) -> Target:
        """A target with several meanings: on a space it is usually a trader, paid with traders."""
        label = self.labels.target_told(meant[0], self.language)
        if not isinstance(meant[0], Place | Put | Displace):
            return Target(target, label, None)
        listed = sorted(cast("Sequence[Place | Put | Displace]", meant), key=_piece_and_price)
        merchant = next((order for order in listed if order.kind == MERCHANT), listed[0])
        usual, other = (SYNTAX.write(self.board, order) for order in (listed[0], merchant))
        return Target(target, label, usual, several=True, other=other if other != usual else "")

    def first(self, order: Order) -> str:
        """The id of what is clicked first for an order that is neither on a space nor a move."""
        if order.verb == "claim" or (order.verb == "marker" and self.one_marker):
            return f"route:{self.board.routes[order.route].id}"
        if order.verb == "use" or order.verb == "marker":
            return f"marker:{MARKERS[order.marker]}"
        if order.verb == "found" or order.verb == "neutral":
            return f"city:{self.board.cities[order.city].id}"
        if order.verb == "develop":
            return f"desk:{ABILITIES[order.ability]}"
        if order.verb == "favour":
            return f"tile:{TILES[order.tile]}"
        if order.verb == "pawn":
            return f"province:{order.province}"
        return f"action:{order.verb}"

    def second(self, order: Order) -> str:
        """The id of what is clicked second."""
        if order.verb == "move":
            return self.spaces[order.end]
        if order.verb == "marker":
            return f"route:{self.board.routes[order.route].id}"
        if isinstance(order, UseDevelop):
            return f"desk:{ABILITIES[order.ability]}"
        if isinstance(order, UseSwap):
            return f"office:{self.board.cities[order.city].id}.{order.left + 1}"
        if order.verb == "claim":
            return self.claimed(order)
        return f"order:{SYNTAX.write(self.board, order)}"

    def after(self, picked: str) -> list[Choice]:
        """The choices of the second step, or the one order of a target that has no second."""
        if picked in self.by:
            listed: Sequence[Order] = self.by[picked]
            if len(listed) == 1:
                return [self.choice(listed[0], (picked,))]
            return [self.choice(order, (picked, self.second(order))) for order in listed]
        start = self.spaces.index(picked)
        return [
            self.choice(Move(start, end), (picked, self.spaces[end]))
            for end in self.moves.targets(start)
        ]

    def further(self, picked: str) -> Iterable[Choice]:
        """Moves of several pieces, the picked one among them."""
        return () if picked in self.by else self.moved(self.spaces.index(picked), self.moves)

    def choice(self, order: Order, path: tuple[str, ...]) -> Choice:
        """An order with its words."""
        piece = paid = ""
        if isinstance(order, Place | Put | Displace):
            piece = KIND_LETTERS[order.kind]
        if isinstance(order, Displace):
            paid = "t" * order.traders + "m" * order.merchants
        return Choice(SYNTAX.write(self.board, order), self.label(order), path, piece, paid)

    def groups(self) -> Iterable[Group]:
        """The same orders as lists, one for each verb."""
        groups = self.orders.groups
        for verb in (*(v for v in groups if v not in _GIVE_LAST), *_GIVE_LAST):
            listed = groups.get(verb, ())
            title = labels.TITLES[verb]
            if not len(listed):
                continue
            if verb in ("place", "put"):
                yield from self.by_kind(verb, cast("Sequence[Place] | Sequence[Put]", listed))
            elif verb == "pawn":
                yield from self.walks(self.orders.of(Walk))
            elif verb in ("move", "displace"):
                picks, submit = self.picks(verb, listed), self.say(labels.CHOOSE)
                yield Group(verb, self.say(title), picks=picks, submit=submit)
            elif verb == "income":
                yield from self.incomes(self.orders.of(Income))
            else:
                yield self.group(verb, title, listed)

    def group(self, name: str, heading: Message, listed: Sequence[Order]) -> Group:
        """A list of buttons, or of options where there are many."""
        title = self.say(heading)
        if len(listed) <= _BUTTONS:
            return Group(name, title, choices=tuple(self.choice(o, self.path(o)) for o in listed))
        return Group(name, title, options="".join(map(self.option, listed)), submit=title)

    def incomes(self, listed: Sequence[Income]) -> Iterable[Group]:
        """Taking pieces; where there are many ways, those that take as many as possible first."""
        most = max(order.traders + order.merchants for order in listed)
        whole = [order for order in listed if order.traders + order.merchants == most]
        if len(listed) <= _BUTTONS or len(whole) > _BUTTONS:
            whole = [*listed]
        yield self.group("income", labels.TITLES["income"], whole)
        if fewer := [order for order in listed if order not in whole]:
            yield self.group("income-fewer", labels.FEWER, fewer)

    def path(self, order: Order) -> tuple[str, ...]:
        """What is clicked for an order that is neither on a space nor a move."""
        first = self.spaces[order.space] if order.verb == "remove" else self.first(order)
        return (first,) if len(self.by[first]) == 1 else (first, self.second(order))

    def by_kind(self, verb: str, listed: Sequence[Place] | Sequence[Put]) -> Iterable[Group]:
        """Placing, one list for each kind of piece and source."""
        kinds: dict[Place | Put, list[int]] = {}
        for order in listed:
            kinds.setdefault(order._replace(space=0), []).append(order.space)
        for order, spaces in kinds.items():
            options = _space_options(self.board.id, order)
            title = self.say(self.labels.placing(order))
            source = (order.source,) if order.verb == "put" else ()
            name = "-".join(map(str, (verb, KIND_LETTERS[order.kind], *source)))
            listed_spaces = "".join([options[space] for space in spaces])
            yield Group(name, title, options=listed_spaces, submit=self.say(labels.PLACE))

    def walks(self, listed: Sequence[Walk]) -> Iterable[Group]:
        """The pawn's moves: the free ones, and those for an action (T17.2)."""
        if self.view.pawn is None:
            yield self.walking("pawn", labels.FIRST_WALK, labels.PLACE, listed)
            return
        free = [order for order in listed if self.labels.is_free(order)]
        paid = [order for order in listed if not self.labels.is_free(order)]
        words = labels.LAST_WALKS if self.view.walk_ends else labels.FREE_WALKS
        if free:
            yield self.walking("pawn", words, labels.MOVE, free)
        if paid:
            yield self.walking("pawn-action", labels.PAID_WALKS, labels.MOVE, paid)

    def walking(self, name: str, words: Message, submit: Message, listed: Sequence[Walk]) -> Group:
        options = "".join(map(self.option, listed))
        return Group(name, self.say(words), options=options, submit=self.say(submit))

    def picks(self, verb: str, listed: Any) -> str:
        """The first step of moves and displacements."""
        starts = listed.sources if verb == "move" else dict.fromkeys(o.space for o in listed)
        return "".join(
            option(self.spaces[start], self.say(self.labels.piece_at(start))) for start in starts
        )

    def option(self, order: Order) -> str:
        return option(SYNTAX.write(self.board, order), self.label(order))


def _piece_and_price(order: Place | Put | Displace) -> tuple[int, int, int]:
    """What is usually placed comes first: a trader, paid with traders, from the first source."""
    if isinstance(order, Displace):
        return order.kind, order.merchants, 0
    return order.kind, 0, isinstance(order, Put) and order.source != FIRST


@lru_cache(maxsize=256)
def _space_options(board_id: str, order: Place | Put) -> tuple[str, ...]:
    """An `<option>` for the same order on every space."""
    board = load_board(board_id)
    return tuple(
        option(SYNTAX.write(board, order._replace(space=space)), name)
        for space, name in enumerate(space_names(board_id))
    )
