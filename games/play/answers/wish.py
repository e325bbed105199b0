"""Parse the lines of a reply into orders and commands."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

CONFIRM = "confirm"
HELP, STATUS, DRAFT, RESET, UNDO = "help", "status", "draft", "reset", "undo"
YES = "yes"
"""The command for replies like 'ok', from players who think that only one thing can be meant."""

MOST_MARKS = 200
"""The most commas and semicolons; with more, commas do not separate orders."""

COMMANDS = (HELP, STATUS, DRAFT, RESET, UNDO, YES)

_YES = {
    "yes",
    "ok",
    "okay",
    "ok thanks",
    "fine",
    "go",
    "ja",
    "jo",
    "gut",
    "passt",
    "oui",
    "d'accord",
}
_AROUND = " \t.!*_"


@dataclass(frozen=True)
class Wish:
    """What a reply asks for: orders to confirm or keep as a draft, or one of COMMANDS.

    The orders replace the draft unless it `adds` them to it. `after` are the lines below `confirm`,
    most often a name.
    """

    orders: tuple[str, ...] = ()
    confirm: bool = False
    adds: bool = False
    command: str = ""
    after: tuple[str, ...] = ()


def understand(lines: Sequence[str], is_order: Callable[[str], bool]) -> Wish:
    """Return what lines ask for; without lines, help.

    `is_order` tells whether a text is an order, legal or not: texts between commas may be orders of
    their own or belong to one.
    """
    marks = sum(line.count(",") + line.count(";") for line in lines)
    # Players never write so many; do not spend time on trying every way to split the lines.
    spells = is_order if marks <= MOST_MARKS else lambda part: True
    lines = [part for line in lines for part in _parts(line, spells)]
    words = [line.casefold() for line in lines]
    if words[:1] == [RESET] and set(words) != {RESET}:
        # Orders start from an empty draft anyway.
        lines = [line for line in lines if line.casefold() != RESET]
        words = [line.casefold() for line in lines]
    if words[:2] == ["undo", "all"] or words[:1] == ["undo all"]:
        return Wish(command=RESET)
    adds = words[:1] == [DRAFT] and len(words) > 1
    if adds:
        lines, words = lines[1:], words[1:]
    command = words[0] if words else HELP
    if command in _YES and len(words) == 1:
        return Wish(command=YES)
    if command in COMMANDS:
        return Wish(command=command)
    if CONFIRM not in words:
        return Wish(orders=tuple(lines), adds=adds)
    end = words.index(CONFIRM)
    return Wish(tuple(lines[:end]), confirm=True, adds=adds, after=tuple(lines[end + 1 :]))


def _parts(line: str, is_order: Callable[[str], bool]) -> Iterator[str]:
    """Yield the parts of a line between semicolons, and after commas those that are orders."""
    for piece in _split(line, ";"):
        if is_order(piece):
            yield piece
            continue
        parts: list[str] = []
        for part in _split(piece, ","):
            if not parts or part.casefold() == CONFIRM or is_order(part):
                parts.append(part)
            else:
                parts[-1] = f"{parts[-1]}, {part}"
        yield from parts


def _split(text: str, mark: str) -> list[str]:
    return [part for piece in text.split(mark) if (part := piece.strip(_AROUND))]
