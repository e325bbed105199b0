"""Clicks that give several orders at once, or one that otherwise takes two clicks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

from games.drawing.choices import Choice, Shortcut
from games.rules.common.syntax import SEPARATOR
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.lookup import Moves
from games.rules.teutonica.orders import Claim, Order
from games.rules.teutonica.pieces import ABILITIES, SPECIAL_PRESTIGE
from games.rules.teutonica.plans import Plan, Plans
from games.rules.teutonica.syntax import SYNTAX
from games.rules.teutonica.view import View
from games.rules.title import Orders
from games.wording.language import Language
from games.wording.teutonica.labels import Labels
from games.wording.teutonica.several import moved, placed


class Shortcuts:
    """Finds the shortcuts of one position."""

    def __init__(self, orders: Orders[Order], view: View, language: Language) -> None:
        self.orders = orders
        self.view = view
        self.language = language
        self.say = language.say
        self.board = load_board(view.board)
        self.labels = Labels(view)
        self.plans = Plans(orders, view)

    def label(self, order: Order) -> str:
        """Short words for an order's button."""
        return self.labels.label_told(order, self.language)

    def claimed(self, order: Claim) -> str:
        """The id of what a claim gives."""
        if order.use == "office":
            city = self.board.cities[order.city]
            vacant = next(n for n, place in enumerate(city.offices) if not self.view.offices[place])
            return f"office:{city.id}.{vacant + 1}"
        if order.use == "develop":
            return f"desk:{ABILITIES[order.ability]}"
        if order.use == "prestige":
            return f"special:{SPECIAL_PRESTIGE[order.field]}"
        return f"order:{SYNTAX.write(self.board, order)}"

    def shortcuts(self) -> Iterable[Shortcut]:
        """What can be claimed in this turn, and pieces on as many spaces of a route as possible."""
        plans: Iterable[Plan] = ()
        if self.view.prompt == "displaced":
            plans = self.plans.put()
        elif self.view.prompt == "turn" and self.view.actions_left:
            vacant = self.plans.vacant()
            yield from self.claims(vacant)
            plans = self.plans.filled(vacant)
        for plan in plans:
            yield _placing(self.board.id, plan, self.language)

    def claims(self, vacant: Mapping[int, Sequence[int]]) -> Iterator[Shortcut]:
        """Offices and developments, at once or once a route is filled, where one way is shortest.

        Special prestige only at once.
        """
        full: dict[str, list[Claim]] = {}
        for order in cast("Sequence[Claim]", self.orders.groups.get("claim", ())):
            full.setdefault(self.claimed(order), []).append(order)
        for target, meant in full.items():
            if len(meant) == 1 and not target.startswith("order:"):
                label = self.say(self.labels.claiming(meant[0]))
                yield Shortcut.to(target, (SYNTAX.write(self.board, meant[0]), label))
        ways: dict[str, list[tuple[Plan, Claim]]] = {}
        for plan in self.plans.completing(vacant):
            for order in self.plans.uses(plan):
                ways.setdefault(self.claimed(order), []).append((plan, order))
        for target, found in ways.items():
            found.sort(key=lambda way: way[0].cost)
            costs = [plan.cost for plan, _ in found[:2]]
            if target not in full and len(set(costs)) == len(costs):
                yield Shortcut.to(target, *(self.completed(*way) for way in found))

    def completed(self, plan: Plan, order: Claim) -> tuple[str, str]:
        """The orders that fill a route and claim it, and their words."""
        words = self.labels.filling(plan.route, plan.amount, order, plan.taken)
        return _text(self.board, plan, order), self.say(words)

    def moved(self, start: int, moves: Moves) -> Iterator[Choice]:
        """A piece and others of its route, as many as can move, to another route."""
        for route, orders in self.plans.moved(start, moves):
            path = (f"space:{self.board.space_ids[start]}", f"route:{route.id}")
            text = SEPARATOR.join(SYNTAX.write(self.board, order) for order in orders)
            yield Choice(text, self.say(moved(route.name, len(orders))), path)


@lru_cache(maxsize=1024)
def _placing(board_id: str, plan: Plan, language: Language) -> Shortcut:
    """A click on a route that places pieces there."""
    board = load_board(board_id)
    route = board.routes[plan.route]
    words = language.say(placed(route.name, plan.amount, plan.taken))
    return Shortcut.to(f"route:{route.id}", (_text(board, plan), words))


def _text(board: Board, plan: Plan, *then: Order) -> str:
    """The orders of a plan, and what is done then."""
    first = () if plan.income is None else (plan.income,)
    return SEPARATOR.join(SYNTAX.write(board, order) for order in (*first, *plan.pieces, *then))
