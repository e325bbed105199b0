"""What players are called: by their names, and by the colours of their seats."""

from collections.abc import Sequence
from typing import Final

from games.rules.common.message import term
from games.rules.title import View
from games.wording.language import Language

COLOURS: Final = (
    term("seat", "Red"),
    term("seat", "Yellow"),
    term("seat", "Green"),
    term("seat", "Blue"),
    term("seat", "Purple"),
    term("seat", "Neutral"),
)
"""The colours of the seats, as names of their players, and that of neutral pieces."""
MARKS: Final = (
    term("house mark", "key"),
    term("house mark", "tower"),
    term("house mark", "fish"),
    term("house mark", "anchor"),
    term("house mark", "star"),
    term("house mark", "no mark"),
)
"""The house marks of the seats, on their pieces."""


def colour_names(language: Language) -> tuple[str, ...]:
    """Return the colours of the seats, and last that of neutral pieces."""
    return tuple(map(language.say, COLOURS))


def called(view: View, names: Sequence[str], language: Language) -> list[str]:
    """Return a name for each player: their colour if `names` does not have one."""
    return [*names, *colour_names(language)[len(names) : view.players]]


def who(seat: int, names: Sequence[str], language: Language) -> str:
    """Return a player by colour and name: 'Red (Anna)'."""
    colour = language.say(COLOURS[seat])
    name = names[seat] if seat < len(names) else colour
    return name if name == colour else f"{colour} ({name})"
