"""Games of bots against each other, as ratings see them."""

import random
from collections.abc import Callable, Iterator

from games.bots import seated
from games.play.pages.boards import BOARD, board_names
from games.ratings.skill import Entrant, Played
from games.rules.playthrough import play_out
from games.rules.title import CHANCE, AnyTitle

Seating = Callable[[random.Random, int], list[str]]
"""Names the bots of a number of seats."""


def bot_games(title: AnyTitle, count: int, seating: Seating, seed: int) -> Iterator[Played]:
    """Play games on random boards with random numbers of players, all on one day."""
    rng = random.Random(seed)
    boards = list(board_names(title.id))
    for number in range(count):
        size = rng.choice(title.players)
        board = rng.choice(boards) if boards else ""
        if board not in board_names(title.id, size):
            board = next(iter(boards), "")
        names = seating(rng, size)
        options = {BOARD: board} if board else {}
        over = play_out(title, options, [seated(name, names) for name in names], rng)
        result = title.result(over.state)
        if result is None:
            raise ValueError(f"A game of {title.name} among {names} has no result.")
        starter = next(step.seat for step in over.steps if step.seat != CHANCE)
        entrants = tuple(
            Entrant(name, (seat - starter) % size, result.places[seat])
            for seat, name in enumerate(names)
        )
        yield Played(number, 0, board, size, entrants)
