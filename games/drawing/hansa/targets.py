"""From legal orders to clicks and words."""

from collections import deque
from collections.abc import Iterable, Sequence

from games.drawing import svg
from games.drawing.choices import (
    Choice,
    Choices,
    Group,
    Key,
    Shortcut,
    Target,
    lettered,
    option,
)
from games.drawing.hansa.sheet import sheet
from games.rules.common.message import Message
from games.rules.common.syntax import SEPARATOR
from games.rules.hansa.board import load_board
from games.rules.hansa.orders import Build, Buy, Order, Sail, Sell
from games.rules.hansa.pieces import COLOURS, NO_GOOD, colour_of, good_id
from games.rules.hansa.questions import booths_for, price
from games.rules.hansa.sale import LEAST
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.turn import SAILING
from games.rules.hansa.view import View
from games.rules.title import Orders
from games.wording.hansa import labels
from games.wording.hansa.words import by_colour
from games.wording.language import Language, told

KEYS: Sequence[Key] = (
    Key("u", ("booths", "build")),
    Key("r", ("replenish",)),
    Key("v", ("sail",), at=("city",)),
    Key("y", ("buy",)),
    Key("s", ("sell",)),
    Key("d", ("discard",)),
    Key("x", ("lose",)),
)


_BUTTONS = 8
"""The most orders of a kind that are shown beside the board as buttons."""
_FEW = 4
"""The same for orders that are given less often."""
SEVERAL = "sell:several"
"""The first click of all sales of more than one colour."""


def choices(orders: Orders[Order], view: View, names: Sequence[str], language: Language) -> Choices:
    """All legal orders by what is clicked for them, and as groups for the list."""
    return _Reader(orders, view, names, language).choices()


class _Reader:
    """Sorts the orders of one position by their first click."""

    def __init__(
        self, orders: Orders[Order], view: View, names: Sequence[str], language: Language
    ) -> None:
        self.view = view
        self.language = language
        self.say = language.say
        self.names = names
        self.board = load_board(view.board)
        self.groups = {verb: orders.groups[verb] for verb in labels.TITLES if verb in orders.groups}
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
        return Choices(first, lettered(self.lists(), KEYS), self.after, self.shortcuts)

    def shortcuts(self) -> Iterable[Shortcut]:
        """Each city that the ship can reach in this turn, and what can be done there.

        The way is the shortest; passing through a city does nothing (H2.4).
        """
        if not self.groups.get("sail"):
            return
        talers = self.view.desks[self.view.turn].talers
        ways: dict[int, tuple[Sail, ...]] = {self.view.ship: ()}
        ahead = deque([self.view.ship])
        while ahead:
            start = ahead.popleft()
            for city in self.board.exits[start]:
                if city not in ways and SAILING * (len(ways[start]) + 1) <= talers:
                    ways[city] = (*ways[start], Sail(city))
                    ahead.append(city)
                    yield from self.voyage(ways[city], talers - SAILING * len(ways[city]))

    def voyage(self, way: tuple[Sail, ...], talers: int) -> Iterable[Shortcut]:
        """A city at the end of a way, and what can be done there with what is left."""
        end = way[-1].city
        city, cost = self.board.cities[end], SAILING * len(way)
        sailed = SEPARATOR.join(SYNTAX.write(self.board, order) for order in way)
        words = told(self.language, labels.voyage, city.name, cost)
        yield Shortcut.to(f"city:{city.id}", (sailed, words))
        stored = {self.view.warehouses[slot]: slot for slot in reversed(city.warehouses)}
        cheap = price(self.view.booths[end], self.view.turn).talers <= talers
        for good, slot in stored.items():
            if good != NO_GOOD and cheap:
                bought = SYNTAX.write(self.board, Buy(good))
                words = told(self.language, labels.voyage_to_buy, city.name, cost, good)
                yield Shortcut.to(
                    sheet(self.board.id).warehouse_ids[slot],
                    (f"{sailed}{SEPARATOR}{bought}", words),
                )
        if acts := [*self.trades(end, cost)]:
            yield Shortcut.to(
                f"quay:{city.id}",
                *((f"{sailed}{SEPARATOR}{text}", words) for text, words in acts),
            )

    def trades(self, city: int, cost: int) -> Iterable[tuple[str, str]]:
        """What own markers could be given up for in another city: all that sell, or booths.

        The most booths come first. A smaller sale takes a click more.
        """
        view, seat, name = self.view, self.view.turn, self.board.cities[city].name
        unsold = view.desks[seat].unsold
        goods = tuple(
            code for row in by_colour(unsold).values() if len(row) >= LEAST for code in row
        )
        if goods and view.booths[city][seat]:
            words = told(self.language, labels.voyage_to_sell, name, cost, goods)
            yield SYNTAX.write(self.board, Sell(goods)), words
        booths = {code: booths_for(view, seat, code) for code in dict.fromkeys(unsold)}
        for code in sorted(booths, key=lambda code: (-booths[code], code)):
            if booths[code]:
                what = (name, cost, code, booths[code])
                words = told(self.language, labels.voyage_to_build, *what)
                yield SYNTAX.write(self.board, Build(code)), words

    def target(self, name: str, listed: Sequence[Order]) -> Target:
        if len(listed) == 1:
            return Target(name, self.label(listed[0]), SYNTAX.write(self.board, listed[0]))
        return Target(name, self.say(labels.target_label(listed)), None)

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
        return self.say(labels.label(self.view, order, self.names))

    def lists(self) -> Iterable[Group]:
        """The same orders as lists, one for each verb; sales of all markers of a colour first."""
        for verb, listed in self.groups.items():
            if verb == "sell":
                whole = [order for order in self.sales if not self.kept(order)][:_BUTTONS]
                some = self.sales[len(whole) :]
                yield self.group("sell", labels.TITLES["sell"], whole)
                if some:
                    yield self.group("sell-some", labels.SOME, some, _FEW)
            elif verb == "discard" and self.view.prompt == "turn":
                talers = self.view.desks[self.view.turn].talers
                yield self.group(verb, labels.tolls(talers), listed, _FEW)
            else:
                most = _FEW if verb == "build" else _BUTTONS
                yield self.group(verb, labels.TITLES[verb], listed, most)

    def group(
        self, name: str, heading: Message, listed: Sequence[Order], most: int = _BUTTONS
    ) -> Group:
        """A list of buttons, or of options where there are more than `most`."""
        title = self.say(heading)
        if len(listed) <= most:
            return Group(name, title, choices=tuple(map(self.choice, listed)))
        rows = self.by_target(listed).values()
        if len(rows) == len(listed):
            options = "".join(map(self.option, listed))
        else:
            options = "".join(
                svg.element(
                    "optgroup",
                    *map(self.option, row),
                    label=self.say(labels.target_label(row)),
                )
                for row in rows
            )
        return Group(name, title, options=options, submit=self.say(labels.CHOOSE))

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
