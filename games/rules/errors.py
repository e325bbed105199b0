"""The errors of the rules. The text of each is a sentence for people."""

from collections.abc import Mapping, Sequence
from typing import Final

LONGEST_ECHO: Final = 60
"""How many characters of a person's text an error quotes."""
LONGEST_ORDER: Final = 500
"""The most characters of an order; no order of any title needs as many."""


def cut(text: str) -> str:
    """Return what a person wrote, cut if it is too long to quote."""
    return text if len(text) <= LONGEST_ECHO else f"{text[: LONGEST_ECHO - 1]}…"


def echo(text: str) -> str:
    """Return what a person wrote as an error quotes it: cut, and in quotation marks."""
    return f"'{cut(text)}'"


class RulesError(Exception):
    """Anything the rules refuse; `str(error)` says what is wrong and what would be right."""


class IllegalOrder(RulesError):
    """An order that is not legal here, or a line that is not an order at all."""


class UnclearOrder(IllegalOrder):
    """A line in which a word could mean several things.

    `word` is that word. `lines` has the words of the line by what it could mean, each with a word
    that means only that.
    """

    def __init__(self, message: str, word: str, lines: Mapping[str, Sequence[str]]) -> None:
        super().__init__(message)
        self.word = word
        self.lines = lines


class IllegalOptions(RulesError):
    """Options of a game that do not go together."""


def check_length(text: str) -> None:
    """Raise IllegalOrder on a text that is too long for an order, before it is parsed."""
    if len(text) > LONGEST_ORDER:
        raise IllegalOrder(
            f"An order has at most {LONGEST_ORDER} characters, and this has {len(text)}. Write"
            " one order at a time."
        )


class BadBoard(RulesError):
    """A board file that cannot be played on; names the file and the place."""


class BadText(RulesError):
    """A text that cannot be read; `sentence` says what is wrong without the place.

    `line` and `column` are where it is wrong, counted from 1; None where no single place is.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        place = f"Line {line}" if column is None else f"Line {line}, column {column}"
        super().__init__(message if line is None else f"{place}: {message}")
        self.sentence = message
        self.line = line
        self.column = column


class BadRecord(BadText):
    """A game record that cannot be read or replayed."""


class BadPosition(BadText):
    """A position that cannot be read, or that no game can have."""
