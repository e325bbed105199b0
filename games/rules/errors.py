"""The errors of the rules. Each carries a sentence for people."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.rules.common.message import Message, Notation, Quote, message, term

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


def quote(text: str) -> Quote:
    """Return what a person wrote as a message quotes it, whose text has the quotation marks."""
    return Quote(cut(text))


class RulesError(Exception):
    """Anything the rules refuse; `said` is what is wrong and what would be right.

    `str(error)` is that in English.
    """

    def __init__(self, said: Message) -> None:
        super().__init__(said)
        self.said = said

    def __str__(self) -> str:
        return str(self.said)


class IllegalOrder(RulesError):
    """An order that is not legal here, or a line that is not an order at all."""


class UnclearOrder(IllegalOrder):
    """A line in which a word could mean several things.

    `word` is that word. `lines` has the words of the line by what it could mean, each with a word
    that means only that.
    """

    def __init__(self, said: Message, word: str, lines: Mapping[str, Sequence[str]]) -> None:
        super().__init__(said)
        self.word = word
        self.lines = lines


class IllegalOptions(RulesError):
    """Options of a game that do not go together."""


def check_length(text: str) -> None:
    """Raise IllegalOrder on a text that is too long for an order, before it is parsed."""
    if len(text) > LONGEST_ORDER:
        raise IllegalOrder(
            message(
                "An order has at most {most} characters, and this has {number}. Write one order at"
                " a time.",
                most=LONGEST_ORDER,
                number=len(text),
            )
        )


class BadBoard(ValueError):
    """A board file that cannot be played on; `str(error)` names the file and the place."""


class BadText(RulesError):
    """A text that cannot be read; `sentence` says what is wrong without the place.

    `line` and `column` are where it is wrong, counted from 1; None where no single place is.
    """

    def __init__(
        self, sentence: Message, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(_placed(sentence, line, column))
        self.sentence = sentence
        self.line = line
        self.column = column


def _placed(sentence: Message, line: int | None, column: int | None) -> Message:
    """Return a sentence about a text with the place that it is about."""
    if line is None:
        return sentence
    # People search for these numbers, so nothing groups their digits.
    at = Notation(str(line))
    if column is None:
        return term("place in a text", "Line {line}: {sentence}", line=at, sentence=sentence)
    return term(
        "place in a text",
        "Line {line}, column {column}: {sentence}",
        line=at,
        column=Notation(str(column)),
        sentence=sentence,
    )


class BadRecord(BadText):
    """A game record that cannot be read or replayed."""


class BadPosition(BadText):
    """A position that cannot be read, or that no game can have."""
