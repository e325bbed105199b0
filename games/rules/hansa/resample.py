"""A full position that agrees with a view: what lies in the piles is drawn at random."""

import random

from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import GOODS, colour_of
from games.rules.hansa.state import State
from games.rules.hansa.view import View


def resample(view: View, rng: random.Random) -> State:
    """Return a position that looks like `view`.

    The markers that are not on the table are drawn again for the piles; the rest is out of the game
    (H1.2).
    """
    goods = load_board(view.board).goods
    seen = [*view.warehouses]
    for desk in view.desks:
        seen += desk.unsold
        seen += desk.sold
    markers = [
        code
        for code in GOODS
        if colour_of(code) not in view.left_out
        for _ in range(goods[code] - seen.count(code))
    ]
    # Before the first turn no marker is out of the game.
    in_piles = len(markers) if view.stage in ("remove", "lay") else sum(view.piles)
    rng.shuffle(markers)
    hidden, gone = markers[:in_piles], markers[in_piles:]
    codes = range(len(goods))
    return State.load(
        {
            "board": view.board,
            "players": view.players,
            "stage": view.stage,
            "turn": view.turn,
            "start": view.start_seat,
            "ship": view.ship,
            "fresh": view.fresh,
            "replenished": view.replenished,
            "acted": view.acted,
            "warehouses": view.warehouses,
            "hidden": [hidden.count(code) for code in codes],
            "gone": [gone.count(code) for code in codes],
            "left_out": view.left_out,
            "booths": [number for row in view.booths for number in row],
            "talers": [desk.talers for desk in view.desks],
            "selling": view.sold_now,
            "unsold": [desk.unsold for desk in view.desks],
            "sold": [desk.sold for desk in view.desks],
            "losing": view.losing,
        }
    )
