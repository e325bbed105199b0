"""What confirming does, in words that hold for every title."""

from collections.abc import Sequence

from games.drawing import Drawing
from games.drawing.score import listed
from games.rules.title import Caution


def warned(
    warnings: Sequence[Caution], names: Sequence[str], drawing: Drawing, asked: str = ""
) -> str:
    """Return what confirming does, as the rest of a sentence; '' if nothing.

    `asked` is what the others are asked for then; the title's drawing has the words for it.
    """
    said = []
    for warning in warnings:
        if warning.kind == "asks":
            asks = listed([names[seat] for seat in warning.seats])
            said.append(f"{asks} {drawing.will(asked)}")
        elif warning.kind == "uncovers":
            said.append(drawing.uncovers)
        elif warning.kind == "ends":
            said.append("the game ends")
    return ", ".join(dict.fromkeys(said))
