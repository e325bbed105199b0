"""Any order, at any time, by any seat, is listed and applies, or is refused with a sentence."""

import random

import pytest

from games.rules.errors import IllegalOrder
from games.rules.teutonica.orders import (
    FIRST,
    FROM_SUPPLY,
    BuyTile,
    ClaimDevelop,
    ClaimExtra,
    ClaimNothing,
    ClaimOffice,
    ClaimPrestige,
    Deal,
    Decline,
    Develop,
    Displace,
    Done,
    Draw,
    End,
    Found,
    Income,
    Mark,
    Move,
    NeutralOffice,
    OpenTile,
    Place,
    Put,
    Remove,
    Start,
    Take,
    Tavern,
    UseDevelop,
    UseMarker,
    UseSwap,
    Walk,
)
from games.rules.teutonica.pieces import DEVELOP, SWAP
from games.rules.title import CHANCE
from tests.rules.positions import (
    BRITANNIA,
    CLASSIC,
    EAST,
    TEUTONICA,
    TWO,
    WITH_PAWN,
    check_pieces,
)
from tests.rules.test_oracle import steps


def any_order(board, rng):
    """Return an order as `read` could return it, most of them nonsense."""
    cities, routes = len(board.cities), len(board.routes)
    kind, city, route = rng.randrange(2), rng.randrange(cities), rng.randrange(routes)
    space, other = (rng.randrange(len(board.space_ids)) for _ in range(2))
    city = rng.choice([*board.routes[route].cities, city])
    claim = rng.choice(
        [
            ClaimOffice(route, city),
            ClaimDevelop(route, rng.randrange(5)),
            ClaimPrestige(route, rng.randrange(4)),
            ClaimExtra(route, city, kind),
            ClaimNothing(route),
        ]
    )
    marker = rng.randrange(1, 7)
    uses = {SWAP: UseSwap(city, rng.randrange(4)), DEVELOP: UseDevelop(rng.randrange(5))}
    return rng.choice(
        [
            Income(rng.randrange(4), rng.randrange(3)),
            Place(kind, space),
            Displace(kind, space, rng.randrange(3), rng.randrange(3)),
            Move(space, other),
            Done(),
            claim,
            uses.get(marker, UseMarker(marker)),
            Put(kind, space, rng.choice([FIRST, FROM_SUPPLY, other])),
            Mark(rng.randrange(7), route),
            End(),
            Draw(rng.randrange(7)),
            Tavern(rng.randrange(7), route),
            Start(rng.randrange(7)),
            *of_modules(rng, city, kind, space),
        ]
    )


def of_modules(rng, city, kind, space):
    tile, pair = rng.randrange(6), sorted(rng.randrange(7) for _ in range(2))
    return [
        Remove(space),
        Found(city, kind),
        Develop(rng.randrange(5)),
        Take(kind),
        Decline(),
        BuyTile(tile, *pair),
        NeutralOffice(city),
        Walk(rng.randrange(18), rng.randrange(2)),
        Deal(rng.randrange(6), rng.randrange(11)),
        OpenTile(tile),
    ]


CASES = [
    ({}, 3, 11),
    ({}, 4, 12),
    ({}, 5, 13),
    (EAST, 4, 14),
    (BRITANNIA | CLASSIC, 4, 15),
    (TWO | {"missions": "on", "favour": "on"}, 2, 16),
    (WITH_PAWN | CLASSIC, 2, 17),
]


@pytest.mark.parametrize(("options", "players", "seed"), CASES)
def test_an_order_is_listed_or_refused(options, players, seed):
    rng = random.Random(seed)
    for number, (before, seat, _, _) in enumerate(steps(players, seed, options=options)):
        # All of the rare situations, and every fourth of the many in the middle of a turn.
        if not before.frames and number % 4:
            continue
        digest = TEUTONICA.digest(before)
        for _ in range(12):
            order = any_order(before.board, rng)
            giver = rng.choice([seat, seat, seat, CHANCE, *range(players)])
            text = TEUTONICA.write(before, order)
            assert TEUTONICA.read(before, text) == order
            if order in TEUTONICA.orders(before, giver):
                check_pieces(TEUTONICA.apply(before, giver, order))
                continue
            with pytest.raises(IllegalOrder) as caught:
                TEUTONICA.apply(before, giver, order)
            sentence = str(caught.value)
            assert sentence.endswith(".")
            assert sentence[0].isupper() or sentence[0] == "'"
            assert not {"city_keys", "plus3", "plus4", "move3", "remove3"} & set(sentence.split())
        assert TEUTONICA.digest(before) == digest
