"""The words that the boards and desks of every title have."""

from collections.abc import Sequence
from typing import Final

from games.rules.common.message import Message, Notation, series, term

BACK: Final = term("board", "Choose something else")


def steps(numbers: Sequence[str]) -> Message:
    """Return the numbers of the steps that changed a place."""
    if len(numbers) == 1:
        return term("board", "Step {number}", number=Notation(numbers[0]))
    return term("board", "Steps {numbers}", numbers=series(map(Notation, numbers)))
