"""Lines of text such as 'route hamburg-stade: t1 -': how positions are written and read."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from typing import Any, Final, NoReturn, Self

from games.rules.common.message import Message, Notation, choice, message, term
from games.rules.common.names import beginning, spelled_out
from games.rules.common.reading import missing, too_long, too_short
from games.rules.errors import BadPosition, quote

MOST: Final = 99
"""The highest number that a line may hold: no title counts farther."""
FEW: Final = 12
"""As many names as an error lists."""
NOTHING: Final = "-"
"""Stands where a piece could be and is none."""


def position_text(head: Mapping[str, object], lines: Iterable[str]) -> str:
    """Return the text of a position: a `head` that names the game, then the title's lines."""
    return "\n".join([*(f"{key}: {value}" for key, value in head.items()), "", *lines]) + "\n"


def line(*key: object, words: Iterable[object]) -> Iterator[str]:
    """Yield a line 'key: words', or nothing if there are no words."""
    text = " ".join(map(str, words))
    if text:
        yield f"{' '.join(map(str, key))}: {text}"


def repeated(names: Iterable[str]) -> Iterator[str]:
    """Yield names, equal neighbours as one: 'swap', 'plus3*2'."""
    for name, group in groupby(names):
        number = len([*group])
        yield name if number == 1 else f"{name}*{number}"


class _Word(str):
    """A word that knows `at`, how many characters of its line stand before it."""

    __slots__ = ("at",)
    at: int

    def __new__(cls, text: str, at: int) -> Self:
        word = super().__new__(cls, text)
        word.at = at
        return word


_WORD = re.compile(r"\S+")


class Words:
    """Reads one line, 'key: words', word by word.

    Methods raise BadPosition, which names the line and the column; `first` is that of its text.
    `key` is what comes before the colon, in lower case with single spaces, `value` what comes
    after it, `left` all words that are not read yet, those of the key first. What should stand
    there, `what`, is a term of the context 'expected': 'a city'.
    """

    def __init__(self, number: int, text: str, first: int = 1) -> None:
        self.number = number
        self.text = text
        self.first = self.column = first
        key, colon, words = text.partition(":")
        if not colon:
            self.refuse(
                message(
                    "A line should read 'what: words', for example '{example}'.",
                    example=Notation("turn: 1"),
                )
            )
        self.key = " ".join(key.casefold().split())
        self.value = words.strip()
        spaced = f"{key} {words.replace(',', ' ')}"
        self.left: list[str] = [_Word(found[0], found.start()) for found in _WORD.finditer(spaced)]

    def refuse(self, sentence: Message) -> NoReturn:
        """Raise BadPosition for the word read last."""
        raise BadPosition(sentence, self.number, self.column)

    def word(self, what: Message) -> str:
        """Return the next word, which should be `what`."""
        if not self.left:
            self.column = self.first + len(self.text)
            self.refuse(missing(self.text, what))
        self._stand_at(self.left[0])
        return self.left.pop(0)

    def _stand_at(self, word: str) -> None:
        if isinstance(word, _Word):
            self.column = self.first + word.at

    def one_of(self, names: Sequence[str], what: Message) -> int:
        """Return which of the names the next word means, capitals and umlauts aside."""
        word = self.word(what)
        found = beginning(spelled_out(word), names)
        if not found:
            self.refuse(
                message(
                    "'{word}' is not {what}. Write {names}.",
                    word=quote(word),
                    what=what,
                    names=choice(_suggested(word, names)),
                )
            )
        if len(found) > 1:
            self.refuse(too_short(word, found))
        return names.index(found[0])

    def count(self, what: Message, first: int = 0, last: int = MOST) -> int:
        """Return a number from `first` to `last`."""
        word = self.word(what)
        if not _is_number(word) or not first <= int(word) <= last:
            self.refuse(
                message(
                    "'{word}' should be {what}, a number from {first} to {last}.",
                    word=quote(word),
                    what=what,
                    first=first,
                    last=last,
                )
            )
        return int(word)

    def seat(self, players: int) -> int:
        """Return a seat from 0; a text counts from 1."""
        return self.count(term("expected", "a seat"), 1, players) - 1

    def several(self, names: Sequence[str], what: Message) -> list[int]:
        """Return all words that are left as numbers of `names`; 'swap*2' is 'swap swap'."""
        found = []
        while self.left:
            self._stand_at(self.left[0])
            name, star, times = self.left[0].partition("*")
            if star and not _is_number(times):
                self.refuse(
                    message(
                        "'{word}' should be {what} such as '{example}'.",
                        word=quote(self.left[0]),
                        what=what,
                        example=Notation(f"{names[0]}*2"),
                    )
                )
            self.left[0] = name
            found += [self.one_of(names, what)] * int(times or 1)
        return found

    def end(self) -> None:
        """Raise BadPosition if there are more words."""
        if self.left:
            self._stand_at(self.left[0])
            self.refuse(too_long(self.text, " ".join(self.left)))


def _is_number(word: str) -> bool:
    """Return whether a word is a number from 0 to MOST, without more zeros than that has digits."""
    return word.isascii() and word.isdigit() and len(word) <= len(str(MOST))


def _suggested(word: str, names: Sequence[str]) -> Sequence[str]:
    """Return all names if they are few, else those that look like the word, or the first."""
    if len(names) <= FEW:
        return names
    return get_close_matches(word, names, cutoff=0.5) or names[:FEW]


@dataclass(frozen=True, slots=True)
class Lines:
    """How a title writes and reads its part: plain data of `Title.dump` to lines, and back.

    `read` takes the data of a new game and fills in what the lines say. Only lines that begin with
    a word of `several` may appear more than once.
    """

    write: Callable[[dict[str, Any]], Iterator[str]]
    read: Callable[[dict[str, Any], Sequence[Words]], dict[str, Any]]
    several: tuple[str, ...] = ()
