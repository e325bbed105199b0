"""A view as one seat uses it to plan: what its plans do not change, computed once."""

from collections import Counter
from dataclasses import replace
from functools import cache, cached_property
from typing import Final

from games.rules.hansa.board import Board, load_board
from games.rules.hansa.pieces import COLOURS, GOODS, NO_GOOD, colour_of
from games.rules.hansa.view import View

A_TURN: Final = 1.8
"""Markers that leave the warehouses in a turn."""


class Outlook:
    """What a seat sees when it plans its turn.

    `rivals[city]` is the largest number of booths that another seat has in a city and `payee` that
    seat, None in a tie or if there are none. `last` says that, as far as the seat can know, this
    turn is its last; `turns` is about how many more it will have.
    """

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.board: Board = load_board(view.board)
        self.others = [other for other in range(view.players) if other != seat]
        self.rivals, self.payee = self._others_booths()
        self.last = view.last_round
        self.turns = 0.0 if self.last else sum(view.piles[:-1]) / (A_TURN * view.players)

    @property
    def booths(self) -> tuple[int, ...]:
        """The seat's own booths in each city."""
        return tuple(city[self.seat] for city in self.view.booths)

    def _others_booths(self) -> tuple[list[int], list[int | None]]:
        rivals, payee = [], []
        for city in self.view.booths:
            rows = [city[other] for other in self.others]
            most = max(rows)
            alone = most > 0 and rows.count(most) == 1
            rivals.append(most)
            payee.append(self.others[rows.index(most)] if alone else None)
        return rivals, payee

    @cached_property
    def holders(self) -> list[list[int]]:
        """For each colour, the numbers of unsold markers of the other players who have any."""
        rows: list[list[int]] = [[] for _ in COLOURS]
        for other in self.others:
            for colour, number in Counter(map(colour_of, self.view.desks[other].unsold)).items():
                rows[colour].append(number)
        return rows

    @cached_property
    def unseen(self) -> list[int]:
        """Every marker that may be in the piles: those that are not visible anywhere."""
        seen = Counter(self.view.warehouses)
        for desk in self.view.desks:
            seen.update(desk.unsold)
            seen.update(desk.sold)
        return [
            code
            for code in GOODS
            if colour_of(code) not in self.view.left_out
            for _ in range(self.board.goods[code] - seen[code])
        ]

    @property
    def refill(self) -> int:
        """How many markers replenishing would add."""
        return min(self.view.warehouses.count(NO_GOOD), sum(self.view.piles))

    def refilled(self, codes: list[int]) -> "Outlook":
        """Return the outlook after replenishing, with these markers in the empty warehouses."""
        coming = iter(codes)
        warehouses = tuple(code or next(coming, NO_GOOD) for code in self.view.warehouses)
        left, piles = len(codes), []
        for pile in self.view.piles:
            piles.append(max(0, pile - left))
            left = max(0, left - pile)
        desk = self.view.desks[self.seat]
        desks = list(self.view.desks)
        desks[self.seat] = replace(desk, talers=desk.talers - 1)
        return Outlook(
            replace(
                self.view,
                warehouses=warehouses,
                piles=tuple(piles),
                desks=tuple(desks),
                replenished=True,
                last_round=self.view.last_round or piles[-1] < self.view.piles[-1],
            ),
            self.seat,
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
