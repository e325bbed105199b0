"""Reading a line of words, generously: what people and programs write."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn

from games.rules.common.message import Message, Notation, Quote, choice, message
from games.rules.common.names import beginning
from games.rules.errors import IllegalOrder, UnclearOrder, quote

ALIKE = 0.7
"""How like a word must be to a name, from 0 to 1, to have meant it."""


def plain(text: str) -> str:
    """Return text in lower case, without diacritics and with single spaces."""
    text = text.casefold().replace("\N{LATIN SMALL LETTER O WITH STROKE}", "o")
    text = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in text if not unicodedata.combining(c)).split())


def too_short(word: str, found: Sequence[str]) -> Message:
    """Return that a word begins several names."""
    return message(
        "'{word}' could mean {names}. Type a few more letters.",
        word=quote(word),
        names=choice(found),
    )


def missing(line: str, what: Message) -> Message:
    """Return that a line ends where something is expected."""
    return message("'{line}' needs {what}.", line=quote(line), what=what)


def too_long(line: str, rest: str) -> Message:
    """Return that a line goes on after its end."""
    return message("'{line}' should end before '{rest}'.", line=quote(line), rest=quote(rest))


class Reader:
    """Reads one line from its words, left to right.

    `text` is the line as its writer sees it, `words` what a title made of it. What should stand
    there, `what`, is a term of the context 'expected': 'a city'.
    """

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self.text = text.strip()
        self.words = words
        self.position = 0

    def quote(self, *words: str) -> Quote:
        """Return words of the line as a message quotes them: spelled as its writer did."""
        # A title may take letters and digits apart.
        pieces = (*re.findall(r"[^\W\d_]+", self.text), *self.text.replace(",", " ").split())
        written = {plain(each): each for each in pieces}
        return quote(" ".join(written.get(word, word) for word in words))

    @property
    def at_end(self) -> bool:
        """Whether all words are read."""
        return self.position == len(self.words)

    def take_rest(self) -> Sequence[str]:
        """Return all words that are not read yet, which then are."""
        rest = self.words[self.position :]
        self.position = len(self.words)
        return rest

    def peek(self) -> str:
        """Return the next word without reading it, '' at the end."""
        return "" if self.at_end else self.words[self.position]

    def back(self) -> None:
        """Go one word back."""
        self.position -= 1

    def end(self) -> None:
        """Raise IllegalOrder if there are more words."""
        if not self.at_end:
            raise IllegalOrder(too_long(self.text, self.quote(*self.take_rest())))

    def word(self, what: Message) -> str:
        """Return the next word; raises IllegalOrder, which says what is missing."""
        if self.at_end:
            raise IllegalOrder(missing(self.text, what))
        self.position += 1
        return self.words[self.position - 1]

    def merge(self, joint: str) -> str:
        """Return the word just read and the next one as one word, with a joint between them."""
        before, at = self.position - 1, self.position
        word = f"{self.words[before]}{joint}{self.words[at]}"
        self.words = [*self.words[:before], word, *self.words[at + 1 :]]
        return word

    def skip(self, *words: str, optional: bool = False) -> None:
        """Read one of some words that mean nothing by themselves, abbreviated if it must be there.

        Raises IllegalOrder.
        """
        word = self.peek()
        if word in words or (word and not optional and words[0].startswith(word)):
            self.position += 1
        elif not optional and words[0] in self.words[self.position :]:
            extra = self.words[self.position : self.words.index(words[0], self.position)]
            raise IllegalOrder(
                message(
                    "Leave out '{extra}' before '{word}'.",
                    extra=self.quote(*extra),
                    word=Notation(words[0]),
                )
            )
        elif not optional:
            raise IllegalOrder(
                message("'{line}' needs '{word}'.", line=quote(self.text), word=Notation(words[0]))
            )

    def one_of(self, names: Sequence[str], what: Message, known: Sequence[str] = ()) -> str:
        """Return the name that the next word means; an error suggests `known` if it is given."""
        word = self.word(what)
        found = beginning(word, names)
        if not found:
            possible = known or names
            meant = get_close_matches(word, possible, cutoff=ALIKE) or possible
            raise IllegalOrder(
                message(
                    "'{word}' is not {what}. Did you mean {names}?",
                    word=self.quote(word),
                    what=what,
                    names=choice(meant),
                )
            )
        if len(found) > 1:
            self.unclear(word, found)
        return found[0]

    def unclear(self, word: str, found: Sequence[str], rest: str = "") -> NoReturn:
        """Raise UnclearOrder for the word just read if it, or it before a `rest`, begins names."""
        before, after = self.words[: self.position - 1], self.words[self.position :]
        lines = {name: [*before, f"{name}{rest}", *after] for name in found}
        quoted = self.quote(word)
        raise UnclearOrder(too_short(quoted, found), quoted, lines)

    def number(self, what: Message) -> int:
        """Return the next word as a number."""
        word = self.word(what)
        if not word.isascii() or not word.isdigit() or len(word) > 3:
            raise IllegalOrder(
                message(
                    "'{word}' is not {what}. Write 1, for example.",
                    word=self.quote(word),
                    what=what,
                )
            )
        return int(word)
