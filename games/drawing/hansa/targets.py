"""From legal orders to clicks and words."""

from collections.abc import Iterable, Sequence

from games.drawing import svg
from games.drawing.choices import Choice, Choices, Group, Key, Target, lettered, option
from games.drawing.hansa.labels import TITLES, label, target_label
from games.drawing.hansa.sheet import sheet
from games.drawing.hansa.words import by_colour
from games.rules.hansa.board import load_board
from games.rules.hansa.orders import Order, Sell
from games.rules.hansa.pieces import COLOURS, colour_of, counted, good_id
from games.rules.hansa.questions import surplus
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.view import View
from games.rules.title import Orders

KEYS: Sequence[Key] = (
    Key("u", "Put up booths", ("booths", "build")),
    Key("r", "Fill the warehouses", ("replenish",)),
    Key("v", "Sail", ("sail",), at=("city",)),
    Key("y", "Buy", ("buy",)),
    Key("s", "Sell", ("sell",)),
    Key("d", "Discard as toll", ("discard",)),
    Key("x", "Lose a marker", ("lose",)),
)


_BUTTONS = 8
"""The most orders of a kind that are shown beside the board as buttons."""
_FEW = 4
"""The same for orders that are given less often."""
_TOLLS = "Discard as toll and stop acting"
SEVERAL = "sell:several"
"""The first click of all sales of more than one colour."""


def choices(orders: Orders[Order], view: View, names: Sequence[str]) -> Choices:
    """All legal orders by what is clicked for them, and as groups for the list."""
    return _Reader(orders, view, names).choices()


class _Reader:
    """Sorts the orders of one position by their first click."""

    def __init__(self, orders: Orders[Order], view: View, names: Sequence[str]) -> None:
        self.view = view
        self.names = names
        self.board = load_board(view.board)
        self.groups = {verb: orders.groups[verb] for verb in TITLES if verb in orders.groups}
        self.sales = sorted(orders.of(Sell), key=self.sale_rank)
        if self.sales:
            self.groups["sell"] = self.sales
        self.by: dict[str, list[Order]] = {}
        for listed in self.groups.values():
            for order in listed:
                self.by.setdefault(self.first(order), []).append(order)

    def choices(self) -> Choices:
        """Return what may be clicked first, and the list."""
        first = {target: self.target(target, listed) for target, listed in self.by.items()}
        return Choices(first, lettered(self.lists(), KEYS), self.after)

    def target(self, name: str, listed: Sequence[Order]) -> Target:
        if len(listed) == 1:
            return Target(name, self.label(listed[0]), SYNTAX.write(self.board, listed[0]))
        return Target(name, target_label(self.view, listed), None)

    def first(self, order: Order) -> str:
        """The id of what is clicked first."""
        if order.verb == "booths" or order.verb == "sail":
            return f"city:{self.board.cities[order.city].id}"
        if order.verb == "buy":
            stored = self.view.warehouses
            slot = stored.index(order.good, self.board.cities[self.view.ship].warehouses.start)
            return sheet(self.board.id).warehouse_ids[slot]
        if order.verb == "build" or order.verb == "discard" or order.verb == "lose":
            return f"good:{good_id(order.good)}"
        if order.verb == "sell":
            colours = by_colour(order.goods)
            return f"sell:{COLOURS[min(colours)]}" if len(colours) == 1 else SEVERAL
        return "piles" if order.verb == "replenish" else f"action:{order.verb}"

    def after(self, picked: str) -> list[Choice]:
        """The choices of the second step, or the one order of a target that has no second."""
        return [self.choice(order) for order in self.by[picked]]

    def choice(self, order: Order) -> Choice:
        """An order with its words and its one or two clicks."""
        text, first = SYNTAX.write(self.board, order), self.first(order)
        path = (first,) if len(self.by[first]) == 1 else (first, f"order:{text}")
        return Choice(text, self.label(order), path)

    def label(self, order: Order) -> str:
        return label(self.view, order, self.names)

    def lists(self) -> Iterable[Group]:
        """The same orders as lists, one for each verb; sales of all markers of a colour first."""
        for verb, listed in self.groups.items():
            if verb == "sell":
                whole = [order for order in self.sales if not self.kept(order)][:_BUTTONS]
                some = self.sales[len(whole) :]
                yield self.group("sell", TITLES["sell"], whole)
                if some:
                    yield self.group("sell-some", "Sell only some", some, _FEW)
            elif verb == "discard" and self.view.prompt == "turn":
                yield self.group(verb, self.tolls(), listed, _FEW)
            else:
                most = _FEW if verb == "build" else _BUTTONS
                yield self.group(verb, TITLES[verb], listed, most)

    def tolls(self) -> str:
        """The heading of tolls after which only the end of the turn is left, and what it loses."""
        lost = surplus(self.view.desks[self.view.turn].talers)
        return f"{_TOLLS}, losing {counted(lost, 'taler')}" if lost else _TOLLS

    def group(self, name: str, title: str, listed: Sequence[Order], most: int = _BUTTONS) -> Group:
        """A list of buttons, or of options where there are more than `most`."""
        if len(listed) <= most:
            return Group(name, title, choices=tuple(map(self.choice, listed)))
        rows = self.by_target(listed).values()
        if len(rows) == len(listed):
            options = "".join(map(self.option, listed))
        else:
            options = "".join(
                svg.element("optgroup", *map(self.option, row), label=target_label(self.view, row))
                for row in rows
            )
        return Group(name, title, options=options, submit="Choose")

    def by_target(self, listed: Sequence[Order]) -> dict[str, list[Order]]:
        """The orders of a list, grouped by their first click."""
        rows: dict[str, list[Order]] = {}
        for order in listed:
            rows.setdefault(self.first(order), []).append(order)
        return rows

    def option(self, order: Order) -> str:
        return option(SYNTAX.write(self.board, order), self.label(order))

    def sale_rank(self, order: Sell) -> tuple[bool, int, Sell]:
        """Sales that leave nothing of a colour come first, larger ones before smaller ones."""
        return self.kept(order), -len(order.goods), order

    def kept(self, order: Sell) -> bool:
        """Whether a sale keeps markers of a colour that it sells."""
        colours = set(map(colour_of, order.goods))
        unsold = self.view.desks[self.view.turn].unsold
        return len(order.goods) < sum(colour_of(code) in colours for code in unsold)
