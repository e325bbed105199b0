"""What confirming does, in words that hold for every title."""

from collections.abc import Callable, Sequence

from games.rules.title import Caution


def join_names(names: Sequence[str]) -> str:
    """Return 'A', 'A and B' or 'A, B and C'."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def warned(
    warnings: Sequence[Caution], names: Sequence[str], will: Callable[[str], str], asked: str = ""
) -> str:
    """Return what confirming does, as the rest of a sentence; '' if nothing.

    `asked` is what the others are asked for then, `will` the title's words for that.
    """
    said = []
    for warning in warnings:
        if warning.kind == "asks":
            said.append(f"{join_names([names[seat] for seat in warning.seats])} {will(asked)}")
        elif warning.kind == "uncovers":
            said.append("a bonus marker is uncovered")
        elif warning.kind == "ends":
            said.append("the game ends")
    return ", ".join(dict.fromkeys(said))
