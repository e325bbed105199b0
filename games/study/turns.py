"""The turns of a game's log in which the seat whose turn it was ordered something."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from games.play.models import Game, Log
from games.rules.common.lru import LRUCache

_COLUMNS: Final = ("number", "turn", "on_turn", "seat", "order", "events")

_turns = LRUCache(200)


class LoggedTurn(NamedTuple):
    """A turn of a seat: its own `orders`, the first of which is move `number`.

    As long as the game runs they are as everybody may read them. `turn` is the number of the turn
    in the log, `last` that of the last move of the turn, whoever made it.
    """

    number: int
    turn: int
    seat: int
    orders: Sequence[str]
    last: int


def turns_of(game: Game) -> Sequence[LoggedTurn]:
    """Return the turns of a game in which the seat whose turn it is has ordered something."""
    turns: Sequence[LoggedTurn] = _turns.get((game.token, game.version), lambda: [*_turns_of(game)])
    return turns


def _turns_of(game: Game) -> Iterator[LoggedTurn]:
    title = game.rules()
    for turn, group in groupby(Log(game).columns(*_COLUMNS), key=lambda row: row[1]):
        moves = list(group)
        on_turn: int | None = moves[0][2]
        own = [
            (number, text, events) for number, _, _, seat, text, events in moves if seat == on_turn
        ]
        if on_turn is None or not own:
            continue
        orders = tuple(
            text if game.is_over else title.redact(on_turn, text, events, None)
            for _, text, events in own
        )
        yield LoggedTurn(own[0][0], turn, on_turn, orders, moves[-1][0])
