"""T5.2 to T5.4a, T15.2: a displacement can end in every way the rules' words allow, and no other.

Small situations, few free spaces and few pieces, are played out twice: by the orders that are
listed, and by trying every order of pieces straight from the words, none spared because another
comes to the same.
"""

import random
from functools import cache

import pytest

from games.rules.teutonica.frames import Displaced
from games.rules.teutonica.pieces import kind_of, owner
from tests.rules.oracle import Table
from tests.rules.positions import BRITANNIA, EAST, TEUTONICA, position

VICTIM = 1
SITUATIONS = [
    ({}, 4, {}),
    ({"favour": "on"}, 3, {"tiles": {"trader": "green", "action": "open"}}),
    ({"favour": "on"}, 3, {"tiles": {"anywhere": "green", "action": "open"}}),
    (EAST, 4, {}),
    (BRITANNIA, 3, {}),
    (BRITANNIA, 4, {}),
]
over = pytest.mark.parametrize(
    ("options", "players", "added"),
    SITUATIONS,
    ids=["base", "trader", "anywhere", "east", "britannia-3", "britannia-4"],
)


def situations(options, players, added, number=40):
    """Yield the answer to a displacement on a crowded board, the victim's pieces being few."""
    rng = random.Random(players)
    state = position(options, players=players, **added)
    board = state.board
    tile = added.get("tiles", {}).get("trader") == "green"
    for _ in range(number):
        state = state.copy()
        spaces = [3 + 2 * (players > 2) + (boat and 1) for boat in board.boats]
        near = rng.randrange(len(board.routes))
        # Where there are boats, often nothing else is free.
        boats = [space for space, boat in enumerate(board.boats) if boat]
        free = boats if boats and rng.random() < 0.3 else range(len(spaces))
        for space in rng.sample(free, rng.choice([1, 2, 3, 5])):
            spaces[space] = 0
        for space in rng.sample(range(len(spaces)), rng.choice([0, 1, 2, 3])):
            spaces[space] = 1 + 2 * VICTIM + (board.boats[space] or rng.randrange(2))
        state.spaces = bytes(spaces)
        few = [0, 0, 0, 1, 1, 2]
        own = slice(2 * VICTIM, 2 * VICTIM + 2)
        for name in ("stock", "supply"):
            row = bytearray(getattr(state, name))
            row[own] = bytes(rng.choice(few) for _ in range(2))
            setattr(state, name, bytes(row))
        kind = rng.randrange(2)
        extras = 1 + kind + (tile and not kind)
        state.frames = (Displaced(VICTIM, near, 1 + 2 * VICTIM + kind, extras),)
        yield state


def ends_by_orders(state):
    """Return every end as (own pieces by space, stock, supply), following the listed orders."""
    found, seen, waiting = set(), set(), [state]
    while waiting:
        now = waiting.pop()
        # As `apply` would have left it: what needs no answer is done.
        if not now.frames:
            found.add(_end(now))
            continue
        key = (now.frames, now.spaces, now.stock, now.supply)
        if key in seen:
            continue
        seen.add(key)
        orders = list(TEUTONICA.orders(now, VICTIM))
        assert orders, "no order is left"
        waiting += [TEUTONICA.apply(now, VICTIM, order) for order in orders]
    return found


def _end(state):
    names = state.board.space_ids
    own = {
        names[at]: "tm"[kind_of(code)]
        for at, code in enumerate(state.spaces)
        if code and owner(code) == VICTIM
    }
    at = slice(2 * VICTIM, 2 * VICTIM + 2)
    return frozenset(own.items()), tuple(state.stock[at]), tuple(state.supply[at])


class Words:
    """The same ends, trying every piece next, wherever it may go."""

    def __init__(self, state):
        _, route, hand, self.extras, *_ = state.frames[-1]
        self.table = Table(state)
        self.route = list(self.table.routes)[route]
        self.anywhere = self.table.tiles.get("anywhere") == VICTIM
        self.hand = "tm"[kind_of(hand)]
        stands = {space: piece for space, piece in self.table.space.items() if piece}
        self.first = frozenset((s, p[1]) for s, p in stands.items() if p[0] == VICTIM)
        self.others = {space: piece for space, piece in stands.items() if piece[0] != VICTIM}
        self.found, self.seen = set(), set()
        rows = [tuple(row[2 * VICTIM : 2 * VICTIM + 2]) for row in (state.stock, state.supply)]
        self.go_on(self.first, *rows, self.hand, self.extras, frozenset())

    @cache  # noqa: B019 - it lives as long as one situation.
    def reach(self, own, kind, lifted=""):
        """Return where T5.3 and T5.4a let a piece go now."""
        self.table.space = dict.fromkeys(self.table.space) | self.others
        self.table.space |= {space: (VICTIM, stands) for space, stands in own}
        return frozenset(self.table.reach(self.route, kind, self.anywhere, lifted))

    def go_on(self, *now):
        """Place every piece that may be next; end where only extra ones are left (T5.4)."""
        own, stock, supply, hand, left, placed = now
        if now in self.seen:
            return
        self.seen.add(now)
        if not hand:
            self.found.add((own, stock, supply))
        elif free := self.reach(own, hand):
            for space in free:
                self.go_on(own | {(space, hand)}, stock, supply, "", left, placed | {space})
        else:
            self.go_on(own, _with(stock, hand, 1), supply, "", left, placed)
        if left:
            for before, *rows, kind, lifted in self.extra(own, stock, supply, placed):
                for space in self.reach(own, kind, lifted):
                    after = before | {(space, kind)}
                    self.go_on(after, *rows, hand, left - 1, placed | {space})

    @staticmethod
    def extra(own, stock, supply, placed):
        """Yield what is left without each extra piece: from stock, supply or board (T5.2)."""
        for number, kind in enumerate("tm"):
            if any(stock):
                if stock[number]:
                    yield own, _with(stock, kind, -1), supply, kind, ""
            elif any(supply):
                if supply[number]:
                    yield own, stock, _with(supply, kind, -1), kind, ""
            else:
                for space, stands in own:
                    if stands == kind and space not in placed:
                        yield own - {(space, kind)}, stock, supply, kind, space


def _with(row, kind, number):
    traders, merchants = row
    return (traders + number, merchants) if kind == "t" else (traders, merchants + number)


@over
def test_t5_4_every_end_that_the_words_allow_is_reached_and_no_other(options, players, added):
    for state in situations(options, players, added):
        assert ends_by_orders(state) == Words(state).found
