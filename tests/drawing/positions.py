"""Positions to draw: games played at random for a while, and boards filled to the brim."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.rules import TITLES
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import piece
from games.rules.teutonica.view import View
from games.rules.title import CHANCE

TITLE = TITLES["teutonica"]
# What keeps a random game going: routes are filled and claimed rather than emptied.
_WEIGHTS = {"claim": 30, "place": 9, "income": 4, "displace": 4, "move": 1, "end": 1}


def walk(players: int, steps: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Every position of a random game in which a player is to move, with that player."""
    dice = random.Random(seed)
    state = TITLE.start({}, players)
    while steps and TITLE.to_move(state):
        (seat,) = TITLE.to_move(state)
        if seat == CHANCE:
            draws, weights = zip(*TITLE.draws(state), strict=True)
            order = dice.choices(draws, weights)[0]
        else:
            yield state, seat
            steps -= 1
            groups = TITLE.orders(state, seat).groups
            verbs = list(groups)
            verb = dice.choices(verbs, [_WEIGHTS.get(verb, 5) for verb in verbs])[0]
            order = groups[verb][dice.randrange(len(groups[verb]))]
        state = TITLE.apply(state, seat, order)


def opening(players: int, seed: int = 1) -> View:
    """The view of whoever begins."""
    state, seat = next(walk(players, 1, seed))
    return TITLE.view(state, seat)


def brimful(players: int, seed: int = 1) -> View:
    """A view with pieces wherever pieces can be."""
    dice = random.Random(seed)
    view = opening(players)
    board = load_board(view.board)

    def any_piece(kind: int) -> int:
        return piece(dice.randrange(players), kind)

    return replace(
        view,
        spaces=bytes(any_piece(dice.randrange(2)) for _ in view.spaces),
        offices=bytes(any_piece(office.kind) for office in board.offices),
        extras=tuple(
            bytes(any_piece(dice.randrange(2)) for _ in range(dice.randrange(4)))
            for _ in board.cities
        ),
        special=bytes(1 + dice.randrange(players) for _ in view.special),
        route_markers=tuple(dice.randrange(6) for _ in board.routes),
        completed=tuple(range(len(board.cities)))[: board.cities_to_end],
        hand=bytes([piece(1, 1)]),
        origin=0,
        asked="displaced",
        desks=tuple(
            replace(desk, prestige=prestige, markers=(0, 2, 5), used=2, plate=2, plate_known=(3,))
            for desk, prestige in zip(view.desks, (3, 3, 20, 25, 60), strict=False)
        ),
    )
