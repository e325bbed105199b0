"""Reading a line of words, generously: what people and programs write."""

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn

from games.rules.common.names import beginning
from games.rules.errors import IllegalOrder, UnclearOrder, echo

ALIKE = 0.7
"""How like a word must be to a name, from 0 to 1, to have meant it."""


def plain(text: str) -> str:
    """Return text in lower case, without diacritics and with single spaces."""
    text = text.casefold().replace("\N{LATIN SMALL LETTER O WITH STROKE}", "o")
    text = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in text if not unicodedata.combining(c)).split())


def either(names: Sequence[str]) -> str:
    """Return names as a choice: 'red, blue or brown'."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


def a(what: str) -> str:
    """Return a thing with its article: 'an office', 'a city'."""
    return f"an {what}" if what[0] in "aeio" else f"a {what}"


def unclear_text(word: str, found: Sequence[str]) -> str:
    """Return that a word begins several names, as a sentence."""
    return f"{echo(word)} could mean {either(found)}. Type a few more letters."


class Reader:
    """Reads one line from its words, left to right.

    `text` is the line as its writer sees it, `words` what a title made of it.
    """

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self.text = text.strip()
        self.words = words
        self.position = 0

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
            rest = echo(" ".join(self.take_rest()))
            raise IllegalOrder(f"{echo(self.text)} should end before {rest}.")

    def word(self, what: str) -> str:
        """Return the next word; raises IllegalOrder, which says what is missing."""
        if self.at_end:
            raise IllegalOrder(f"{echo(self.text)} needs {a(what)}.")
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
            raise IllegalOrder(f"Leave out {echo(' '.join(extra))} before '{words[0]}'.")
        elif not optional:
            raise IllegalOrder(f"{echo(self.text)} needs '{words[0]}'.")

    def one_of(self, names: Sequence[str], what: str, known: Sequence[str] = ()) -> str:
        """Return the name that the next word means; an error suggests `known` if it is given."""
        word = self.word(what)
        found = beginning(word, names)
        if not found:
            possible = known or names
            meant = get_close_matches(word, possible, cutoff=ALIKE) or possible
            raise IllegalOrder(f"{echo(word)} is not {a(what)}. Did you mean {either(meant)}?")
        if len(found) > 1:
            self.unclear(word, found)
        return found[0]

    def unclear(self, word: str, found: Sequence[str], rest: str = "") -> NoReturn:
        """Raise UnclearOrder for the word just read if it, or it before a `rest`, begins names."""
        before, after = self.words[: self.position - 1], self.words[self.position :]
        lines = {name: [*before, f"{name}{rest}", *after] for name in found}
        raise UnclearOrder(unclear_text(word, found), word, lines)

    def number(self, what: str) -> int:
        """Return the next word as a number."""
        word = self.word(what)
        if not word.isascii() or not word.isdigit() or len(word) > 3:
            raise IllegalOrder(f"{echo(word)} is not {a(what)} number. Write 1, for example.")
        return int(word)
