"""Which turns of a game decided most, and how much in words that claim no more than is known."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.bots.evaluation import SURE
from games.rules.common.message import Message, message, term
from games.rules.common.message import Player as PlayerName
from games.study.models import JudgedTurn

MOST: Final = 3
LEAST_SWING: Final = 0.03
"""A turn that gave away less is not worth learning from."""
STEP: Final = 5
"""Chances are told in steps of so many percent: that is about how well they are known."""


def turning_points(turns: Sequence[JudgedTurn]) -> list[JudgedTurn]:
    """Return the turns that gave away most, at most MOST, in the order in which they were played.

    A further turn of the same seat counts half as much: the game is looked at, not one player.
    """
    left = [turn for turn in turns if turn.swing >= LEAST_SWING]
    found: list[JudgedTurn] = []
    seats: Counter[int] = Counter()
    while left and len(found) < MOST:
        most = max(left, key=lambda turn: turn.swing / 2 ** seats[turn.seat])
        left.remove(most)
        found.append(most)
        seats[most.seat] += 1
    return sorted(found)


def worth(turn: JudgedTurn, after: float, name: str) -> Message:
    """Return what the master's turn would have been worth to the seat, whose `name` is given.

    `after` is its chance to win after what it played. What is not known well is told in words.
    """
    player = PlayerName(name)
    could = about(min(after + turn.swing, 0.99))
    was = about(after)
    if max(turn.error, turn.errors[turn.seat]) > SURE or could == was:
        return message("That would have made {player}'s chance to win higher.", player=player)
    return message(
        "That would have made {player}'s chance to win {could} instead of {was}.",
        player=player,
        could=could,
        was=was,
    )


def about(chance: float) -> Message:
    """Return a chance as people say it: 'about 40%'."""
    percent = STEP * round(100 * chance / STEP)
    if percent < STEP:
        return term("chance", "under {percent}%", percent=STEP)
    if percent > 100 - STEP:
        return term("chance", "over {percent}%", percent=100 - STEP)
    return term("chance", "about {percent}%", percent=percent)
