"""What the lines of an answer ask for."""

from collections.abc import Sequence
from dataclasses import dataclass

CONFIRM = "confirm"
HELP, STATUS, DRAFT, RESET = "help", "status", "draft", "reset"
COMMANDS = (HELP, STATUS, DRAFT, RESET)


@dataclass(frozen=True)
class Wish:
    """Orders, to be confirmed or kept as a draft; or one of COMMANDS.

    `after` is what stands below `confirm`: a name, most of the time.
    """

    orders: tuple[str, ...] = ()
    confirm: bool = False
    command: str = ""
    after: tuple[str, ...] = ()


def understand(lines: Sequence[str]) -> Wish:
    """Return what lines ask for; no lines ask for help."""
    words = [line.casefold() for line in lines]
    if words[:1] == [RESET] and set(words) != {RESET}:
        # Orders begin from an empty draft anyway.
        lines = [line for line in lines if line.casefold() != RESET]
        words = [line.casefold() for line in lines]
    command = words[0] if words else HELP
    if command in COMMANDS:
        return Wish(command=command)
    if CONFIRM not in words:
        return Wish(orders=tuple(lines))
    end = words.index(CONFIRM)
    return Wish(orders=tuple(lines[:end]), confirm=True, after=tuple(lines[end + 1 :]))
