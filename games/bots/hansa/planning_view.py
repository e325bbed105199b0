"""A view as one seat uses it to plan: what its plans do not change, computed once."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache, cached_property

from games.bots.hansa.weights import Weights
from games.rules.hansa.board import Board
from games.rules.hansa.pieces import COLOURS, GOODS, NO_GOOD, colour_of
from games.rules.hansa.questions import (
    KEPT,
    Price,
    after_taking,
    before_last_round,
    price,
    refill,
)
from games.rules.hansa.sale import LEAST
from games.rules.hansa.turn import INCOME, REPLENISHING
from games.rules.hansa.view import View


class PlanningView:
    """What a seat sees when it plans its turn.

    `last` says that, as far as the seat can know, this turn is its last; `turns` is about how many
    more it will have. `weights` say what it values things at.
    """

    def __init__(self, view: View, seat: int, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.seat = seat
        self.board = view.printed
        self.others = [other for other in range(view.players) if other != seat]
        self.last = view.last_round
        self.turns = before_last_round(view) / (weights.a_turn * view.players)

    @property
    def booths(self) -> bytes:
        """The seat's own booths in each city."""
        return bytes([city[self.seat] for city in self.view.booths])

    @cached_property
    def rivals(self) -> list[int]:
        """For each city, the largest number of booths that another seat has there."""
        found = []
        for row in self.view.booths:
            most = 0
            for other in self.others:
                most = max(most, row[other])
            found.append(most)
        return found

    @property
    def of_others(self) -> tuple[Hashable, ...]:
        """What the other seats have, without their talers, which plans do not depend on."""
        desks = self.view.desks
        rows = [row[: self.seat] + row[self.seat + 1 :] for row in self.view.booths]
        return self.seat, tuple(rows), tuple([desks[other].unsold for other in self.others])

    def price(self, city: int, own: int) -> Price:
        """Return what a marker costs the seat in a city where it has `own` booths (H3.1)."""
        row = self.view.booths[city]
        return price((*row[: self.seat], own, *row[self.seat + 1 :]), self.seat)

    @cached_property
    def holders(self) -> list[list[int]]:
        """For each colour, the numbers of unsold markers of the other players who have any."""
        rows: list[list[int]] = [[] for _ in COLOURS]
        for other in self.others:
            numbers = [0] * len(COLOURS)
            for code in self.view.desks[other].unsold:
                numbers[colour_of(code)] += 1
            for colour, number in enumerate(numbers):
                if number:
                    rows[colour].append(number)
        return rows

    @cached_property
    def risks(self) -> tuple[int, ...]:
        """For each colour, how many other players could sell it if they had a booth."""
        return tuple([sum(number >= LEAST for number in row) for row in self.holders])

    @cached_property
    def unseen(self) -> list[int]:
        """Every marker that may be in the piles: all that are not visible anywhere."""
        seen = [*self.view.warehouses]
        for desk in self.view.desks:
            seen += desk.unsold
            seen += desk.sold
        return [
            code
            for code in GOODS
            if colour_of(code) not in self.view.left_out
            for _ in range(self.board.goods[code] - seen.count(code))
        ]

    @property
    def at_a_standstill(self) -> bool:
        """Whether all could pass forever: purses look as if all had just passed.

        Others have what is left after a turn in which nothing was paid for, and the seat would lose
        talers if it ended its turn, in which it has done nothing but sail (H2.1, H2.5).
        """
        view, desks = self.view, self.view.desks
        left = KEPT + (INCOME if view.fresh else 1)
        idle = not (view.acted or view.replenished or self.last)
        waiting = all(desks[other].talers >= KEPT for other in self.others)
        return idle and waiting and desks[self.seat].talers >= left

    @property
    def refill(self) -> int:
        """How many markers replenishing would add."""
        return refill(self.view)

    def refilled(self, codes: Sequence[int]) -> bytes:
        """Return the warehouses with these markers in the empty ones, as far as they last."""
        coming = iter(codes)
        return bytes([code or next(coming, NO_GOOD) for code in self.view.warehouses])

    def replenished(self) -> "PlanningView":
        """Return the view after replenishing, but for the goods that come."""
        view, desks = self.view, list(self.view.desks)
        piles = after_taking(view.piles, self.refill)
        talers = desks[self.seat].talers - REPLENISHING
        desks[self.seat] = replace(desks[self.seat], talers=talers)
        return PlanningView(
            replace(
                view,
                piles=piles,
                desks=tuple(desks),
                replenished=True,
                last_round=view.last_round or piles[-1] < view.piles[-1],
            ),
            self.seat,
            self.weights,
        )


@cache
def traffic(board: Board) -> tuple[float, ...]:
    """Return the share of its stops that a ship sailing at random makes in each city."""
    shares = [1 / len(board.cities)] * len(board.cities)
    for _ in range(60):
        called = [0.0] * len(shares)
        for city, share in enumerate(shares):
            for exit_ in board.exits[city]:
                called[exit_] += share / len(board.exits[city])
        # Half of each: the board may have no loops of odd length.
        shares = [(old + new) / 2 for old, new in zip(shares, called, strict=True)]
    return tuple(shares)
