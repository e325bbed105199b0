"""What the contract needs to know of each title: a new title registers here."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules.hansa import orders as hansa
from games.rules.hansa.pieces import COLOURS, GOODS
from games.rules.teutonica import orders as teutonica
from games.rules.teutonica.pieces import ABILITIES, DEVELOP, EXTRA, MARKERS, SWAP, TILES
from games.rules.title import Order
from tests.rules.hansa_positions import check_goods_and_booths
from tests.rules.positions import check_pieces


@dataclass(frozen=True)
class Known:
    """What only a title can tell about itself.

    `conserved(state)` fails when something was lost or made. `any_order(state, rng)` is any order
    that can be written for this board, legal or not. `disguised(state, viewer, rng)` is a position
    that differs only in what the viewer must not know; a title that `hides` nothing has none but
    the position itself. `turns` are the fewest and the most that
    a player has in a game of people who know it.
    """

    conserved: Callable[[Any], None]
    any_order: Callable[[Any, random.Random], Order]
    disguised: Callable[[Any, int | None, random.Random], Any]
    turns: tuple[int, int]
    hides: bool = True


def _teutonica_order(state: Any, rng: random.Random) -> Order:
    board = state.board
    space, other = rng.randrange(len(board.boats)), rng.randrange(len(board.boats))
    route, city = rng.randrange(len(board.routes)), rng.randrange(len(board.cities))
    kind, marker, ability = rng.randrange(2), rng.randrange(len(MARKERS)), rng.randrange(5)
    amount = rng.choice([(1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (0, 0), (9, 3)])
    uses: list[Order] = [teutonica.UseMarker(marker)]
    if marker == DEVELOP:
        uses = [teutonica.UseDevelop(ability)]
    elif marker == SWAP:
        uses = [teutonica.UseSwap(city, rng.randrange(4))]
    elif marker == EXTRA:
        uses = [teutonica.End()]
    orders: list[Order] = [
        teutonica.Income(*amount),
        teutonica.Place(kind, space),
        teutonica.Displace(kind, space, *amount),
        teutonica.Move(space, other),
        teutonica.Done(),
        teutonica.End(),
        teutonica.ClaimOffice(route, city),
        teutonica.ClaimDevelop(route, rng.randrange(len(ABILITIES))),
        teutonica.ClaimPrestige(route, rng.randrange(4)),
        teutonica.ClaimExtra(route, city, kind),
        teutonica.ClaimNothing(route),
        *uses,
        teutonica.Put(kind, space, rng.choice([-1, -2, other])),
        teutonica.Mark(marker, route),
        teutonica.Draw(marker),
        teutonica.Tavern(marker, route),
        teutonica.Start(rng.randrange(5)),
        *_teutonica_order_of_modules(state, rng, space, city, kind),
    ]
    return rng.choice(orders)


def _teutonica_order_of_modules(
    state: Any, rng: random.Random, space: int, city: int, kind: int
) -> list[Order]:
    tile, card, province = rng.randrange(len(TILES)), rng.randint(1, 9), rng.randint(0, 17)
    paid = sorted((rng.randrange(len(MARKERS)), rng.randrange(len(MARKERS))))
    return [
        teutonica.Remove(space),
        teutonica.Found(city, kind),
        teutonica.Develop(rng.randrange(len(ABILITIES))),
        teutonica.Take(kind),
        teutonica.Decline(),
        teutonica.BuyTile(tile, *paid),
        teutonica.NeutralOffice(city),
        teutonica.Walk(province, rng.randrange(2)),
        teutonica.Deal(rng.randrange(state.players), card),
        teutonica.OpenTile(tile),
    ]


def _teutonica_disguised(state: Any, viewer: int | None, rng: random.Random) -> Any:
    """Deal anew what lies face down: the supply, used markers, plates and Missions of others.

    (T8, T12)
    """
    new = state.copy()
    seats = range(state.players)
    hidden = [kind for kind, number in enumerate(state.bag) for _ in range(number)]
    hidden += [kind for row in state.used for kind in row]
    hidden += [kind for seat in seats if seat != viewer for kind in state.plate[seat]]
    rng.shuffle(hidden)

    def deal(number: int) -> bytes:
        return bytes(sorted(hidden.pop() for _ in range(number)))

    new.used = tuple(deal(len(row)) for row in state.used)
    new.plate = tuple(
        state.plate[seat] if seat == viewer else deal(len(state.plate[seat])) for seat in seats
    )
    new.bag = bytes(hidden.count(kind) for kind in range(len(MARKERS)))
    if not state.over:
        new.added = state.added._replace(cards=_cards_disguised(state.added.cards, viewer, rng))
    return new


def _cards_disguised(cards: bytes, viewer: int | None, rng: random.Random) -> bytes:
    """Deal the cards of others anew, of all that the viewer does not have himself."""
    own = {cards[viewer]} if viewer is not None and cards else set()
    left = [card for card in range(1, 10) if card not in own]
    rng.shuffle(left)
    return bytes(
        card if seat == viewer or not card else left.pop() for seat, card in enumerate(cards)
    )


def _hansa_order(state: Any, rng: random.Random) -> Order:
    code, city = rng.choice(GOODS), rng.randrange(len(state.board.cities))
    some = sorted(rng.choices(GOODS, k=rng.randint(1, 4)))
    orders: list[Order] = [
        hansa.Booths(city),
        hansa.Replenish(),
        hansa.Sail(city),
        hansa.Buy(code),
        hansa.Build(code),
        hansa.Sell(tuple(some)),
        hansa.Sell((code, code)),
        hansa.Lose(code),
        hansa.Discard(code),
        hansa.End(),
        hansa.Draw(code, city),
        hansa.Remove(rng.randrange(len(COLOURS))),
        hansa.Start(rng.randrange(4)),
    ]
    return rng.choice(orders)


def _hansa_disguised(state: Any, viewer: int | None, rng: random.Random) -> Any:
    """Exchange markers that lie face down with others that are out of the game (H1.2)."""
    new = state.copy()
    unseen = [
        code for row in (state.hidden, state.gone) for code in GOODS for _ in range(row[code])
    ]
    rng.shuffle(unseen)
    hidden, gone = unseen[: sum(state.hidden)], unseen[sum(state.hidden) :]
    codes = range(len(state.board.goods))
    new.hidden = bytes(hidden.count(code) for code in codes)
    new.gone = bytes(gone.count(code) for code in codes)
    return new


KNOWN = {
    "teutonica": Known(check_pieces, _teutonica_order, _teutonica_disguised, (10, 40)),
    "hansa": Known(check_goods_and_booths, _hansa_order, _hansa_disguised, (5, 16)),
}
