"""What goes wrong in the rules. The text of each error is a sentence for people."""

from typing import Final

LONGEST_ECHO: Final = 60
"""Characters of somebody's text that an error says back."""
LONGEST_ORDER: Final = 500
"""Characters of an order; no order of any title needs as many."""


def cut(text: str) -> str:
    """Return what somebody wrote, cut where it is too long to be said back."""
    return text if len(text) <= LONGEST_ECHO else f"{text[: LONGEST_ECHO - 1]}…"


def echo(text: str) -> str:
    """Return what somebody wrote as an error says it back: cut, and in quotes."""
    return f"'{cut(text)}'"


class RulesError(Exception):
    """Anything the rules refuse; `str(error)` says what is wrong and what would be right."""


class IllegalOrder(RulesError):
    """An order that nobody may give here, or a line that is no order at all."""


class IllegalOptions(RulesError):
    """Options of a game that do not go together."""


def check_length(text: str) -> None:
    """Raise IllegalOrder on a text that is too long for an order, before anything reads it."""
    if len(text) > LONGEST_ORDER:
        raise IllegalOrder(
            f"An order has up to {LONGEST_ORDER} characters, and this has {len(text)}: write one"
            " order at a time."
        )


class BadBoard(RulesError):
    """A board file that cannot be played on; names the file and the place."""


class BadRecord(RulesError):
    """A game record that cannot be read or replayed; `line` is the line that is wrong."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"Line {line}: {message}")
        self.line = line
